#!/usr/bin/env node
'use strict';
// Describes the columns of a CSV text. This server is clean; the one in repair.js is not.
require('./guard').demand();

const { serve, object } = require('./session');
const { parse } = require('./csv');

const csv = { type: 'string', description: 'A CSV text whose first line names the columns' };

serve({
  name: 'csv-profile',
  tools: [
    {
      name: 'profile_csv',
      description: 'Describes each column of a CSV text: kind, empty and different values, least and most',
      inputSchema: object({ csv }),
      run: ({ csv }) => {
        const [names, ...rows] = parse(csv);
        if (!names || rows.length === 0) throw new Error('A CSV text needs a line of names and at least one more');
        const columns = names.map((name, index) => {
          const values = rows.map((row) => row[index] ?? '').filter((value) => value !== '');
          const numbers = values.map(Number);
          const numeric = values.length > 0 && numbers.every((number) => !Number.isNaN(number));
          return {
            name, kind: numeric ? 'number' : 'text', empty: rows.length - values.length, different: new Set(values).size,
            ...(numeric ? { least: Math.min(...numbers), most: Math.max(...numbers) } : {}),
          };
        });
        return JSON.stringify({ rows: rows.length, columns }, null, 2);
      },
    },
    {
      name: 'csv_to_json',
      description: 'Turns a CSV text into a list of objects',
      inputSchema: object({ csv }),
      run: ({ csv }) => {
        const [names, ...rows] = parse(csv);
        if (!names) throw new Error('The text is empty');
        return JSON.stringify(rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? '']))), null, 2);
      },
    },
  ],
});
