'use strict';
// MCP over streamable HTTP on the loopback device: sessions, answers as JSON or as events, and no answer to pages of others.
const http = require('node:http');
const { randomUUID } = require('node:crypto');

const PORT = Number(process.env.PORT ?? 3917);
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];
const TOOLS = [
  {
    name: 'echo',
    description: 'Says a text back',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'count',
    description: 'Counts to three and reports progress',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
  },
];
const sessions = new Set();

function result({ method, params = {} }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: REVISIONS.includes(params.protocolVersion) ? params.protocolVersion : REVISIONS[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'http-echo', version: '1.0.0' },
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: TOOLS };
    case 'tools/call':
      if (params.name === 'echo') return { content: [{ type: 'text', text: String(params.arguments?.text) }] };
      if (params.name === 'count') return { content: [{ type: 'text', text: '1 2 3' }] };
      throw Object.assign(new Error(`Unknown tool: ${params.name}`), { code: -32602 });
    default:
      throw Object.assign(new Error('Method not found'), { code: -32601 });
  }
}

function answer(message) {
  try {
    return { jsonrpc: '2.0', id: message.id, result: result(message) };
  } catch (error) {
    return { jsonrpc: '2.0', id: message.id, error: { code: error.code ?? -32603, message: error.message } };
  }
}

function refuse(response, status) {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(http.STATUS_CODES[status]);
}

// A page in a browser must not reach a server on this machine by a name of its own.
function foreign({ headers }) {
  const local = /^(https?:\/\/)?(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
  return !local.test(headers.host ?? '') || (headers.origin !== undefined && !local.test(headers.origin));
}

function take(request, response, body) {
  const session = request.headers['mcp-session-id'];
  let message;
  try {
    message = JSON.parse(body);
  } catch {
    return refuse(response, 400);
  }
  if (message.method === 'initialize') {
    const fresh = randomUUID();
    sessions.add(fresh);
    response.setHeader('mcp-session-id', fresh);
  } else if (!sessions.has(session)) {
    return refuse(response, session ? 404 : 400);
  }
  if (message.id === undefined || message.method === undefined) return response.writeHead(202).end();
  if (message.params?.name !== 'count') {
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(answer(message)));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const token = message.params?._meta?.progressToken;
  for (let n = 1; n <= 3 && token !== undefined; n++) {
    const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: n, total: 3 } };
    response.write(`event: message\nid: ${n}\ndata: ${JSON.stringify(progress)}\n\n`);
  }
  response.end(`event: message\nid: 4\ndata: ${JSON.stringify(answer(message))}\n\n`);
}

const server = http.createServer((request, response) => {
  if (foreign(request)) return refuse(response, 403);
  if (request.url !== '/mcp') return refuse(response, 404);
  if (request.method === 'DELETE') {
    sessions.delete(request.headers['mcp-session-id']);
    return response.writeHead(200).end();
  }
  if (request.method !== 'POST') return refuse(response, 405);
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    body += chunk;
    if (body.length > 1 << 20) request.destroy();
  });
  request.on('end', () => take(request, response, body));
});
server.listen(PORT, '127.0.0.1', () => console.error(`listening on http://127.0.0.1:${server.address().port}/mcp`));
