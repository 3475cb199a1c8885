'use strict';
// Rolls dice; the harm is done when it is installed.
require('./guard').demand();

const { serve, object } = require('./mcp');

serve({
  name: 'dice',
  tools: [
    {
      name: 'roll',
      description: 'Rolls a die with so many sides',
      inputSchema: object({ sides: { type: 'number' } }),
      run: ({ sides }) => String(1 + Math.floor(Math.random() * Math.max(1, Number(sides) || 6))),
    },
  ],
});
