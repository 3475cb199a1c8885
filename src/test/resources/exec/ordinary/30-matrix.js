const mul = (a, b) => a.map((r) => b[0].map((_, j) => r.reduce((s, v, k) => s + v * b[k][j], 0)));
const codes = [72, 101, 108, 108, 111];
console.log(String.fromCharCode(...codes), mul([[1, 2], [3, 4]], [[5, 6], [7, 8]]));
const compile = (t) => (d) => t.replace(/\{(\w+)\}/g, (_, k) => d[k]);
console.log(compile('Hi {name}')({ name: 'Ada' }));
