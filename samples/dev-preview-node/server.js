'use strict';
// Shows notes in the browser, at a port of the loopback device that the kernel chooses.
const http = require('node:http');
const { serve, object } = require('./mcp');

let page = 'Nothing to show yet';
const preview = http.createServer((request, answer) => answer.end(page));
preview.listen(0, '127.0.0.1');

serve({
  name: 'preview',
  tools: [
    {
      name: 'show_note',
      description: 'Shows a note in the browser at a local address',
      inputSchema: object({ text: { type: 'string' } }),
      run: ({ text }) => {
        page = text;
        return `http://127.0.0.1:${preview.address().port}/`;
      },
    },
  ],
});
