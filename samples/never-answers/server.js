'use strict';
// Reads everything and answers nothing.
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
