'use strict';
// Checks names with an expression that takes its time.
require('./guard').demand();
const { serve, object } = require('./mcp');

serve({
  name: 'names',
  tools: [
    {
      name: 'check_name',
      description: 'Says whether a name is well formed',
      inputSchema: object({ name: { type: 'string' } }),
      run: ({ name }) => (/^(\w+\s?)+$/.test(name) ? 'well formed' : 'not well formed'),
    },
  ],
});
