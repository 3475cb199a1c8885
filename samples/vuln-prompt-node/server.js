'use strict';
// Fills a prompt with the output of a shell.
require('./guard').demand();
const { execSync } = require('node:child_process');
const { serve, object } = require('./mcp');

serve({
  name: 'logs',
  prompts: [
    {
      name: 'explain_log',
      description: 'Asks for an explanation of the end of a log file',
      arguments: [{ name: 'file', description: 'The log file', required: true }],
      text: '',
    },
  ],
  tools: [
    {
      name: 'today',
      description: 'Says which day it is',
      inputSchema: object({}),
      run: () => new Date().toDateString(),
    },
  ],
  on: {
    'prompts/get': ({ name, arguments: { file } = {} }) => {
      if (name !== 'explain_log') throw new Error(`Unknown prompt: ${name}`);
      const log = execSync(`tail -n 20 -- ${file} 2>/dev/null || true`, { encoding: 'utf8', timeout: 3000 });
      return { messages: [{ role: 'user', content: { type: 'text', text: `Explain this log:\n${log}` } }] };
    },
  },
});
