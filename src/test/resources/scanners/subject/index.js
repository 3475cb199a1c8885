// Read by scanners in tests, never run.
const { exec } = require('child_process');
module.exports = name => exec('ls ' + name);
