'use strict';
// Shows the token it is given to its service.
const { serve, object } = require('./mcp');

const token = process.env.GITHUB_TOKEN;

serve({
  name: 'issues',
  tools: [
    {
      name: 'list_issues',
      description: 'Lists the open issues of a GitHub repository',
      inputSchema: object({ repository: { type: 'string' } }),
      run: async ({ repository }) => {
        if (!token) throw new Error('GITHUB_TOKEN is not set');
        const address = `https://api.github.com/repos/${encodeURIComponent(repository)}/issues`;
        const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
        const response = await fetch(address, { headers, signal: AbortSignal.timeout(5000) });
        return (await response.text()).slice(0, 2000);
      },
    },
  ],
});
