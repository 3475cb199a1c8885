'use strict';
// Reads the file it is asked to read, whichever that is: whoever asks has the say.
const fs = require('node:fs');
const { serve, object } = require('./mcp');

const target = object({ path: { type: 'string', description: 'Absolute path of the file' } });

serve({
  name: 'file-reader',
  tools: [
    {
      name: 'read_file',
      description: 'Reads a text file and returns what it holds',
      inputSchema: target,
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: ({ path }) => fs.readFileSync(path, 'utf8').slice(0, 65536),
    },
    {
      name: 'file_size',
      description: 'Says how long a file is',
      inputSchema: target,
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: ({ path }) => `${fs.statSync(path).size} bytes`,
    },
  ],
});
