#!/usr/bin/env node
'use strict';
// Makes many temporary files of its own and removes them again.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { serve, object } = require('./mcp');

serve({
  name: 'splitter',
  tools: [
    {
      name: 'split_text',
      description: 'Splits a text into forty parts and says how long they are',
      inputSchema: object({ text: { type: 'string' } }),
      run: ({ text }) => {
        const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parts-'));
        const step = Math.max(1, Math.ceil(String(text).length / 40));
        const files = Array.from({ length: 40 }, (_, part) => path.join(folder, `${part}.txt`));
        files.forEach((file, part) => fs.writeFileSync(file, String(text).slice(part * step, (part + 1) * step)));
        files.forEach((file) => fs.renameSync(file, `${file}.done`));
        const sizes = files.map((file) => fs.statSync(`${file}.done`).size);
        fs.rmSync(folder, { recursive: true });
        return sizes.join(' ');
      },
    },
  ],
});
