'use strict';
// Makes a card in HTML of what it is given, escaped.
const escape = (text) => String(text).replace(/[&<>"']/g, (each) => `&#${each.codePointAt(0)};`);
const { serve, object } = require('./mcp');

serve({
  name: 'cards',
  tools: [
    {
      name: 'make_card',
      description: 'Makes a card with a title',
      inputSchema: object({ title: { type: 'string' } }),
      run: ({ title }) => `<div class="card"><h1>${escape(title)}</h1></div>`,
    },
  ],
});
