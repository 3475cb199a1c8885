'use strict';
// Asks a service about a host, and a program without a shell when the service has no answer.
const { execFile } = require('node:child_process');
const { serve, object } = require('./mcp');

serve({
  name: 'hosts',
  tools: [
    {
      name: 'describe_host',
      description: 'Says what is known about a host',
      inputSchema: object({ host: { type: 'string' } }),
      run: async ({ host }) => {
        try {
          const answer = await fetch(`http://hosts.example/?host=${encodeURIComponent(host)}`, { signal: AbortSignal.timeout(2000) });
          if (!answer.ok) throw new Error(`status ${answer.status}`);
          return `${(await answer.text()).length} characters`;
        } catch {
          return new Promise((done) => execFile('getent', ['hosts', '--', host], () => done('asked here')));
        }
      },
    },
  ],
});
