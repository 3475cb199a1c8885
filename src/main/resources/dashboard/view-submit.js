/* A new assessment: what, how hard, and what happens next. */
import { at, Hint, read, send } from "./api.js";
import { button, choice, el, field, link, route } from "./dom.js";
import { act, announce, empty, fillFrom } from "./states.js";
import { state, verdict } from "./badges.js";
import { takeDrops, upload } from "./upload.js";
import { ago, bytes, plural, subject } from "./words.js";

const EXAMPLES = ["@modelcontextprotocol/server-everything", "pypi:mcp-server-time", "github:modelcontextprotocol/servers", "https://mcp.example.com/mcp"];
const PROFILES = {
  safe: "One valid call for each tool. A quick look, some ten seconds.",
  balanced: "Two calls for each tool, a wait for delayed behaviour, hostile input within bounds. About a minute.",
  aggressive: "All hostile input there is, and the time for it. Several minutes.",
};

const lines = (area) => area.value.split("\n").map((line) => line.trim()).filter(Boolean);

export default async function submitView({ query, signal, me }) {
  const settings = await read("/settings", signal);
  const again = query.get("again") ? await read(at("jobs", query.get("again")), signal).catch(() => null) : null;
  const parts = controls(settings, again, me);
  const trouble = el("div", "");
  const go = el("button", { type: "submit", class: "primary" }, "Assess it");
  const form = el("form", {
    onsubmit: (event) => {
      event.preventDefault();
      act(go, trouble, async () => {
        const job = await submit(parts, settings, (words) => { go.textContent = words; }).finally(() => { go.textContent = "Assess it"; });
        announce(job.state === "AWAITING_APPROVAL" ? "Submitted. It waits for an approver." : "Submitted.");
        location.hash = route("jobs", job.id);
      });
    },
    oninput: () => parts.explain(),
  }, parts.nodes, el("div", "actions", go), trouble);
  parts.explain();
  takeDrops(form, parts, trouble);
  return [
    el("div", "intro", el("h1", "", "Assess a server"),
      el("p", "", "It runs in a sealed sandbox with decoy credentials and a fake internet. You see what it does.")),
    el("div", "columns main-side", el("section", "", form), el("div", "side", recent(signal), nextSteps(settings))),
  ];
}

function controls(settings, again, me) {
  const source = el("input", { class: "big", name: "source", maxlength: 2000, autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "npm package, pypi:NAME, GitHub or https:// address" });
  if (again) source.value = again.source;
  const examples = el("div", "chips", el("span", "hint", "For example"), EXAMPLES.map((example) =>
    button(example, () => { source.value = example; source.focus(); source.dispatchEvent(new Event("input", { bubbles: true })); })));
  const folder = el("input", { type: "file", name: "folder", webkitdirectory: true, multiple: true });
  const archive = el("input", { type: "file", name: "archive", accept: ".tgz,.tar.gz,.tar,.zip" });
  const taken = el("p", { role: "status" });
  const radios = (name, options, picked) => options.map(([value, words, hint]) => {
    const radio = el("input", { type: "radio", name, value });
    radio.checked = value === picked;
    return el("label", "option", radio, el("b", "", words), el("span", "", hint));
  });
  const where = el("fieldset", "", el("legend", "unseen", "Where it comes from"), el("div", "segments",
    [["source", "Package or address"], ["folder", "Folder of yours"], ["archive", "Archive"]].map(([value, words]) => {
      const radio = el("input", { type: "radio", name: "where", value });
      radio.checked = value === "source";
      return el("label", "", radio, words);
    })));
  const places = {
    source: el("div", "", field("Source", source), examples),
    folder: el("div", "", field("Folder", folder, "Choose it, or drop it here. At most " + bytes(settings.uploadBytes) + " packed; what .git keeps is left out."), taken),
    archive: field("Archive", archive, "At most " + bytes(settings.uploadBytes) + ". The server's files lie at its top."),
  };
  const profiles = el("fieldset", "", el("legend", "", "How hard it is questioned"), el("div", "options",
    radios("profile", settings.profiles.map((word) => [word, word, PROFILES[word] ?? ""]), again?.profile ?? "balanced")));
  let touched = Boolean(again);
  profiles.addEventListener("input", () => { touched = true; });
  const command = el("input", { name: "command", class: "mono", maxlength: 2000, autocomplete: "off", spellcheck: "false" });
  const args = el("textarea", { name: "args", spellcheck: "false" });
  const env = el("textarea", { name: "env", spellcheck: "false" });
  const allow = el("textarea", { name: "allowNet", spellcheck: "false" });
  const headers = el("textarea", { name: "headers", spellcheck: "false" });
  const timeout = el("input", { name: "timeout", type: "number", min: 10, max: 3600 });
  const seed = el("input", { name: "seed", type: "number", min: 0 });
  const label = el("input", { name: "label", maxlength: 200 });
  const priority = choice("priority", [["9", "first of mine"], ["5", "as usual"], ["0", "when there is time"]], "5");
  if (again) {
    command.value = again.request.command;
    args.value = again.request.args.join("\n");
    allow.value = again.request.allowNet.join("\n");
    label.value = again.label;
  }
  const options = el("details", "", el("summary", "", "More options"),
    field("Start command", command, "Only if it is not found by itself."),
    el("div", "two",
      field("Arguments for the server", args, "One a line."),
      field("Variables for the server", env, "NAME=value, one a line. Never shown again, forgotten when the job is over."),
      field("Hosts that are really reached", allow, "One a line. Leave empty to keep it on the fake internet."),
      field("Headers for a remote server", headers, "Name: value, one a line. Never shown again."),
      field("Time limit in seconds", timeout, "As the profile says unless given."),
      field("Seed", seed, "The same seed repeats the same questions."),
      field("Label", label, "A word of yours, shown with the job."),
      field("Order", priority)));
  if (again && (again.request.allowNet.length || again.request.command)) options.open = true;
  const approval = el("div", { class: "note", role: "status", hidden: true });
  const picked = (name) => where.parentElement.closest("form").elements[name].value;
  return {
    nodes: [where, places.source, places.folder, places.archive, profiles, options, approval],
    source, folder, archive, taken, command, args, env, allow, headers, timeout, seed, label, priority,
    choose(name) {
      where.querySelector('[value="' + name + '"]').checked = true;
      this.explain();
    },
    where: () => picked("where"), profile: () => picked("profile"),
    explain() {
      // A server that others use is asked gently unless someone says otherwise.
      if (!touched) profiles.querySelector('[value="' + (elsewhere(this) ? "safe" : again?.profile ?? "balanced") + '"]').checked = true;
      for (const [name, place] of Object.entries(places)) place.hidden = name !== this.where();
      const reasons = highRisk(this, settings);
      approval.hidden = !reasons.length;
      approval.replaceChildren(el("p", "", el("b", "", "This will wait for approval: "), reasons.join("; "), "."),
        el("p", "hint", me.open ? "Let it run under Approvals." : "It is kept until someone else, with the role approver, lets it run."));
    },
  };
}

const KNOWN_PLACES = /^https:\/\/((www\.)?(npmjs\.com|github\.com)|pypi\.org|gitlab\.com|codeberg\.org|bitbucket\.org)\//i;

/** Whether the source is a server that runs, and not something to be fetched. */
function elsewhere(parts) {
  const source = parts.source.value.trim();
  return parts.where() === "source" && /^https?:\/\//i.test(source) && !KNOWN_PLACES.test(source) && !/\.git([@#]|$)/.test(source);
}

/** Why a person has to agree first; the service decides, this only says so ahead. */
function highRisk(parts, settings) {
  if (settings.approval === "always") return ["this service wants it for every job"];
  if (settings.approval !== "high-risk") return [];
  const reasons = [];
  if (parts.profile() === "aggressive") reasons.push("the aggressive profile");
  if (lines(parts.allow).length) reasons.push("real hosts would be reached");
  if (elsewhere(parts)) reasons.push("a server elsewhere is asked directly");
  return reasons;
}

function pairs(area) {
  const env = {};
  for (const line of lines(area)) {
    const at = line.indexOf("=");
    if (at < 1) throw new Hint("A variable is NAME=value: " + line.slice(0, 40));
    env[line.slice(0, at)] = line.slice(at + 1);
  }
  return env;
}

async function submit(parts, settings, tell) {
  const request = {
    profile: parts.profile(), command: parts.command.value.trim(), args: lines(parts.args), env: pairs(parts.env), allowNet: lines(parts.allow),
    headers: lines(parts.headers), label: parts.label.value.trim(), priority: Number(parts.priority.value),
  };
  if (parts.timeout.value) request.timeoutSeconds = Number(parts.timeout.value);
  if (parts.seed.value) request.seed = Number(parts.seed.value);
  if (parts.where() === "source") {
    request.source = parts.source.value.trim();
    if (!request.source) { parts.source.focus(); throw new Hint("Say what is to be assessed: a package, an address, or a folder."); }
  } else {
    const sent = await upload(parts, settings, tell);
    request.source = sent.source;
    request.label ||= sent.name.slice(0, 200);
  }
  tell("Submitting…");
  return send("POST", "/assess", request, { "Idempotency-Key": crypto.randomUUID?.() ?? String(Math.random()) });
}

function recent(signal) {
  const place = el("div", "");
  fillFrom(place, () => read("/jobs?limit=5", signal), (page) => page.items.length
    ? el("ul", "lines", page.items.map((job) => el("li", "", el("div", "", el("a", { href: route("jobs", job.id), class: "subject" }, subject(job)),
      el("p", "hint", ago(job.submitted), " · ", job.result ? verdict(job.result.verdict) : state(job.state))))))
    : empty("No jobs yet", "Take one of the examples and see."));
  return el("section", "", el("h2", "", "Recent"), place, el("p", "hint", link("#/jobs", "All jobs")));
}

function nextSteps(settings) {
  const approval = {
    never: "No job waits for approval here.",
    "high-risk": "The aggressive profile, hosts that are really reached and servers elsewhere wait until an approver lets them run.",
    always: "Every job waits until an approver lets it run.",
  }[settings.approval];
  return el("section", "", el("h2", "", "What happens"), el("ol", "steps hint",
    el("li", "", "It joins the queue. " + approval), el("li", "", "You watch it live: phases, processes, requests."),
    el("li", "", "You get a verdict with its evidence, in " + plural(settings.formats.length, "format") + ".")));
}
