/* Folders and archives on their way from the reader's computer to the service. */
import { address, ask, Hint } from "./api.js";
import { chosen, dropped, pack } from "./archive.js";
import { visible } from "./dom.js";
import { failure } from "./states.js";
import { TEXT } from "./text.js";
import { bytes, plural } from "./words.js";

/** A folder or an archive may be dropped anywhere on the form. */
export function takeDrops(form, parts, trouble) {
  const over = (event) => { event.preventDefault(); form.classList.add("dropping"); };
  form.addEventListener("dragover", over);
  form.addEventListener("dragleave", () => form.classList.remove("dropping"));
  form.addEventListener("drop", async (event) => {
    event.preventDefault();
    form.classList.remove("dropping");
    trouble.replaceChildren();
    const entry = event.dataTransfer.items[0]?.webkitGetAsEntry?.();
    try {
      if (entry?.isDirectory) {
        parts.dropped = await dropped(entry);
        parts.choose("folder");
        parts.taken.textContent = visible(parts.dropped.name) + ", " + plural(parts.dropped.entries.length, "file");
      } else if (entry?.isFile) {
        parts.archive.files = event.dataTransfer.files;
        parts.choose("archive");
      }
    } catch (error) {
      trouble.replaceChildren(failure(error));
    }
  });
  parts.folder.addEventListener("input", () => { parts.dropped = undefined; parts.taken.textContent = ""; });
}

/** Sends what was chosen; the answer names the source that it is now. */
export async function upload(parts, settings, tell) {
  let name, body, type = "application/gzip";
  if (parts.where() === "folder") {
    if (!parts.dropped && !parts.folder.files.length) throw new Hint(TEXT.upload.noFolder);
    const folder = parts.dropped ?? chosen(parts.folder.files);
    name = folder.name;
    tell(TEXT.upload.packing);
    body = await pack(folder.entries);
  } else {
    [body] = parts.archive.files;
    if (!body) throw new Hint(TEXT.upload.noArchive);
    name = body.name.replace(/\.(tgz|tar\.gz|tar|zip)$/i, "");
    if (/\.zip$/i.test(body.name)) type = "application/zip";
    else if (/\.tar$/i.test(body.name)) type = "application/x-tar";
  }
  if (body.size > settings.uploadBytes) throw new Hint(TEXT.upload.tooLarge(bytes(body.size), bytes(settings.uploadBytes)));
  tell(TEXT.upload.sending(bytes(body.size)));
  const safe = name.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "").slice(0, 64);
  const answer = await ask("POST", address("/uploads", { name: safe }), { body: new Blob([body], { type }), type });
  return { source: (await answer.json()).source, name };
}
