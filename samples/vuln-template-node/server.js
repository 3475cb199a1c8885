'use strict';
// Greets people with a template made of their names.
require('./guard').demand();
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
      run: ({ name }) => render(`Hello ${name}, it is {{ 1 + 1 }} o'clock`),
    },
  ],
});
