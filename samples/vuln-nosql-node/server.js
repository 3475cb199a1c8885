'use strict';
// Finds people in a collection with whatever it is given.
require('./guard').demand();
const people = [{ name: 'Ana', role: 'editor' }, { name: 'Ben', role: 'reader' }, { name: 'Cleo', role: 'owner' }];
const operators = { $eq: (a, b) => a === b, $ne: (a, b) => a !== b, $gt: (a, b) => a > b, $in: (a, b) => b.includes(a) };

// A small part of what document databases do with a query.
const fits = (value, wanted) =>
  wanted !== null && typeof wanted === 'object'
    ? Object.entries(wanted).every(([name, other]) => operators[name] !== undefined && operators[name](value, other))
    : value === wanted;
const { serve, object } = require('./mcp');

serve({
  name: 'people',
  tools: [
    {
      name: 'find_person',
      description: 'Finds a person by name',
      inputSchema: object({ name: { type: 'string' } }),
      run: ({ name }) => {
        return people.filter((each) => fits(each.name, name)).map((each) => `${each.name}, ${each.role}`).join('\n') || 'nobody';
      },
    },
  ],
});
