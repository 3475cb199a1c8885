/* A new assessment: what, how hard, and what happens next. */
import { at, Hint, read, send } from "./api.js";
import { button, choice, el, field, link, route } from "./dom.js";
import { act, announce, empty, fillFrom } from "./states.js";
import { state, verdict } from "./badges.js";
import { TEXT } from "./text.js";
import { takeDrops, upload } from "./upload.js";
import { ago, bytes, plural, subject } from "./words.js";

const EXAMPLES = ["@modelcontextprotocol/server-everything", "pypi:mcp-server-time", "github:modelcontextprotocol/servers", "https://mcp.example.com/mcp"];
const PROFILES = {
  safe: TEXT.submit.safe,
  balanced: TEXT.submit.balanced,
  aggressive: TEXT.submit.aggressive,
};

const lines = (area) => area.value.split("\n").map((line) => line.trim()).filter(Boolean);

export default async function submitView({ query, signal, me }) {
  const settings = await read("/settings", signal);
  const again = query.get("again") ? await read(at("jobs", query.get("again")), signal).catch(() => null) : null;
  const parts = controls(settings, again, me);
  const trouble = el("div", "");
  const go = el("button", { type: "submit", class: "primary" }, TEXT.submit.go);
  const form = el("form", {
    onsubmit: (event) => {
      event.preventDefault();
      act(go, trouble, async () => {
        const job = await submit(parts, settings, (words) => { go.textContent = words; }).finally(() => { go.textContent = TEXT.submit.go; });
        announce(job.state === "AWAITING_APPROVAL" ? TEXT.submit.submittedWaiting : TEXT.submit.submitted);
        location.hash = route("jobs", job.id);
      });
    },
    oninput: () => parts.explain(),
  }, parts.nodes, el("div", "actions", go), trouble);
  parts.explain();
  takeDrops(form, parts, trouble);
  return [
    el("div", "intro", el("h1", "", TEXT.submit.title),
      el("p", "", TEXT.submit.intro)),
    el("div", "columns main-side", el("section", "", form), el("div", "side", recent(signal), nextSteps(settings))),
  ];
}

function controls(settings, again, me) {
  const source = el("input", { class: "big", name: "source", maxlength: 2000, autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: TEXT.submit.placeholder });
  if (again) source.value = again.source;
  const examples = el("div", "chips", el("span", "hint", TEXT.submit.examples), EXAMPLES.map((example) =>
    button(example, () => { source.value = example; source.focus(); source.dispatchEvent(new Event("input", { bubbles: true })); })));
  const folder = el("input", { type: "file", name: "folder", webkitdirectory: true, multiple: true });
  const archive = el("input", { type: "file", name: "archive", accept: ".tgz,.tar.gz,.tar,.zip" });
  const taken = el("p", { role: "status" });
  const radios = (name, options, picked) => options.map(([value, words, hint]) => {
    const radio = el("input", { type: "radio", name, value });
    radio.checked = value === picked;
    return el("label", "option", radio, el("b", "", words), el("span", "", hint));
  });
  const where = el("fieldset", "", el("legend", "unseen", TEXT.submit.where), el("div", "segments",
    [["source", TEXT.submit.package], ["folder", TEXT.submit.ownFolder], ["archive", TEXT.submit.archive]].map(([value, words]) => {
      const radio = el("input", { type: "radio", name: "where", value });
      radio.checked = value === "source";
      return el("label", "", radio, words);
    })));
  const places = {
    source: el("div", "", field(TEXT.submit.source, source), examples),
    folder: el("div", "", field(TEXT.submit.folder, folder, TEXT.submit.folderHint(bytes(settings.uploadBytes))), taken),
    archive: field(TEXT.submit.archive, archive, TEXT.submit.archiveHint(bytes(settings.uploadBytes))),
  };
  const profiles = el("fieldset", "", el("legend", "", TEXT.submit.profile), el("div", "options",
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
  const priority = choice("priority", [["9", TEXT.submit.first], ["5", TEXT.submit.usual], ["0", TEXT.submit.last]], "5");
  if (again) {
    command.value = again.request.command;
    args.value = again.request.args.join("\n");
    allow.value = again.request.allowNet.join("\n");
    label.value = again.label;
  }
  const options = el("details", "", el("summary", "", TEXT.submit.more),
    field(TEXT.submit.command, command, TEXT.submit.commandHint),
    el("div", "two",
      field(TEXT.submit.args, args, TEXT.submit.argsHint),
      field(TEXT.submit.env, env, TEXT.submit.envHint),
      field(TEXT.submit.allow, allow, TEXT.submit.allowHint),
      field(TEXT.submit.headers, headers, TEXT.submit.headersHint),
      field(TEXT.submit.timeout, timeout, TEXT.submit.timeoutHint),
      field(TEXT.submit.seed, seed, TEXT.submit.seedHint),
      field(TEXT.submit.label, label, TEXT.submit.labelHint),
      field(TEXT.submit.priority, priority)));
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
      approval.replaceChildren(el("p", "", el("b", "", TEXT.submit.needsApproval), reasons.join("; "), "."),
        el("p", "hint", me.open ? TEXT.submit.approveYourself : TEXT.submit.approveOther));
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
  if (settings.approval === "always") return [TEXT.submit.everyJob];
  if (settings.approval !== "high-risk") return [];
  const reasons = [];
  if (parts.profile() === "aggressive") reasons.push(TEXT.submit.aggressiveProfile);
  if (lines(parts.allow).length) reasons.push(TEXT.submit.realHosts);
  if (elsewhere(parts)) reasons.push(TEXT.submit.remote);
  return reasons;
}

function pairs(area) {
  const env = {};
  for (const line of lines(area)) {
    const at = line.indexOf("=");
    if (at < 1) throw new Hint(TEXT.submit.badVariable(line.slice(0, 40)));
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
    if (!request.source) { parts.source.focus(); throw new Hint(TEXT.submit.noSource); }
  } else {
    const sent = await upload(parts, settings, tell);
    request.source = sent.source;
    request.label ||= sent.name.slice(0, 200);
  }
  tell(TEXT.submit.submitting);
  return send("POST", "/assess", request, { "Idempotency-Key": crypto.randomUUID?.() ?? String(Math.random()) });
}

function recent(signal) {
  const place = el("div", "");
  fillFrom(place, () => read("/jobs?limit=5", signal), (page) => page.items.length
    ? el("ul", "lines", page.items.map((job) => el("li", "", el("div", "", el("a", { href: route("jobs", job.id), class: "subject" }, subject(job)),
      el("p", "hint", ago(job.submitted), " · ", job.result ? verdict(job.result.verdict) : state(job.state))))))
    : empty(TEXT.submit.none, TEXT.submit.noneHint));
  return el("section", "", el("h2", "", TEXT.submit.recent), place, el("p", "hint", link("#/jobs", TEXT.submit.allJobs)));
}

function nextSteps(settings) {
  const approval = {
    never: TEXT.submit.approvalNever,
    "high-risk": TEXT.submit.approvalRisk,
    always: TEXT.submit.approvalAlways,
  }[settings.approval];
  return el("section", "", el("h2", "", TEXT.submit.steps), el("ol", "steps hint",
    el("li", "", TEXT.submit.stepQueue(approval)), el("li", "", TEXT.submit.stepLive),
    el("li", "", TEXT.submit.stepReport(plural(settings.formats.length, "format")))));
}
