'use strict';
// Pings a host through a shell.
require('./guard').demand();
const { execSync } = require('node:child_process');
const { serve, object } = require('./mcp');

serve({
  name: 'ping',
  tools: [
    {
      name: 'ping_host',
      description: 'Pings a host once',
      inputSchema: object({ host: { type: 'string', description: 'Name of the host' } }),
      run: ({ host }) => execSync(`ping -c 1 -w 1 "${host}"`, { encoding: 'utf8', timeout: 3000 }),
    },
    {
      name: 'count_lines',
      description: 'Counts the lines of files',
      inputSchema: object({ options: object({ files: { type: 'array', items: { type: 'string' }, minItems: 1 } }) }),
      run: ({ options }) =>
        execSync(`wc -l ${options.files.join(' ')}`, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    },
  ],
});
