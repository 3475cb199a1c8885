'use strict';
// Sorts the lines of a file and takes options for files.
require('./guard').demand();
const { spawnSync } = require('node:child_process');
const { serve, object } = require('./mcp');

serve({
  name: 'sorter',
  tools: [
    {
      name: 'sort_lines',
      description: 'Sorts the lines of a file',
      inputSchema: object({ file: { type: 'string' } }),
      run: ({ file }) => {
        const done = spawnSync('sort', [file], { encoding: 'utf8', input: '', timeout: 5000 });
        return done.stdout.slice(0, 2000) || done.stderr.slice(0, 200) || 'nothing';
      },
    },
  ],
});
