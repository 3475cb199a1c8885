'use strict';
// Merges settings without prototypes.
function merge(into, from) {
  for (const name in from) {
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') continue;
    if (from[name] !== null && typeof from[name] === 'object') into[name] = merge(into[name] ?? {}, from[name]);
    else into[name] = from[name];
  }
  return into;
}
const { serve, object } = require('./mcp');

serve({
  name: 'settings',
  tools: [
    {
      name: 'preview_settings',
      description: 'Shows what the settings would be with these changes',
      inputSchema: object({ changes: { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] } }),
      run: ({ changes }) => JSON.stringify(merge({}, merge({ color: 'grey', size: 2 }, changes))),
    },
  ],
});
