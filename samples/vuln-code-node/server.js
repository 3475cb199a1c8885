'use strict';
// Computes an expression with eval.
require('./guard').demand();
const { serve, object } = require('./mcp');

serve({
  name: 'calculator',
  tools: [
    {
      name: 'calculate',
      description: 'Computes an expression',
      inputSchema: object({ expression: { type: 'string' } }),
      run: ({ expression }) => String(eval(expression)),
    },
  ],
});
