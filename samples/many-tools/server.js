#!/usr/bin/env node
'use strict';
// Forty tools with nested schemas, enums, bounds and patterns; prompts and resources too. Checks what it is given.
const { serve } = require('./mcp');

const filter = {
  type: 'object',
  properties: {
    field: { type: 'string', enum: ['name', 'date', 'size'] },
    not: { type: 'boolean', default: false },
    range: {
      type: 'object',
      properties: { from: { type: 'integer', minimum: 0 }, to: { type: 'integer', maximum: 1000 } },
      required: ['from', 'to'],
    },
  },
  required: ['field', 'range'],
};
const colour = { type: 'string', pattern: '^#[0-9a-f]{6}$' };
const schemas = [
  { type: 'object', properties: { filters: { type: 'array', items: filter, minItems: 1, maxItems: 3 } }, required: ['filters'] },
  { type: 'object', properties: { colour, alpha: { type: 'number', minimum: 0, maximum: 1 } }, required: ['colour'] },
  { type: 'object', properties: { when: { type: 'string', format: 'date' }, zone: { type: ['string', 'null'] } }, required: ['when'] },
  { type: 'object', properties: { id: { oneOf: [{ type: 'integer' }, { type: 'string', format: 'uuid' }] } }, required: ['id'] },
  {
    type: 'object',
    $defs: { point: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } }, required: ['x', 'y'] } },
    properties: { path: { type: 'array', items: { $ref: '#/$defs/point' }, minItems: 2 }, closed: { const: true } },
    required: ['path', 'closed'],
  },
];

const checks = [
  ({ filters }) => Array.isArray(filters) && filters.every(({ field, range }) => typeof field === 'string' && range.from >= 0),
  ({ colour: given }) => new RegExp(colour.pattern).test(given),
  ({ when }) => !Number.isNaN(Date.parse(when)),
  ({ id }) => ['number', 'string'].includes(typeof id),
  ({ path, closed }) => Array.isArray(path) && path.length >= 2 && closed === true,
];

const tools = Array.from({ length: 40 }, (_, number) => ({
  name: `catalogue_${String(number + 1).padStart(2, '0')}`,
  title: `Catalogue part ${number + 1}`,
  description: `Looks into part ${number + 1} of the catalogue`,
  inputSchema: schemas[number % schemas.length],
  annotations: { readOnlyHint: true },
  run: (given) => {
    if (!checks[number % checks.length](given)) throw new Error('these arguments do not fit the schema');
    return `part ${number + 1}: ${JSON.stringify(given).length} bytes of question`;
  },
}));

serve({
  name: 'catalogue',
  version: '4.2.0',
  instructions: 'Every part of the catalogue has its own tool.',
  tools,
  prompts: [
    { name: 'summary', description: 'Sums the catalogue up', text: 'Sum the catalogue up.' },
    {
      name: 'compare',
      description: 'Compares two parts',
      arguments: [{ name: 'first', required: true }, { name: 'second', required: true }],
      text: 'Compare the two parts.',
    },
  ],
  resources: [
    { uri: 'catalogue://index', name: 'Index', description: 'All parts', mimeType: 'text/plain', text: 'parts 1 to 40' },
    { uri: 'catalogue://about', name: 'About', description: 'What this is', text: 'a catalogue' },
  ],
});
