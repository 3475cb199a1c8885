class Query {
  constructor(sql) { this.sql = sql; }
  exec(cb) { return cb(this.sql); }
  eval() { return this.sql.length; }
}
const q = new Query('select 1');
q.exec((s) => console.log(s, q.eval(), q.constructor.name));
setTimeout(() => console.log('later'), 1);
setInterval(function () { clearInterval(this); }, 1);
