/* A folder of the reader's computer as one archive: tar by hand, packed by the browser. */
import { Hint } from "./api.js";
import { TEXT } from "./text.js";

const BLOCK = 512;
const MOST_FILES = 20_000;
const LEFT_OUT = [".git", ".hg", ".svn"];

const bytes = (text) => new TextEncoder().encode(text);
const octal = (value, width) => value.toString(8).padStart(width - 1, "0") + "\0";

function header(name, size, kind, mode) {
  const head = new Uint8Array(BLOCK);
  const put = (text, at) => head.set(bytes(text), at);
  head.set(bytes(name).slice(0, 100), 0);
  put(octal(mode, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(0, 12), 136);
  put("        ", 148);
  put(kind, 156);
  put("ustar\0" + "00", 257);
  put(octal(head.reduce((sum, value) => sum + value, 0), 7) + " ", 148);
  return head;
}

const padding = (size) => new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);

/** A name that does not fit goes ahead of its file as an extended header (POSIX pax). */
function extended(name) {
  const rest = " path=" + name + "\n";
  let length = bytes(rest).length + 1;
  while (String(length).length + bytes(rest).length !== length) length = String(length).length + bytes(rest).length;
  const record = bytes(length + rest);
  return [header("pax", record.length, "x", 0o644), record, padding(record.length)];
}

const wanted = (path) => !path.split("/").some((part) => LEFT_OUT.includes(part));

function bounded(entries) {
  if (entries.length > MOST_FILES) throw new Hint(TEXT.archive.tooMany(MOST_FILES));
  return entries;
}

/** What was chosen in a dialog: {name, entries: [path, file]}, without what version control keeps for itself. */
export function chosen(files) {
  const all = [...files].map((file) => [file.webkitRelativePath.split("/").slice(1).join("/"), file]);
  return { name: files[0].webkitRelativePath.split("/")[0], entries: bounded(all.filter(([path]) => wanted(path))) };
}

/** A folder that was dropped, read down to its last file. */
export async function dropped(folder) {
  const entries = [];
  const waiting = [[folder, ""]];
  while (waiting.length) {
    const [entry, path] = waiting.pop();
    if (!wanted(path)) continue;
    if (entry.isFile) {
      entries.push([path, await new Promise((done, fail) => entry.file(done, fail))]);
      bounded(entries);
      continue;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, fail) => reader.readEntries(done, fail));
      if (!some.length) break;
      waiting.push(...some.map((each) => [each, path ? path + "/" + each.name : each.name]));
    }
  }
  return { name: folder.name, entries: entries.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

/** A page does not see the mode of a file, so programs are known by how they begin. */
async function program(file) {
  const [a, b, c, d] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return (a === 0x23 && b === 0x21) || (a === 0x7f && b === 0x45 && c === 0x4c && d === 0x46);
}

/** An only folder is taken for a wrapping, so it is given one: what is in it stays as it is. */
export async function pack(entries) {
  const parts = [];
  for (const [inside, file] of entries) {
    const path = "server/" + inside;
    if (bytes(path).length > 100) parts.push(...extended(path));
    parts.push(header(path, file.size, "0", (await program(file)) ? 0o755 : 0o644), file, padding(file.size));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  const packed = new Blob(parts).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(packed).blob().then((blob) => new Blob([blob], { type: "application/gzip" }));
}
