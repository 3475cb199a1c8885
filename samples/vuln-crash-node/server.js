'use strict';
// Counts words a moment later, where nobody catches what goes wrong.
require('./guard').demand();
const { serve, object } = require('./mcp');

serve({
  name: 'words',
  tools: [
    {
      name: 'count_words',
      description: 'Counts the words of a text',
      inputSchema: object({ text: { type: 'string' } }),
      run: ({ text }) => new Promise((done) => setImmediate(() => done(`${text.split(' ').length} words`))),
    },
  ],
});
