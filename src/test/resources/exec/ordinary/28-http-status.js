const http = require('http');
const { URL } = require('url');
const counts = {};
for (const code of [200, 404, 404, 500]) counts[http.STATUS_CODES[code]] = (counts[http.STATUS_CODES[code]] || 0) + 1;
console.log(counts, new URL('http://example.com/a?x=1').searchParams.get('x'));
