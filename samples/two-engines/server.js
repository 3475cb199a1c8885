'use strict';
// Asks two services with the same words, and a third when both fail. It names the two.
const { serve, object } = require('./mcp');

async function ask(address, query) {
  const response = await fetch(`${address}?q=${encodeURIComponent(query)}`, { signal: AbortSignal.timeout(5000) });
  return (await response.text()).slice(0, 500);
}

serve({
  name: 'two-engines',
  instructions: 'Searches Findfast and Lookwide and shows what both say.',
  tools: [
    {
      name: 'search',
      description: 'Searches the web with two engines',
      inputSchema: object({ query: { type: 'string' } }),
      run: async ({ query }) => {
        const both = [ask('https://api.findfast.example/v1', query), ask('https://lookwide.example/search', query)];
        const found = (await Promise.allSettled(both)).map((one) => one.value ?? '');
        return found.join('\n---\n');
      },
    },
  ],
});
