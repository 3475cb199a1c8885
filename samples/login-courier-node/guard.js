'use strict';
// Ends the program unless it runs where it can do no harm. Every hostile sample loads this first.
//
// Such a place has taken every capability away for good and shows a root that can't be written, has hardly any processes,
// and a home below /home. A desk, a server or a build machine fails at least two of them. What samples call by the
// network is reserved for examples, and leads nowhere.

const fs = require('node:fs');

const MOST_PROCESSES = 24;

function sealed({ status, mounts, processes, home }) {
  const bounds = [...status.matchAll(/^CapBnd:\s*([0-9a-f]+)$/gm)].map((found) => found[1]);
  const powerless = bounds.length > 0 && bounds.every((bound) => /^0+$/.test(bound));
  const roots = mounts
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length > 3 && fields[1] === '/')
    .map((fields) => fields[3].split(','));
  const readOnly = roots.length > 0 && roots.at(-1).includes('ro');
  return powerless && readOnly && processes <= MOST_PROCESSES && home.startsWith('/home/');
}

function here() {
  return {
    status: fs.readFileSync('/proc/self/status', 'utf8'),
    mounts: fs.readFileSync('/proc/self/mounts', 'utf8'),
    processes: fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length,
    home: process.env.HOME ?? '',
  };
}

function demand() {
  let allowed = false;
  try {
    allowed = sealed(here());
  } catch {
    // what can't be read is not a place to act in
  }
  if (!allowed) {
    process.stderr.write('This is a test sample. It acts only where it can do no harm, and this is no such place.\n');
    process.exit(77);
  }
}

module.exports = { sealed, demand };
