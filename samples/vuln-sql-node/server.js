'use strict';
// Finds people in a database with a statement made of text.
require('./guard').demand();
const { DatabaseSync } = require('node:sqlite');
const { serve, object } = require('./mcp');

const people = new DatabaseSync(':memory:');
people.exec("CREATE TABLE person (name TEXT, city TEXT); INSERT INTO person VALUES ('Ana', 'Lisbon'), ('Ben', 'Bern'), ('Cleo', 'Lisbon')");

serve({
  name: 'people',
  tools: [
    {
      name: 'find_people',
      description: 'Finds people by the city they live in',
      inputSchema: object({ city: { type: 'string' } }),
      run: ({ city }) => {
        const rows = people.prepare(`SELECT name, city FROM person WHERE city = '${city}'`).all();
        return rows.map((each) => `${each.name}, ${each.city}`).join('\n') || 'nobody';
      },
    },
  ],
});
