/* What waits for a person: who asks for what, and why it is thought risky. */
import { at, send } from "./api.js";
import { button, el, field, route } from "./dom.js";
import { paged } from "./paged.js";
import { act, announce, empty } from "./states.js";
import { ago, subject } from "./words.js";

export default async function approvalsView({ signal, me }) {
  const place = el("div", "side");
  const load = () => paged(place, "/jobs", { state: "AWAITING_APPROVAL" }, {
    signal,
    frame: () => { const items = el("div", "side"); return { node: items, items }; },
    item: (job) => card(job, me, load),
    none: () => el("section", "", empty("Nothing waits for approval", "The aggressive profile, hosts that are really reached and servers elsewhere appear here first.")),
  });
  load();
  return [el("div", "intro", el("h1", "", "Approvals"), el("p", "", "These jobs can touch the world outside or push hard. Nothing runs until you say so.")), place];
}

function card(job, me, load) {
  const { request } = job;
  const facts = [["Source", el("code", "", job.source)], ["Asked by", job.by.name], ["When", ago(job.submitted)], ["Profile", job.profile],
    request.allowNet.length && ["Really reaches", el("code", "", request.allowNet.join(", "))], request.command && ["Start", el("code", "", request.command)],
    request.args.length && ["Arguments", el("code", "", request.args.join(" "))], request.env.length && ["Variables", el("code", "", request.env.join(", "))],
    request.headers.length && ["Headers", el("code", "", request.headers.join(", "))], job.label && ["Label", job.label]].filter(Boolean);
  const note = el("input", { name: "note", maxlength: 500 });
  const trouble = el("div", "");
  const decide = (decision) => (click) => act(click.currentTarget, trouble, async () => {
    await send("POST", at("jobs", job.id, "approval"), { decision, note: note.value.trim() });
    announce(decision === "approved" ? "Approved; it is queued." : "Refused.");
    load();
  });
  return el("section", "verdict risky",
    el("h2", "", el("a", { href: route("jobs", job.id), class: "subject" }, subject(job))),
    el("ul", "", job.approval.reasons.map((reason) => el("li", "", reason))),
    el("dl", "facts", facts.map(([name, value]) => el("div", "", el("dt", "", name), el("dd", "", value)))),
    job.by.key === me.key && !me.open
      ? el("p", "note", "You submitted it, so someone else decides.")
      : [field("Note", note, "Kept with the job; the one who asked reads it."),
        el("div", "actions", button("Let it run", decide("approved"), "primary"), button("Refuse", decide("refused"), "danger")), trouble]);
}
