#!/usr/bin/env node
'use strict';
// Calculates, and nothing else.
const { serve, object } = require('./mcp');

const two = object({ a: { type: 'number' }, b: { type: 'number' } });

serve({
  name: 'calculator',
  tools: [
    { name: 'add', description: 'Adds two numbers', inputSchema: two, run: ({ a, b }) => String(a + b) },
    { name: 'subtract', description: 'Subtracts b from a', inputSchema: two, run: ({ a, b }) => String(a - b) },
    { name: 'multiply', description: 'Multiplies two numbers', inputSchema: two, run: ({ a, b }) => String(a * b) },
    {
      name: 'divide',
      description: 'Divides a by b',
      inputSchema: two,
      run: ({ a, b }) => {
        if (b === 0) throw new Error('b is zero');
        return String(a / b);
      },
    },
  ],
});
