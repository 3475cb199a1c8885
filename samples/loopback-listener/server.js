'use strict';
// Serves a preview page on the loopback device only, as many servers with a user interface do.
const http = require('node:http');
const { serve, object } = require('./mcp');

let page = '<p>nothing yet</p>';
const preview = http.createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(page);
});
preview.listen(0, '127.0.0.1');

serve({
  name: 'preview',
  tools: [
    {
      name: 'show',
      description: 'Shows a text in the preview',
      inputSchema: object({ text: { type: 'string' } }),
      run: async ({ text }) => {
        page = `<p>${String(text).replace(/[<&]/g, (letter) => `&#${letter.charCodeAt(0)};`)}</p>`;
        const address = `http://127.0.0.1:${preview.address().port}/`;
        const response = await fetch(address, { signal: AbortSignal.timeout(5000) });
        return `${address} answers ${response.status}`;
      },
    },
  ],
});
