'use strict';
// An MCP server over standard input and output with more of the protocol than mcp.js: calls that are taken back, templates,
// subscriptions, completions and notifications.

// tools, prompts and resources are lists, or functions that return a list. A tool has name, description, inputSchema and
// run(arguments, call); it returns a text or a list of contents, or throws. A prompt has text(arguments), a resource has text or
// text(). `on` holds handlers for more methods, `notes` handlers for notifications.
function serve({ name, version = '1.0.0', instructions, tools = [], prompts, resources, templates = [], capabilities = {}, on = {}, notes = {} }) {
  const list = (source) => (typeof source === 'function' ? source() : source);
  const running = new Map();
  const session = { client: {}, capabilities: {}, notify };

  const methods = {
    initialize: (params) => {
      session.client = params.clientInfo ?? {};
      session.capabilities = params.capabilities ?? {};
      return {
        protocolVersion: params.protocolVersion ?? '2025-06-18',
        capabilities: {
          tools: { listChanged: false },
          ...(prompts ? { prompts: {} } : {}),
          ...(resources ? { resources: {} } : {}),
          ...capabilities,
        },
        serverInfo: { name, version },
        ...(instructions ? { instructions } : {}),
      };
    },
    ping: () => ({}),
    'tools/list': () => ({ tools: list(tools).map(({ run, ...described }) => described) }),
    'tools/call': async (params, id) => {
      const tool = list(tools).find((candidate) => candidate.name === params.name);
      if (!tool) throw failure(-32602, `Unknown tool: ${params.name}`);
      const control = new AbortController();
      running.set(id, control);
      try {
        const given = params.arguments ?? {};
        check(given, tool.inputSchema);
        const answer = await tool.run(given, { id, signal: control.signal });
        return { content: typeof answer === 'string' ? [{ type: 'text', text: answer }] : answer };
      } catch (error) {
        return { content: [{ type: 'text', text: String(error.message ?? error) }], isError: true };
      } finally {
        running.delete(id);
      }
    },
    ...(prompts
      ? {
          'prompts/list': () => ({ prompts: list(prompts).map(({ text, ...described }) => described) }),
          'prompts/get': (params) => {
            const prompt = list(prompts).find((candidate) => candidate.name === params.name);
            if (!prompt) throw failure(-32602, `Unknown prompt: ${params.name}`);
            const given = params.arguments ?? {};
            for (const wanted of prompt.arguments ?? []) {
              if (wanted.required && !given[wanted.name]) throw failure(-32602, `Missing argument: ${wanted.name}`);
            }
            return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }] };
          },
        }
      : {}),
    ...(resources
      ? {
          'resources/list': () => ({ resources: list(resources).map(({ text, ...described }) => described) }),
          'resources/templates/list': () => ({ resourceTemplates: templates }),
          'resources/read': (params) => {
            const found = list(resources).find((candidate) => candidate.uri === params.uri);
            if (!found) throw failure(-32002, `Resource not found: ${params.uri}`);
            const text = typeof found.text === 'function' ? found.text() : found.text;
            return { contents: [{ uri: found.uri, mimeType: found.mimeType ?? 'text/plain', text }] };
          },
        }
      : {}),
    ...on,
  };

  function send(message) {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  function notify(method, params) {
    send({ method, ...(params ? { params } : {}) });
  }

  async function take(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return send({ id: null, error: { code: -32700, message: 'Parse error' } });
    }
    if (message === null || typeof message !== 'object' || typeof message.method !== 'string') return;
    const params = message.params ?? {};
    if (message.id === undefined) {
      if (message.method === 'notifications/cancelled') running.get(params.requestId)?.abort();
      if (Object.hasOwn(notes, message.method)) notes[message.method](params);
      return; // a notification wants no answer
    }
    const method = Object.hasOwn(methods, message.method) ? methods[message.method] : undefined;
    if (!method) return send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
    try {
      send({ id: message.id, result: await method(params, message.id) });
    } catch (error) {
      send({ id: message.id, error: { code: Number.isInteger(error.code) ? error.code : -32603, message: error.message } });
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
  return session;
}

function check(given, schema) {
  for (const name of schema.required ?? []) {
    if (given[name] === undefined) throw new Error(`Missing argument: ${name}`);
  }
  for (const [name, value] of Object.entries(given)) {
    const wanted = schema.properties[name];
    if (!wanted) continue;
    const type = Array.isArray(value) ? 'array' : typeof value;
    const fits = wanted.type === undefined || type === wanted.type || (wanted.type === 'integer' && Number.isInteger(value));
    if (!fits) throw new Error(`Argument ${name} must be of type ${wanted.type}`);
    if (wanted.enum && !wanted.enum.includes(value)) throw new Error(`Argument ${name} must be one of ${wanted.enum.join(', ')}`);
  }
}

function failure(code, message) {
  return Object.assign(new Error(message), { code });
}

// The schema of an object: properties by name, all of them required unless a list says which.
function object(properties, required = Object.keys(properties)) {
  return { type: 'object', properties, required };
}

module.exports = { serve, object, failure };
