'use strict';

function parse(text, separator = ',') {
  const rows = [];
  let row = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') field += text[++i];
      else if (c === '"') quoted = false;
      else field += c;
    } else if (c === '"') quoted = true;
    else if (c === separator) row.push(field), (field = '');
    else if (c === '\n') row.push(field), rows.push(row), (row = []), (field = '');
    else if (c !== '\r') field += c;
  }
  if (field || row.length) row.push(field), rows.push(row);
  return rows.filter((one) => one.length > 1 || one[0] !== '');
}

const write = (rows) => rows.map((row) => row.map((field) => (/[",\n]/.test(field) ? `"${field.replace(/"/g, '""')}"` : field)).join(',')).join('\n');

module.exports = { parse, write };
