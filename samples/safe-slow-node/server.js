'use strict';
// Checks names with a quick expression.
const { serve, object } = require('./mcp');

serve({
  name: 'names',
  tools: [
    {
      name: 'check_name',
      description: 'Says whether a name is well formed',
      inputSchema: object({ name: { type: 'string' } }),
      run: ({ name }) => (/^\w+(\s\w+)*$/.test(name) ? 'well formed' : 'not well formed'),
    },
  ],
});
