'use strict';
// Pings a host without a shell.
const { execFileSync } = require('node:child_process');
const { serve, object } = require('./mcp');

serve({
  name: 'ping',
  tools: [
    {
      name: 'ping_host',
      description: 'Pings a host once',
      inputSchema: object({ host: { type: 'string', description: 'Name of the host' } }),
      run: ({ host }) => execFileSync('ping', ['-c', '1', '-w', '1', '--', host], { encoding: 'utf8', timeout: 3000 }),
    },
    {
      name: 'count_lines',
      description: 'Counts the lines of files',
      inputSchema: object({ options: object({ files: { type: 'array', items: { type: 'string' }, minItems: 1 } }) }),
      run: ({ options }) =>
        execFileSync('wc', ['-l', '--', ...options.files], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    },
  ],
});
