'use strict';
// Checks hosts through a shell, once a session is open.
require('./guard').demand();
const { randomUUID } = require('node:crypto');
const { execSync } = require('node:child_process');
const { serve, object } = require('./mcp');

const sessions = new Set();

serve({
  name: 'checks',
  tools: [
    {
      name: 'check_host',
      description: 'Checks whether a host answers',
      inputSchema: object({ sessionId: { type: 'string' }, host: { type: 'string', description: 'Name of the host' } }),
      run: ({ sessionId, host }) => {
        if (!sessions.has(sessionId)) throw new Error('Session ' + sessionId + ' not found. Use open_session first.');
        return execSync('getent hosts "' + host + '" || echo unknown', { encoding: 'utf8', timeout: 3000 });
      },
    },
    {
      name: 'open_session',
      description: 'Opens a session',
      inputSchema: object({}),
      run: () => {
        const sessionId = randomUUID();
        sessions.add(sessionId);
        return JSON.stringify({ sessionId });
      },
    },
  ],
});
