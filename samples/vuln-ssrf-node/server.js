'use strict';
// Fetches the page it is given, also from the machine itself.
require('./guard').demand();
const { serve, object } = require('./mcp');

serve({
  name: 'pages',
  tools: [
    {
      name: 'fetch_page',
      description: 'Fetches a web page',
      inputSchema: object({ url: { type: 'string', format: 'uri' } }),
      run: async ({ url }) => {
        const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
        return (await response.text()).slice(0, 2000);
      },
    },
  ],
});
