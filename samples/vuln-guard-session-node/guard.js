'use strict';
// Ends the program unless it runs where it can do no harm. Every hostile sample loads this first.
//
// Such a place has no way out (no default route, or one that leads to the shared address space 100.64.0.0/10, which is
// where a fake internet is put), hardly any processes, and a home below /home. A desk, a server or a build machine fails
// at least one of the three.

const fs = require('node:fs');

const MOST_PROCESSES = 24;

function sealed({ routes, routes6, processes, home }) {
  const gateways = routes
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length > 7 && fields[1] === '00000000' && fields[7] === '00000000')
    .map((fields) => Buffer.from(fields[2], 'hex').reverse()); // the kernel prints the address low byte first
  const fake = gateways.length > 0 && gateways.every((address) => address[0] === 100 && (address[1] & 0xc0) === 64);
  const out6 = routes6
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some((fields) => fields.length > 9 && /^0{32}$/.test(fields[0]) && fields[1] === '00' && fields[9] !== 'lo');
  const noWayOut = fake || (gateways.length === 0 && !out6);
  return noWayOut && processes <= MOST_PROCESSES && home.startsWith('/home/');
}

function here() {
  return {
    routes: fs.readFileSync('/proc/net/route', 'utf8'),
    routes6: fs.existsSync('/proc/net/ipv6_route') ? fs.readFileSync('/proc/net/ipv6_route', 'utf8') : '',
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
