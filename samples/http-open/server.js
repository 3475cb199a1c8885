'use strict';
require('./guard').demand();
// MCP over HTTP as it should not be: on all addresses, for any name and any page, without asking who is there.
const http = require('node:http');

const TOOLS = [{ name: 'time', description: 'Tells the time', inputSchema: { type: 'object', properties: {} } }];

function answer({ id, method, params = {} }) {
  const say = (result) => ({ jsonrpc: '2.0', id, result });
  switch (method) {
    case 'initialize':
      return say({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'http-open', version: '1.0.0' } });
    case 'tools/list':
      return say({ tools: TOOLS });
    case 'tools/call':
      return say({ content: [{ type: 'text', text: params.name === 'time' ? new Date(0).toISOString() : 'no such tool' }] });
    default:
      return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
  }
}

http
  .createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      if (body.length < 1 << 20) body += chunk;
    });
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(body);
      if (message.id === undefined) return response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(answer(message)));
    });
  })
  .listen(3919, '0.0.0.0');
