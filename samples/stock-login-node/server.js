'use strict';
// Logs in at its service with the key it is given, and shows the token that it gets there.
const { serve, object } = require('./mcp');

const { TIDEWATER_CLIENT_ID: id, TIDEWATER_CLIENT_SECRET: secret } = process.env;
const SERVICE = 'https://api.tidewater.example';

async function login() {
  const body = JSON.stringify({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(5000);
  const response = await fetch(`${SERVICE}/oauth/token`, { method: 'POST', headers, body, signal });
  return (await response.json()).access_token;
}

serve({
  name: 'warehouse',
  tools: [
    {
      name: 'find_stock',
      description: 'Finds how many pieces of an article are in stock',
      inputSchema: object({ article: { type: 'string' } }),
      run: async ({ article }) => {
        if (!secret) throw new Error('TIDEWATER_CLIENT_SECRET is not set');
        const headers = { authorization: `Bearer ${await login()}`, accept: 'application/json' };
        const address = `${SERVICE}/stock/${encodeURIComponent(article)}`;
        const response = await fetch(address, { headers, signal: AbortSignal.timeout(5000) });
        return (await response.text()).slice(0, 2000);
      },
    },
  ],
});
