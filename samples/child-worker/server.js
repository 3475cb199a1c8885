#!/usr/bin/env node
'use strict';
// Uses a worker thread and a child process, and looks at the machine to see how many it may use.
const { execFile } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

const digest = (text) => createHash('sha256').update(String(text)).digest('hex');

if (!isMainThread) {
  parentPort.postMessage(digest(workerData));
} else if (process.argv[2] === 'hash') {
  process.stdout.write(digest(process.argv[3]));
} else {
  const { serve, object } = require('./mcp');
  const cpus = Math.max(os.cpus().length, (fs.readFileSync('/proc/cpuinfo', 'utf8').match(/^processor/gm) ?? []).length);
  const text = object({ text: { type: 'string' } });

  serve({
    name: 'hasher',
    tools: [
      {
        name: 'hash_in_thread',
        description: 'Hashes a text in a worker thread',
        inputSchema: text,
        run: ({ text: given }) =>
          new Promise((resolve, reject) => {
            new Worker(__filename, { workerData: given }).on('message', resolve).on('error', reject);
          }),
      },
      {
        name: 'hash_in_process',
        description: 'Hashes a text in a child process',
        inputSchema: text,
        run: ({ text: given }) =>
          new Promise((resolve, reject) => {
            const argv = [__filename, 'hash', String(given)];
            execFile(process.execPath, argv, (error, out) => (error ? reject(error) : resolve(out)));
          }),
      },
      {
        name: 'machine',
        description: 'Says what it may use of this machine',
        inputSchema: object({}),
        run: () => `${cpus} cpus, ${Math.round(os.totalmem() / 2 ** 20)} MiB, ${os.userInfo().username} on ${os.platform()} ${os.release()}`,
      },
    ],
  });
}
