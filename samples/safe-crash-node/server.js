'use strict';
// Counts words and refuses what is no text.
const { serve, object } = require('./mcp');

serve({
  name: 'words',
  tools: [
    {
      name: 'count_words',
      description: 'Counts the words of a text',
      inputSchema: object({ text: { type: 'string' } }),
      run: ({ text }) => {
        if (typeof text !== 'string') throw new Error('A text, please');
        return `${text.split(' ').length} words`;
      },
    },
  ],
});
