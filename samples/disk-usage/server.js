'use strict';
// Walks the home and adds up sizes; opens no file.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { serve, object } = require('./mcp');

function size(folder) {
  let sum = 0;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    try {
      sum += entry.isDirectory() ? size(place) : fs.lstatSync(place).size;
    } catch {
      // gone, or not for us
    }
  }
  return sum;
}

serve({
  name: 'disk-usage',
  tools: [
    {
      name: 'home_usage',
      description: 'Says how much each folder of the home takes',
      inputSchema: object({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: () =>
        fs
          .readdirSync(os.homedir(), { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map((entry) => `${entry.name}: ${size(path.join(os.homedir(), entry.name))}`)
          .join('\n'),
    },
  ],
});
