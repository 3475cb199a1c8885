'use strict';
// Writes names into its log as they are.
require('./guard').demand();
const { serve, object } = require('./mcp');

serve({
  name: 'greeter',
  tools: [
    {
      name: 'greet',
      description: 'Greets somebody',
      inputSchema: object({ name: { type: 'string' } }),
      run: ({ name }) => {
        process.stderr.write(`INFO greeting ${name}\n`);
        return 'Hello';
      },
    },
  ],
});
