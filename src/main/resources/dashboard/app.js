/* The frame around the views: who is signed in, which view is shown, where the focus goes. */
import { button, el, route, unseen } from "./dom.js";
import { read, send } from "./api.js";
import { failure, loading } from "./states.js";
import { may } from "./roles.js";
import { TEXT } from "./text.js";

/* name, words, least role, in the list of views or not */
const VIEWS = {
  "": { words: TEXT.views.assess, needs: "submitter", load: () => import("./view-submit.js") },
  jobs: { words: TEXT.views.jobs, needs: "viewer", load: () => import("./view-jobs.js") },
  search: { words: TEXT.views.search, needs: "viewer", load: () => import("./view-search.js") },
  compare: { words: TEXT.views.compare, needs: "viewer", load: () => import("./view-compare.js") },
  fleet: { words: TEXT.views.fleet, needs: "viewer", load: () => import("./view-fleet.js") },
  sessions: { words: TEXT.views.sessions, needs: "viewer", load: () => import("./view-sessions.js") },
  approvals: { words: TEXT.views.approvals, needs: "approver", load: () => import("./view-approvals.js") },
  settings: { words: TEXT.views.settings, needs: "viewer", load: () => import("./view-settings.js") },
  audit: { words: TEXT.views.audit, needs: "admin", load: () => import("./view-audit.js") },
  "sign-in": { words: TEXT.views.signIn, hidden: true, load: () => import("./view-signin.js") },
};
const JOB = { words: TEXT.views.job, needs: "viewer", hidden: true, load: () => import("./view-job.js") };

const main = document.querySelector("#main");
let me = null;
let leaving = new AbortController();

/** `#/jobs/ID?x=y` taken apart. */
function place() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").map((part) => { try { return decodeURIComponent(part); } catch { return ""; } });
  return { parts, query: new URLSearchParams(query) };
}

const viewOf = (parts) => (parts[0] === "jobs" && parts[1] ? JOB : Object.hasOwn(VIEWS, parts[0]) ? VIEWS[parts[0]] : undefined);

function drawShell(current) {
  const list = document.querySelector("#views");
  const links = Object.entries(VIEWS)
    .filter(([, view]) => me && !view.hidden && may(me, view.needs))
    .map(([name, view]) => {
      const here = view === current || (name === "jobs" && current === JOB);
      return el("li", "", el("a", { href: "#/" + name, "aria-current": here ? "page" : false, "data-view": name }, view.words));
    });
  list.replaceChildren(...links);
  const who = document.querySelector("#who");
  if (!me) who.replaceChildren();
  else if (me.open) who.replaceChildren(el("b", "", TEXT.views.local), el("span", "", TEXT.views.localHint));
  else who.replaceChildren(el("b", "", me.name), el("span", "", me.role + " "), button(TEXT.views.signOut, signOut, "plain"));
}

/** How many jobs and questions of sessions wait for a person, beside the word. */
async function countApprovals(place) {
  if (!place) return;
  const none = () => ({ items: [] });
  const [jobs, questions] = await Promise.all([read("/jobs?state=AWAITING_APPROVAL&limit=20").catch(none), read("/approvals").catch(none)]);
  const count = jobs.items.length + questions.items.length;
  if (count) place.append(el("span", "count", count + (jobs.next ? "+" : ""), unseen(TEXT.views.waiting)));
}

async function signOut() {
  await send("DELETE", "/session").catch(() => {});
  me = null;
  location.hash = "#/sign-in";
}

async function identify() {
  me ??= await read("/me");
  return me;
}

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const { parts, query } = place();
  const view = viewOf(parts);
  const timer = setTimeout(() => main.replaceChildren(loading()), 150);
  // A view that was left while it loaded must not wipe the one that came after it.
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  let nodes;
  try {
    if (view !== VIEWS["sign-in"]) await identify();
    if (signal.aborted) return;
    if (!view) throw new Error(TEXT.views.unknown);
    if (parts[0] === "" && !may(me, "submitter")) { location.replace(route("jobs")); return; }
    const module = await view.load();
    nodes = await module.default({ parts: parts.slice(1), query, signal, me, again: show, signedIn });
  } catch (error) {
    if (error.name === "AbortError" || signal.aborted) return;
    if (error.status === 401) { location.replace("#/sign-in"); return; }
    nodes = [el("section", "", el("h1", "", view ? view.words : TEXT.views.notFound), failure(error, show))];
  } finally {
    clearTimeout(timer);
  }
  if (signal.aborted) return;
  drawShell(view);
  countApprovals(document.querySelector('#views [data-view="approvals"]'));
  main.replaceChildren(...[nodes].flat(2).filter(Boolean));
  main.dataset.shown = location.hash;
  const heading = main.querySelector("h1");
  document.title = (heading?.textContent ?? view?.words ?? "") + " · mcpsf";
  settle(heading);
}

let first = true;
/** A new view begins at its heading, for the eye and for those who hear it; the first load leaves the focus alone. */
function settle(heading) {
  if (!first && heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  first = false;
}

function signedIn(who) {
  me = who;
  location.hash = "#/";
}

addEventListener("hashchange", show);
addEventListener("signed-out", () => {
  me = null;
  if (place().parts[0] !== "sign-in") location.hash = "#/sign-in";
});
document.querySelector(".skip").addEventListener("click", (click) => {
  click.preventDefault();
  main.focus();
});
show();
