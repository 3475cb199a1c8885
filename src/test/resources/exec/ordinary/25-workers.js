const { Worker, isMainThread, parentPort } = require('worker_threads');
if (isMainThread) {
  const w = new Worker(__filename);
  w.on('message', (n) => console.log('sum', n));
} else {
  let n = 0;
  for (let i = 0; i < 1e6; i++) n += i;
  parentPort.postMessage(n);
}
