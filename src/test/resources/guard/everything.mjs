// Asks a server everything through the official client, and prints what came back, one line each.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const [calls, command, ...args] = process.argv.slice(2);
const client = new Client(
  { name: 'difference', version: '1' },
  { capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } } },
);
const say = (what, value) => console.log(JSON.stringify([what, value]));
client.setRequestHandler(CreateMessageRequestSchema, async request => {
  say('sampling', request.params);
  return { model: 'none', role: 'assistant', content: { type: 'text', text: 'sampled' } };
});
client.setRequestHandler(ElicitRequestSchema, async request => {
  say('elicitation', request.params);
  return { action: 'decline' };
});
client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [] }));
// Either a command, or an address and a key.
await client.connect(
  command.startsWith('http://')
    ? new StreamableHTTPClientTransport(new URL(command), {
        requestInit: { headers: { authorization: `Bearer ${args[0]}` } },
      })
    : new StdioClientTransport({ command, args, stderr: 'ignore' }),
);
say('server', [client.getServerVersion(), client.getServerCapabilities(), client.getInstructions()]);
const all = async (what, ask) => {
  try {
    say(what, await ask());
  } catch (e) {
    say(what, { code: e.code, message: e.message });
  }
};
await all('tools', () => client.listTools());
await all('prompts', () => client.listPrompts());
await all('resources', () => client.listResources());
await all('templates', () => client.listResourceTemplates());
for (const prompt of (await client.listPrompts().catch(() => ({ prompts: [] }))).prompts) {
  const given = Object.fromEntries((prompt.arguments ?? []).map(argument => [argument.name, '1']));
  await all('prompt ' + prompt.name, () => client.getPrompt({ name: prompt.name, arguments: given }));
}
for (const { uri } of (await client.listResources().catch(() => ({ resources: [] }))).resources) {
  await all('resource ' + uri, () => client.readResource({ uri }));
}
// The client and this server replay events to each other over HTTP, so that some are heard twice.
const note = (seen, p) => seen.some(one => one.progress === p.progress) || seen.push(p);
for (const [name, given, progress] of JSON.parse(calls)) {
  const seen = [];
  await all(name, () =>
    client.callTool({ name, arguments: given }, undefined, progress ? { onprogress: p => note(seen, p) } : {}),
  );
  if (progress) say(name + ' progress', seen);
}
const cancelling = new AbortController();
setTimeout(() => cancelling.abort('enough'), 300);
await client
  .callTool({ name: 'trigger-long-running-operation', arguments: { duration: 30, steps: 3 } }, undefined, {
    signal: cancelling.signal,
  })
  .then(r => say('cancelled', r), () => say('cancelled', 'yes'));
await all('after', () => client.ping());
await client.close();
