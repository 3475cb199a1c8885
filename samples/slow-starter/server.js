'use strict';
// Needs two seconds before it reads its first message.
const { serve, object } = require('./mcp');

setTimeout(
  () =>
    serve({
      name: 'slow-starter',
      tools: [
        {
          name: 'classify',
          description: 'Says what a text is about',
          inputSchema: object({ text: { type: 'string' } }),
          run: async ({ text }) => {
            await new Promise((resolve) => setTimeout(resolve, 300));
            return String(text).length > 20 ? 'a long story' : 'a short story';
          },
        },
      ],
    }),
  2000,
);
