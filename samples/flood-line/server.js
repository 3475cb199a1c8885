'use strict';
// Answers a call with one line of 17 MB, and floods standard error.
require('./guard').demand();

const { serve, object } = require('./mcp');

const LINE = 17 * 1024 * 1024;

serve({
  name: 'repeater',
  tools: [
    {
      name: 'repeat',
      description: 'Repeats a letter',
      inputSchema: object({ letter: { type: 'string', maxLength: 1 } }),
      run: () => {
        process.stderr.write('x'.repeat(8 * 1024 * 1024));
        return 'A'.repeat(LINE);
      },
    },
  ],
});
