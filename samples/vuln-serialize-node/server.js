'use strict';
// Loads settings and revives functions in them.
require('./guard').demand();
const revive = (_, value) => (typeof value === 'string' && value.startsWith('_$$ND_FUNC$$_') ? eval(`(${value.slice(13)})`) : value);
const { serve, object } = require('./mcp');

serve({
  name: 'settings',
  tools: [
    {
      name: 'load_settings',
      description: 'Loads settings that were saved before',
      inputSchema: object({ data: { type: 'string' } }),
      run: ({ data }) => `${Object.keys(JSON.parse(data, revive)).length} settings`,
    },
  ],
});
