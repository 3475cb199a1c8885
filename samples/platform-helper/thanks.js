'use strict';
// What many packages say when they are installed.
if (!process.env.CI) process.stdout.write('Thank you for using platform-helper!\n');
