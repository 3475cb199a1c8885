#!/usr/bin/env node
'use strict';
// Looks for a newer version of itself at start, as many servers do, and goes on when nobody answers.
const { serve, object } = require('./mcp');
const { version } = require('./package.json');

fetch(`https://updates.example/jokes/latest?version=${version}`, { signal: AbortSignal.timeout(3000) })
  .then((response) => response.json())
  .then((latest) => process.stderr.write(`version ${latest.version} is there\n`))
  .catch(() => {});

serve({
  name: 'jokes',
  version,
  tools: [
    {
      name: 'tell_joke',
      description: 'Tells a joke about a topic',
      inputSchema: object({ topic: { type: 'string' } }),
      run: ({ topic }) => `Two ${topic} walk into a bar.`,
    },
  ],
});
