'use strict';
// A small MCP server over standard input and output: one JSON-RPC message per line.

const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

// tools, prompts and resources are lists, or functions that return a list; a tool has name, description, inputSchema and
// run(arguments), which returns a text or a list of contents, or throws. `on` may hold handlers for more methods; `seen` is told
// about every request.
function serve({ name, version = '1.0.0', instructions, tools = [], prompts, resources, on = {}, seen = () => {} }) {
  const list = (source) => (typeof source === 'function' ? source() : source);

  const methods = {
    initialize: (params) => ({
      protocolVersion: REVISIONS.includes(params.protocolVersion) ? params.protocolVersion : REVISIONS[0],
      capabilities: {
        tools: { listChanged: false },
        ...(prompts ? { prompts: {} } : {}),
        ...(resources ? { resources: {} } : {}),
      },
      serverInfo: { name, version },
      ...(instructions ? { instructions } : {}),
    }),
    ping: () => ({}),
    'tools/list': () => ({ tools: list(tools).map(({ run, ...described }) => described) }),
    'tools/call': async (params) => {
      const tool = list(tools).find((candidate) => candidate.name === params.name);
      if (!tool) throw failure(-32602, `Unknown tool: ${params.name}`);
      try {
        const answer = await tool.run(params.arguments ?? {});
        return { content: typeof answer === 'string' ? [{ type: 'text', text: answer }] : answer };
      } catch (error) {
        return { content: [{ type: 'text', text: String(error.message ?? error) }], isError: true };
      }
    },
    ...(prompts
      ? {
          'prompts/list': () => ({ prompts: list(prompts).map(({ text, ...described }) => described) }),
          'prompts/get': (params) => {
            const prompt = list(prompts).find((candidate) => candidate.name === params.name);
            if (!prompt) throw failure(-32602, `Unknown prompt: ${params.name}`);
            return { messages: [{ role: 'user', content: { type: 'text', text: prompt.text } }] };
          },
        }
      : {}),
    ...(resources
      ? {
          'resources/list': () => ({ resources: list(resources).map(({ text, ...described }) => described) }),
          'resources/templates/list': () => ({ resourceTemplates: [] }),
          'resources/read': (params) => {
            const found = list(resources).find((candidate) => candidate.uri === params.uri);
            if (!found) throw failure(-32002, `Resource not found: ${params.uri}`);
            return { contents: [{ uri: found.uri, mimeType: found.mimeType ?? 'text/plain', text: found.text }] };
          },
        }
      : {}),
    ...on,
  };

  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  async function take(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return send({ id: null, error: { code: -32700, message: 'Parse error' } });
    }
    if (message === null || typeof message !== 'object' || typeof message.method !== 'string') return;
    if (message.id === undefined) return; // a notification wants no answer
    seen(message);
    const method = Object.hasOwn(methods, message.method) ? methods[message.method] : undefined;
    if (!method) return send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
    try {
      send({ id: message.id, result: await method(message.params ?? {}) });
    } catch (error) {
      send({ id: message.id, error: { code: error.code ?? -32603, message: error.message } });
    }
  }

  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    lines.filter((line) => line.trim()).forEach(take);
  });
  process.stdin.on('end', () => process.exit(0));
}

function failure(code, message) {
  return Object.assign(new Error(message), { code });
}

// The schema of an object: properties by name, all of them required unless a list says which.
function object(properties, required = Object.keys(properties)) {
  return { type: 'object', properties, required };
}

module.exports = { serve, object };
