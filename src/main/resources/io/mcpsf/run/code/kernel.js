'use strict';
// Runs one piece of JavaScript after another in the same global scope.
const fs = require('node:fs');
const repl = require('node:repl');
const util = require('node:util');
const { createRequire } = require('node:module');
const { PassThrough } = require('node:stream');

const ASK = 3, ANSWER = 4;
const requireHere = createRequire('/workspace/');

function tell(message) {
  let data = Buffer.from(JSON.stringify(message) + '\0');
  while (data.length > 0) {
    try {
      data = data.subarray(fs.writeSync(ANSWER, data));
    } catch (e) {
      if (e.code !== 'EAGAIN') throw e;
    }
  }
}

const server = repl.start({
  prompt: '', input: new PassThrough(), output: new PassThrough(), terminal: false, useGlobal: true,
  breakEvalOnSigint: true,
});
globalThis.require = requireHere;
let failed = () => {};
server._domain?.removeAllListeners('error');
server._domain?.on('error', (e) => failed(e));
process.on('uncaughtException', (e) => failed(e));

function evaluated(code) {
  return new Promise((resolve, reject) => {
    failed = reject;
    server.eval(code, server.context, 'code', (e, value) => (e ? reject(e) : resolve(value)));
  });
}

// Without the frames of this file and of what it calls.
function trace(e) {
  const ours = /^\s+at .*(\/code\/kernel\.js|node:(vm|repl|domain|internal)\b|<anonymous>\))/;
  return String(e.stack).split('\n').filter((line) => !ours.test(line)).join('\n');
}

function error(e) {
  const cause = e instanceof repl.Recoverable ? e.err : e;
  const plain = cause instanceof Error;
  tell({
    ev: 'error',
    name: plain ? cause.name : 'Error',
    value: plain ? String(cause.message) : util.inspect(cause),
    traceback: plain ? trace(cause) : util.inspect(cause),
  });
}

async function run({ code, env }) {
  Object.assign(process.env, env);
  let status = 0;
  try {
    const value = await evaluated(code + '\n');
    if (value !== undefined) {
      const data = { 'text/plain': util.inspect(value) };
      tell({ ev: 'result', data, main: true });
    }
  } catch (e) {
    status = 1;
    error(e);
  }
  failed = (e) => process.stderr.write(util.inspect(e) + '\n');
  tell({ ev: 'end', code: status });
}

let heard = Buffer.alloc(0);
let turn = Promise.resolve();
const asks = fs.createReadStream('', { fd: ASK });
asks.on('data', (data) => {
  heard = Buffer.concat([heard, data]);
  for (let at = heard.indexOf(0); at >= 0; at = heard.indexOf(0)) {
    const line = heard.subarray(0, at).toString();
    heard = heard.subarray(at + 1);
    turn = turn.then(() => run(JSON.parse(line)));
  }
});
asks.on('end', () => process.exit(0));
