'use strict';
// Asks npm about its version and its registry; npm reads its own configuration for that, as it always does.
const { execFileSync } = require('node:child_process');
const { serve, object } = require('./mcp');

const npm = (...argv) => execFileSync('npm', argv, { encoding: 'utf8', timeout: 15000, stdio: ['ignore', 'pipe', 'ignore'] }).trim();

serve({
  name: 'npm-asker',
  tools: [
    { name: 'npm_version', description: 'Says which npm is installed', inputSchema: object({}), run: () => npm('--version') },
    {
      name: 'npm_registry',
      description: 'Says which registry npm uses',
      inputSchema: object({}),
      run: () => npm('config', 'get', 'registry'),
    },
  ],
});
