/* What stands where nothing stands yet: loading, nothing here, something went wrong. */
import { button, el, link, visible } from "./dom.js";
import { Hint, Problem } from "./api.js";
import { TEXT } from "./text.js";

export const loading = (words = TEXT.state.loading) =>
  el("p", { class: "loading", role: "status" }, el("span", { class: "spinner", "aria-hidden": "true" }), words);

/** Nothing is here, and this is what to do about it. */
export function empty(title, words, action) {
  return el("div", "empty", el("p", "title", title), el("p", "quiet", words),
    action && el("p", "", link(action.to, action.words)));
}

export function failure(error, retry) {
  if (error instanceof Hint) return el("div", { class: "failure", role: "alert" }, el("p", "title", error.message));
  const known = error instanceof Problem ? error
    : { title: TEXT.state.pageFault, detail: String(error?.message ?? error), next: TEXT.state.reload };
  return el("div", { class: "failure", role: "alert" },
    el("p", "title", known.title),
    known.detail && el("p", "", known.detail),
    el("p", "quiet", known.next),
    el("p", "actions", retry && button(TEXT.state.retry, retry), known.status === 401 && link("#/sign-in", TEXT.state.signIn)));
}

/** Fills a place with what a promise brings, and with its trouble when it does not. */
export async function fillFrom(place, load, show, words) {
  // Whoever types quickly asks again before the first answer is there; only the last one counts.
  const turn = (place.turn = Symbol("turn"));
  // What is there stays until something better comes: nothing flickers while one types.
  if (!place.children.length) place.replaceChildren(loading(words));
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await load();
    if (place.turn !== turn) return;
    const shown = show(answer);
    place.replaceChildren(...[shown].flat(2).filter(Boolean));
  } catch (error) {
    if (error.name === "AbortError" || place.turn !== turn) return;
    place.replaceChildren(failure(error, () => fillFrom(place, load, show, words)));
  } finally {
    if (place.turn === turn) place.removeAttribute("aria-busy");
  }
}

/** Says something to those who hear the page, and shows it for a while to all. */
export function announce(words) {
  const place = document.querySelector("#toast");
  place.textContent = visible(words);
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => { place.textContent = ""; }, 6000);
}

/** Runs an action of a button: busy meanwhile, its trouble told beside it. */
export async function act(control, beside, action) {
  control.disabled = true;
  beside?.replaceChildren();
  try {
    return await action();
  } catch (error) {
    if (beside) beside.replaceChildren(failure(error));
    else announce((error.title ?? "") + " " + error.message);
    return undefined;
  } finally {
    control.disabled = false;
  }
}
