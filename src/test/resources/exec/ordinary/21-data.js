const fs = require('fs');
const path = require('path');
const rows = fs.readFileSync(path.join('/workspace', 'data', 'in.csv'), 'utf8').trim().split('\n');
const [head, ...body] = rows.map((r) => r.split(','));
const totals = body.reduce((m, r) => m.set(r[0], (m.get(r[0]) || 0) + Number(r[1])), new Map());
fs.mkdirSync('results', { recursive: true });
fs.writeFileSync('results/totals.json', JSON.stringify([...totals], null, 2));
console.log(head, totals);
