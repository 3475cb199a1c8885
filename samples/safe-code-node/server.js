'use strict';
// Computes an expression with a parser.
const { serve, object } = require('./mcp');

serve({
  name: 'calculator',
  tools: [
    {
      name: 'calculate',
      description: 'Computes an expression',
      inputSchema: object({ expression: { type: 'string' } }),
      run: ({ expression }) => {
        if (!/^[\d\s.+*\/()-]{1,100}$/.test(expression)) throw new Error('Not an expression');
        return String(Function(`return (${expression})`)());
      },
    },
  ],
});
