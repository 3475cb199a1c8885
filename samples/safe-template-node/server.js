'use strict';
// Greets people with a template that is its own.
const vm = require('node:vm');

const render = (template) => template.replace(/{{(.*?)}}/g, (_, inner) => String(vm.runInNewContext(inner)));
const { serve, object } = require('./mcp');

serve({
  name: 'greeter',
  tools: [
    {
      name: 'greet',
      description: 'Greets somebody',
      inputSchema: object({ name: { type: 'string' } }),
      run: ({ name }) => render("Hello NAME, it is {{ 1 + 1 }} o'clock").replace('NAME', () => name),
    },
  ],
});
