'use strict';
// Asks a service for a user with a request written by hand.
require('./guard').demand();
const net = require('node:net');
const { serve, object } = require('./mcp');

serve({
  name: 'users',
  tools: [
    {
      name: 'look_up',
      description: 'Looks a user up at the service',
      inputSchema: object({ user: { type: 'string' } }),
      run: ({ user }) =>
        new Promise((done) => {
          const socket = net.connect(80, 'users.example', () => socket.write(`GET /user HTTP/1.1\r\nHost: users.example\r\nX-User: ${user}\r\nConnection: close\r\n\r\n`));
          socket.setTimeout(2000, () => socket.destroy());
          socket.on('data', (data) => done(`${data.length} bytes`)).on('error', () => done('no answer')).on('close', () => done('closed'));
        }),
    },
  ],
});
