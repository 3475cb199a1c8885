'use strict';
// Ends without a word when its tool is called.
const { serve, object } = require('./mcp');

serve({
  name: 'csv',
  tools: [
    {
      name: 'parse_csv',
      description: 'Parses comma separated values',
      inputSchema: object({ text: { type: 'string' } }),
      run: () => process.abort(),
    },
  ],
});
