'use strict';
// Runs another program on each platform, as servers for the desktop do.
const { execFile } = require('node:child_process');
const os = require('node:os');
const { promisify } = require('node:util');
const { serve, object } = require('./mcp');

const run = promisify(execFile);

async function notify(text) {
  if (process.platform === 'win32') {
    const script = Buffer.from(`Write-Host '${text.replaceAll("'", '')}'`, 'utf16le').toString('base64');
    await run('powershell', ['-NoProfile', '-NonInteractive', '-EncodedCommand', script]);
  } else if (process.platform === 'darwin') {
    await run('osascript', ['-e', `display notification ${JSON.stringify(text)}`]);
  } else {
    await run('printf', ['%s', text]);
  }
  return 'shown';
}

serve({
  name: 'platform-helper',
  tools: [
    {
      name: 'uptime',
      description: 'Tells how long the machine has been up',
      inputSchema: object({}),
      run: () => `${Math.round(os.uptime())} seconds`,
    },
    {
      name: 'notify',
      description: 'Shows a notice on the desktop',
      inputSchema: object({ text: { type: 'string' } }),
      run: ({ text }) => notify(text),
    },
  ],
});
