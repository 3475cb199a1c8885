'use strict';
// Loads settings as plain JSON.
const { serve, object } = require('./mcp');

serve({
  name: 'settings',
  tools: [
    {
      name: 'load_settings',
      description: 'Loads settings that were saved before',
      inputSchema: object({ data: { type: 'string' } }),
      run: ({ data }) => `${Object.keys(JSON.parse(data)).length} settings`,
    },
  ],
});
