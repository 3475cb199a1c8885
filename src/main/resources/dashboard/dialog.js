/* A question before what cannot be undone, and a place for what is shown once. */
import { button, el, freshId } from "./dom.js";
import { TEXT } from "./text.js";

/** Shows a dialog; the promise ends when it is closed, with the word of the button that closed it. */
export function show(title, inside, answers) {
  const heading = el("h2", { id: freshId("dialog") }, title);
  const dialog = el("dialog", { "aria-labelledby": heading.id }, heading, inside);
  dialog.append(el("div", "actions", answers.map(([word, words, look]) => button(words, () => dialog.close(word), look))));
  document.body.append(dialog);
  dialog.showModal();
  // The last answer is the harmless one.
  dialog.querySelector(".actions:last-child button:last-child").focus();
  const leave = () => dialog.close("");
  addEventListener("hashchange", leave, { once: true });
  return new Promise((done) => {
    dialog.addEventListener("close", () => { removeEventListener("hashchange", leave); dialog.remove(); done(dialog.returnValue); }, { once: true });
  });
}

export const confirmed = async (title, words, action) =>
  (await show(title, el("p", "", words), [["yes", action, "danger"], ["", TEXT.dialog.keep, ""]])) === "yes";
