import { createReadStream, createWriteStream } from 'fs';
import { pipeline } from 'stream/promises';
import readline from 'readline';

const rl = readline.createInterface({ input: createReadStream('data/big.txt') });
let n = 0;
for await (const line of rl) n += line.length;
await pipeline(createReadStream('data/big.txt'), createWriteStream('/workspace/results/copy.txt'));
console.log(n);
