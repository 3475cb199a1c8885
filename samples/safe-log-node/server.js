'use strict';
// Writes names into its log in quotes.
const { serve, object } = require('./mcp');

serve({
  name: 'greeter',
  tools: [
    {
      name: 'greet',
      description: 'Greets somebody',
      inputSchema: object({ name: { type: 'string' } }),
      run: ({ name }) => {
        process.stderr.write(`INFO greeting ${JSON.stringify(name)}\n`);
        return 'Hello';
      },
    },
  ],
});
