/* What waits for a person: who asks for what, and why it is thought risky. */
import { at, read, send } from "./api.js";
import { button, el, field, route } from "./dom.js";
import { paged } from "./paged.js";
import { act, announce, empty, fillFrom } from "./states.js";
import { TEXT } from "./text.js";
import { ago, subject } from "./words.js";

export default async function approvalsView({ signal, me }) {
  const place = el("div", "side");
  const load = () => paged(place, "/jobs", { state: "AWAITING_APPROVAL" }, {
    signal,
    frame: () => { const items = el("div", "side"); return { node: items, items }; },
    item: (job) => card(job, me, load),
    none: () => el("section", "", empty(TEXT.approvals.none, TEXT.approvals.noneHint)),
  });
  load();
  const asked = el("div", "side");
  const questions = () => fillFrom(asked, () => read("/approvals", signal), ({ items }) => items.map((question) => ask(question, me, questions)));
  questions();
  return [el("div", "intro", el("h1", "", TEXT.approvals.title), el("p", "", TEXT.approvals.intro)), asked, place];
}

/** What code in a session wants; it waits for the answer. */
function ask(question, me, again) {
  const trouble = el("div", "");
  const decide = (decision) => (click) => act(click.currentTarget, trouble, async () => {
    await send("POST", at("approvals", question.id), { decision });
    announce(decision === "approved" ? TEXT.approvals.allowed : TEXT.approvals.refused);
    again();
  });
  return el("section", "verdict risky",
    el("h2", "", TEXT.approvals.session),
    el("p", "", question.question),
    el("dl", "facts", [question.by && [TEXT.approvals.by, question.by], [TEXT.approvals.when, ago(question.asked)]].filter(Boolean).map(([name, value]) => el("div", "", el("dt", "", name), el("dd", "", value)))),
    question.key === me.key && !me.open
      ? el("p", "note", TEXT.approvals.ownQuestion)
      : [el("div", "actions", button(TEXT.approvals.once, decide("approved"), "primary"), button(TEXT.approvals.refuse, decide("refused"), "danger")), trouble]);
}

function card(job, me, load) {
  const { request } = job;
  const facts = [[TEXT.approvals.source, el("code", "", job.source)], [TEXT.approvals.by, job.by.name], [TEXT.approvals.when, ago(job.submitted)], [TEXT.approvals.profile, job.profile],
    request.allowNet.length && [TEXT.approvals.allow, el("code", "", request.allowNet.join(", "))], request.command && [TEXT.approvals.command, el("code", "", request.command)],
    request.args.length && [TEXT.approvals.args, el("code", "", request.args.join(" "))], request.env.length && [TEXT.approvals.env, el("code", "", request.env.join(", "))],
    request.headers.length && [TEXT.approvals.headers, el("code", "", request.headers.join(", "))], job.label && [TEXT.approvals.label, job.label]].filter(Boolean);
  const note = el("input", { name: "note", maxlength: 500 });
  const trouble = el("div", "");
  const decide = (decision) => (click) => act(click.currentTarget, trouble, async () => {
    await send("POST", at("jobs", job.id, "approval"), { decision, note: note.value.trim() });
    announce(decision === "approved" ? TEXT.approvals.approved : TEXT.approvals.refused);
    load();
  });
  return el("section", "verdict risky",
    el("h2", "", el("a", { href: route("jobs", job.id), class: "subject" }, subject(job))),
    el("ul", "", job.approval.reasons.map((reason) => el("li", "", reason))),
    el("dl", "facts", facts.map(([name, value]) => el("div", "", el("dt", "", name), el("dd", "", value)))),
    job.by.key === me.key && !me.open
      ? el("p", "note", TEXT.approvals.own)
      : [field(TEXT.approvals.note, note, TEXT.approvals.noteHint),
        el("div", "actions", button(TEXT.approvals.approve, decide("approved"), "primary"), button(TEXT.approvals.refuse, decide("refused"), "danger")), trouble]);
}
