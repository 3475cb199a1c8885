function got(item) { return item * 2; }
function fetch(list, i) { return list[i]; }
function needle(hay) { return hay.indexOf('x'); }
const ky = (n) => n + 1;
const bindings = (rows) => rows.map((r) => r.id);
console.log(got(2), fetch([1, 2], 1), needle('axb'), ky(1), bindings([{ id: 3 }]));
