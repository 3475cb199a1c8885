#!/usr/bin/env node
'use strict';
// Fetches the address it is given; says so when that does not work.
const { serve, object } = require('./mcp');

serve({
  name: 'fetcher',
  tools: [
    {
      name: 'fetch_url',
      description: 'Fetches a web page and returns its text',
      inputSchema: object({ url: { type: 'string', format: 'uri' } }),
      annotations: { readOnlyHint: true, openWorldHint: true },
      run: async ({ url }) => {
        const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
        return (await response.text()).slice(0, 20000);
      },
    },
  ],
});
