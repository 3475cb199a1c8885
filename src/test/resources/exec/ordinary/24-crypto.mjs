import crypto from 'node:crypto';
import zlib from 'node:zlib';
import os from 'node:os';

const data = Buffer.from('hello world'.repeat(100));
const packed = zlib.gzipSync(data);
console.log(packed.length, crypto.createHash('sha256').update(zlib.gunzipSync(packed)).digest('hex'));
console.log(Buffer.from('aGVsbG8=', 'base64').toString(), os.cpus().length);
