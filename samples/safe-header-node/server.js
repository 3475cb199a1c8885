'use strict';
// Asks a service for a user with a request that a library writes.
const { serve, object } = require('./mcp');

serve({
  name: 'users',
  tools: [
    {
      name: 'look_up',
      description: 'Looks a user up at the service',
      inputSchema: object({ user: { type: 'string' } }),
      run: async ({ user }) => {
        const answer = await fetch('http://users.example/user', { headers: { 'X-User': user }, signal: AbortSignal.timeout(2000) });
        return `status ${answer.status}`;
      },
    },
  ],
});
