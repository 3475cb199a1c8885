'use strict';
// Checks the address of a page and of each one it leads to, once.
const dns = require('node:dns');
const http = require('node:http');
const https = require('node:https');
const net = require('node:net');
const { serve, object } = require('./mcp');

const inner = new net.BlockList();
for (const [address, bits] of [['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.168.0.0', 16]]) inner.addSubnet(address, bits);
for (const [address, bits] of [['::', 127], ['fc00::', 7], ['fe80::', 10]]) inner.addSubnet(address, bits, 'ipv6');

const within = (address) => inner.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4');

// The address that was checked is the one that is connected to.
function lookup(host, options, done) {
  dns.lookup(host, options, (error, found, family) => {
    const all = Array.isArray(found) ? found.map(({ address }) => address) : [found];
    if (!error && all.some(within)) return done(new Error('Not a public address'));
    return done(error, found, family);
  });
}

function get(url, hops) {
  return new Promise((done, fail) => {
    const { protocol, hostname } = new URL(url);
    const bare = hostname.replace(/^\[|\]$/g, '');
    if (!/^https?:$/.test(protocol) || (net.isIP(bare) && within(bare))) return fail(new Error('Not a public address'));
    const request = (protocol === 'https:' ? https : http).get(url, { lookup, timeout: 3000 }, (response) => {
      const next = response.headers.location;
      if (next && hops > 0) {
        response.resume();
        return done(get(new URL(next, url).href, hops - 1));
      }
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk)).on('end', () => done(text.slice(0, 2000)));
    });
    request.on('error', fail).on('timeout', () => request.destroy(new Error('Timed out')));
  });
}

serve({
  name: 'pages',
  tools: [
    {
      name: 'fetch_page',
      description: 'Fetches a web page',
      inputSchema: object({ url: { type: 'string', format: 'uri' } }),
      run: ({ url }) => get(url, 3),
    },
  ],
});
