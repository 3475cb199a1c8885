'use strict';
// Looks at a file before it reads it, wherever it is.
require('./guard').demand();
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { serve, object } = require('./mcp');

const NOTES = path.join(os.homedir(), 'notes');
fs.mkdirSync(NOTES, { recursive: true });
fs.writeFileSync(path.join(NOTES, 'welcome.md'), 'Welcome.\n');

serve({
  name: 'notes',
  tools: [
    {
      name: 'read_note',
      description: 'Reads a note',
      inputSchema: object({ name: { type: 'string', description: 'Name of the note, such as welcome.md' } }),
      run: ({ name }) => {
        const file = path.join(NOTES, name);
        if (!fs.existsSync(file) || !fs.statSync(file).isFile()) throw new Error('No such note');
        return fs.readFileSync(file, 'utf8');
      },
    },
  ],
});
