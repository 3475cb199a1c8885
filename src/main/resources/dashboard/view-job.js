/* One job: how it goes while it runs, and its report when it is done. */
import { address, at, download, read, send } from "./api.js";
import { button, el, visible } from "./dom.js";
import { state, verdict, verdictStyle } from "./badges.js";
import { confirmed } from "./dialog.js";
import { Live } from "./live.js";
import { may, owns } from "./roles.js";
import { announce, failure, fillFrom } from "./states.js";
import { follow } from "./stream.js";
import { tabbed } from "./tabs.js";
import { TEXT } from "./text.js";
import { ago, bytes, lower, moment, over, plural, span, stateWords, subject } from "./words.js";

const FORMATS = {
  html: ["html", TEXT.job.html], json: ["json", TEXT.job.json], md: ["md", TEXT.job.md], sarif: ["sarif", TEXT.job.sarif],
  junit: ["xml", TEXT.job.junit], csv: ["csv", TEXT.job.csv], stix: ["stix.json", TEXT.job.stix],
  navigator: ["navigator.json", TEXT.job.navigator], ecs: ["ecs.jsonl", TEXT.job.ecs], ocsf: ["ocsf.jsonl", TEXT.job.ocsf], cef: ["cef", TEXT.job.cef],
};

export default async function jobView({ parts: [id], signal, me }) {
  const page = { id, me, signal, job: await read(at("jobs", id), signal), head: el("div", ""), body: el("div", "side") };
  drawHead(page);
  drawBody(page);
  return [page.head, page.body];
}

function drawHead(page) {
  const { head, job, me, id } = page;
  const result = job.result;
  const facts = [
    [TEXT.job.source, el("code", "", job.source)], [TEXT.job.profile, job.profile], job.label && job.label !== subject(job) && [TEXT.job.label, job.label],
    [TEXT.job.by, job.by.name], [TEXT.job.submitted, el("span", { title: moment(job.submitted) }, ago(job.submitted))],
    job.finished && job.started && [TEXT.job.took, span(Date.parse(job.finished) - Date.parse(job.started))],
    job.worker && [TEXT.job.worker, job.worker], job.attempt > 1 && [TEXT.job.attempt, TEXT.job.attempts(job.attempt, job.attempts)],
  ].filter(Boolean);
  const actions = [
    job.state === "AWAITING_APPROVAL" && may(me, "approver") && el("a", { class: "button primary", href: "#/approvals" }, TEXT.job.decide),
    !over(job) && owns(me, job) && button(job.cancelRequested ? TEXT.job.cancelling : TEXT.job.cancel, () => cancel(id), ""),
    may(me, "submitter") && over(job) && el("a", { class: "button", href: "#/?again=" + encodeURIComponent(id) }, TEXT.job.again),
    job.state === "DONE" && button(TEXT.job.fullScreen, () => { page.tabs.show("report"); page.body.querySelector(".frame").requestFullscreen(); }),
    job.state === "DONE" && el("a", { class: "button", href: "#/compare?after=" + encodeURIComponent(id) }, TEXT.job.compare),
    over(job) && owns(me, job) && button(TEXT.job.delete, () => remove(id, subject(job)), "danger"),
  ].filter(Boolean);
  const held = head.contains(document.activeElement) ? document.activeElement.textContent : "";
  head.replaceChildren(el("section", "verdict " + (result ? verdictStyle(result.verdict) : over(job) ? "none" : "running"),
    el("div", "head", result ? verdict(result.verdict) : state(job.state), actions.length > 0 && el("div", "actions", actions)),
    el("h1", { tabindex: "-1" }, subject(job)),
    el("p", "", result ? result.summary : el("b", "", headline(job) + ". "), !result && el("span", "quiet", whatNow(job))),
    el("dl", "facts", facts.map(([name, value]) => el("div", "", el("dt", "", name), el("dd", "", value))))));
  // Whoever stood on a button stands on it still.
  if (held) [...head.querySelectorAll("button, a, h1")].find((each) => each.textContent === held)?.focus();
}

const headline = (job) => ({
  AWAITING_APPROVAL: TEXT.job.awaiting, QUEUED: TEXT.job.queued, RUNNING: job.cancelRequested ? TEXT.job.stopping : TEXT.job.running,
  FAILED: TEXT.job.failed, CANCELLED: TEXT.job.cancelled, REFUSED: TEXT.job.refused,
})[job.state] ?? stateWords(job.state);

function whatNow(job) {
  switch (job.state) {
    case "AWAITING_APPROVAL": return TEXT.job.awaitingHint(job.approval.reasons.join("; "));
    case "QUEUED": return job.position > 0 ? TEXT.job.position(plural(job.position, "job")) : TEXT.job.next;
    case "FAILED": return job.failure ? [job.failure.what, job.failure.why, job.failure.next].filter(Boolean).map(sentence).join(" ") : TEXT.job.noReason;
    case "REFUSED": return TEXT.job.refusedHint(job.approval.note);
    case "CANCELLED": return TEXT.job.cancelledHint;
    default: return TEXT.job.runningHint;
  }
}

const sentence = (words) => {
  const text = words.trim().replace(/^(?=\p{Ll}+(?:\s|$))\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?…]$/.test(text) ? text : text + ".";
};

async function cancel(id) {
  if (!(await confirmed(TEXT.job.cancelTitle, TEXT.job.cancelHint, TEXT.job.cancelYes))) return;
  try {
    await send("POST", at("jobs", id, "cancel"));
    announce(TEXT.job.cancelDone);
  } catch (error) {
    announce(error.message);
  }
}

async function remove(id, name) {
  if (!(await confirmed(TEXT.job.deleteTitle, TEXT.job.deleteHint(name), TEXT.job.deleteYes))) return;
  try {
    await send("DELETE", at("jobs", id));
    announce(TEXT.job.deleted);
    location.hash = "#/jobs";
  } catch (error) {
    announce(error.message);
  }
}

function drawBody(page) {
  if (!over(page.job)) {
    page.body.replaceChildren(watch(page, true));
    waitWith(page);
    return;
  }
  const done = page.job.state === "DONE";
  page.tabs = tabbed(TEXT.job.tabs, [
    ...(done ? [["report", TEXT.job.report, () => report(page)]] : []),
    ["live", TEXT.job.live, () => watch(page, false)],
    ...(done ? [["files", TEXT.job.files, () => downloads(page)]] : []),
  ], done ? "report" : "live");
  page.body.replaceChildren(page.tabs.list, page.tabs.panels);
}

/** The stream of the job, drawn as it comes. When it ends under our eyes the report takes its place. */
function watch(page, live) {
  const place = el("div", "side");
  let shown, attempt = 0;
  const line = el("span", "hint");
  const begin = () => { shown = new Live(); place.replaceChildren(shown.node); if (live) { shown.aside.append(line); shown.tick(page.signal); } };
  begin();
  const tell = (message) => {
    let event;
    try { event = JSON.parse(message.data); } catch { return undefined; }
    switch (event.kind) {
      case "state":
        if (event.state.state === "RUNNING" && attempt && event.state.attempt !== attempt) begin();
        if (event.state.state === "RUNNING") attempt = event.state.attempt;
        if (live) refresh(page);
        break;
      case "phase": shown.begins(event.phase.phase, event.phase.detail, event.at); break;
      case "done": shown.ends(event.done); break;
      case "note": shown.note(event.note.text); break;
      case "counts": shown.counts(event.counts); break;
      case "seen": shown.seen(event.seen); break;
      case "end": shown.over(); if (live) finish(page); return false;
      default:
    }
    return undefined;
  };
  const state = (word) => line.replaceChildren(
    el("span", "state " + word, { live: TEXT.job.streaming, broken: TEXT.job.reconnecting, over: TEXT.job.over }[word]));
  follow(at("jobs", page.id, "events"), { tell, state, signal: page.signal })
    .catch((error) => { if (!page.signal.aborted) place.prepend(failure(error)); });
  return place;
}

/** A job that waits tells nothing by itself, so its place in the queue is asked for. */
async function waitWith(page) {
  while (!page.signal.aborted && ["QUEUED", "AWAITING_APPROVAL"].includes(page.job.state)) {
    await new Promise((done) => setTimeout(done, 3000));
    if (!document.hidden) await refresh(page);
  }
}

async function refresh(page) {
  const job = await read(at("jobs", page.id), page.signal).catch(() => null);
  if (!job || page.signal.aborted || JSON.stringify(job) === JSON.stringify(page.job)) return;
  page.job = job;
  drawHead(page);
  // A tab in the background tells how it went.
  document.title = visible((job.result ? lower(job.result.verdict) : stateWords(job.state)) + ": " + subject(job)) + " · mcpsf";
}

async function finish(page) {
  await refresh(page);
  if (page.signal.aborted || !over(page.job)) return;
  announce(page.job.result ? TEXT.job.done(lower(page.job.result.verdict)) : TEXT.job.ended(stateWords(page.job.state)));
  drawBody(page);
}

function report({ id, job }) {
  // The report carries a policy of its own, and here an origin of its own besides.
  return el("section", "frame", el("iframe", { sandbox: "allow-scripts", referrerpolicy: "no-referrer", title: TEXT.job.frame(subject(job)), src: "/api/v1/jobs/" + encodeURIComponent(id) + "/report?format=html" }));
}

function downloads({ id, job, signal }) {
  const name = "mcpsf-" + subject(job).replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 60);
  const get = (path, file) => async (click) => {
    const control = click.currentTarget;
    control.disabled = true;
    await download(path, file).catch((error) => announce(error.message));
    control.disabled = false;
  };
  const formats = el("ul", "formats", Object.entries(FORMATS).map(([word, [ending, use]]) => el("li", "",
    el("button", { type: "button", onclick: get(address(at("jobs", id, "report"), { format: word }), name + "." + ending) }, word, el("span", "", use)))));
  const files = el("div", "");
  fillFrom(files, () => read(at("jobs", id, "files"), signal), ({ items }) => (items.length
    ? el("ul", "lines", items.map((file) => el("li", "", el("span", "times", bytes(file.bytes)), el("code", "", file.name),
      el("button", { type: "button", "aria-label": TEXT.job.downloadFile(file.name), onclick: get(address(at("jobs", id, "file"), { name: file.name }), file.name.replaceAll("/", "-")) }, TEXT.job.download))))
    : el("p", "quiet", TEXT.job.noFiles)));
  return [el("section", "", el("h2", "", TEXT.job.formats), formats),
    el("section", "", el("h2", "", TEXT.job.caseFiles), el("p", "quiet", TEXT.job.caseHint), files)];
}
