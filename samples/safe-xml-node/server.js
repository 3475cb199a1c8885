'use strict';
// Reads the text of an XML document and resolves no entities.
const { serve, object } = require('./mcp');

serve({
  name: 'xml',
  tools: [
    {
      name: 'read_text',
      description: 'Returns the text of an XML document',
      inputSchema: object({ xml: { type: 'string' } }),
      run: ({ xml }) => xml.replace(/<!DOCTYPE[^[]*\[[^\]]*\]>|<[^>]*>/g, '').trim() || 'nothing',
    },
  ],
});
