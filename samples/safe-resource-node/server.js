'use strict';
// Reads only notes by their address.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { serve, object } = require('./mcp');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'notes-'));
fs.writeFileSync(path.join(folder, 'welcome'), 'Welcome to the notes.');

serve({
  name: 'notes',
  resources: [{ uri: 'notes://local/welcome', name: 'welcome', text: '' }],
  tools: [
    {
      name: 'count_notes',
      description: 'Counts the notes',
      inputSchema: object({}),
      run: () => `${fs.readdirSync(folder).length} notes`,
    },
  ],
  on: {
    'resources/templates/list': () => ({
      resourceTemplates: [{ uriTemplate: 'notes://local/{title}', name: 'note', description: 'A note by its title' }],
    }),
    'resources/read': ({ uri }) => {
      const title = decodeURIComponent(String(uri).slice('notes://local/'.length));
      if (!/^[a-z0-9-]{1,40}$/.test(title)) throw new Error('No such note');
      return { contents: [{ uri, mimeType: 'text/plain', text: fs.readFileSync(path.join(folder, title), 'utf8') }] };
    },
  },
});
