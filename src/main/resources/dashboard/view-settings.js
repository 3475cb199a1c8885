/* What this service is, who you are, and the keys. */
import { at, read, send } from "./api.js";
import { button, choice, el, field } from "./dom.js";
import { confirmed, show } from "./dialog.js";
import { table } from "./paged.js";
import { may, ROLE_WORDS } from "./roles.js";
import { act, announce, empty, fillFrom } from "./states.js";
import { ago, bytes, moment, number, plural } from "./words.js";

export default async function settingsView({ signal, me, signedIn }) {
  const settings = await read("/settings", signal);
  const list = (rows) => el("dl", "facts rows", rows.filter(Boolean).map(([name, value]) => el("div", "", el("dt", "", name), el("dd", "", value))));
  return [
    el("h1", "", "Settings"),
    may(me, "admin") && keys(signal, me, signedIn),
    el("div", "columns",
      el("section", "", el("h2", "", "You"), list([["Name", me.name], ["Team", may(me, "operator") ? "all" : me.team], ["Role", me.role + ", " + (ROLE_WORDS[me.role] ?? "")],
        me.limits && ["Limits", number(me.limits.perMinute) + " requests a minute, " + number(me.limits.jobsAtOnce) + " jobs at once, " + number(me.limits.jobsPerDay) + " a day"]])),
      el("section", "", el("h2", "", "This service"), list([["Version", settings.version], ["Database", settings.database + (settings.encrypted ? ", encrypted but for what is searched" : ", not encrypted")], ["Files", settings.storage + (settings.encrypted ? ", encrypted" : ", not encrypted")],
        ["Approval", settings.approval], ["Uploads", "up to " + bytes(settings.uploadBytes)], ["Local paths", settings.localSources ? "allowed" : "refused"], ["Private addresses", settings.privateTargets ? "allowed" : "refused"]]))),
  ];
}

function keys(signal, me, signedIn) {
  const place = el("div", "");
  const load = () => fillFrom(place, () => read("/keys", signal), ({ items }) => (items.length ? keyTable(items, me, load)
    : empty("No keys yet", "Everybody on this machine is administrator. Make the first key, for an administrator, before you open the service to others.")));
  load();
  return el("section", "", el("h2", "", "Keys"), place, creation(me, load, signedIn));
}

function keyTable(items, me, load) {
  const { node, items: rows } = table("Keys", [["Name"], ["Role and team", "tight"], ["Limits", "wide-only"], ["Made", "tight wide-only"], ["Used", "tight wide-only"], ["Ends", "tight wide-only"], ["Change", "tight"]]);
  rows.append(...items.map((key) => el("tr", "",
    el("td", "", el("span", "subject", key.name), key.id === me.key && el("span", "hint", " (you)"), el("p", "hint", el("code", "", key.id))),
    el("td", "tight", key.role, el("p", "hint", key.team)), el("td", "wide-only hint", number(key.limits.perMinute) + "/min, " + plural(key.limits.jobsAtOnce, "job") + " at once"),
    el("td", { class: "tight wide-only", title: moment(key.created) }, ago(key.created)), el("td", { class: "tight wide-only", title: moment(key.used) }, key.used ? ago(key.used) : "never"),
    el("td", "tight wide-only", key.revoked ? el("span", "bad", "revoked") : key.expires ? moment(key.expires).slice(0, 10) : "never"),
    el("td", "keep", !key.revoked && button("Revoke", () => revoke(key, load)), " ", button("Erase", () => erase(key, load), "danger")))));
  return node;
}

async function attempt(action, load) {
  try {
    announce(await action());
  } catch (error) {
    announce(error.message);
  }
  load();
}

async function revoke(key, load) {
  if (!(await confirmed("Revoke this key?", "From now on nothing opens with the key " + key.name + ". Its jobs stay.", "Revoke"))) return;
  await attempt(async () => { await send("DELETE", at("keys", key.id)); return "Revoked."; }, load);
}

async function erase(key, load) {
  if (!(await confirmed("Erase everything of this key?", "The key " + key.name + " is revoked, its jobs are cancelled, and all its reports, uploads and its name are deleted for good.", "Erase for good"))) return;
  await attempt(async () => {
    const gone = await send("POST", at("keys", key.id, "erasure"));
    return "Erased: " + plural(gone.jobs, "job") + ", " + plural(gone.uploads, "upload") + ".";
  }, load);
}

function creation(me, load, signedIn) {
  const name = el("input", { name: "name", required: true, maxlength: 100, autocomplete: "off" });
  const role = choice("role", Object.entries(ROLE_WORDS).filter(([word]) => may(me, word)).map(([word, words]) => [word, word + ": " + words]), me.open ? "operator" : "submitter");
  const team = el("input", { name: "team", required: true, maxlength: 40, pattern: "[a-z0-9][a-z0-9-]*", value: me.team ?? "default", readonly: !may(me, "operator"), autocomplete: "off" });
  const days = choice("days", [["", "never"], ["30", "after 30 days"], ["90", "after 90 days"], ["365", "after a year"]], me.open ? "" : "90");
  const perMinute = el("input", { name: "perMinute", type: "number", min: 1, max: 1000000, value: 600 });
  const atOnce = el("input", { name: "jobsAtOnce", type: "number", min: 0, max: 100000, value: 100 });
  const perDay = el("input", { name: "jobsPerDay", type: "number", min: 0, max: 1000000, value: 1000 });
  const trouble = el("div", "");
  const go = el("button", { type: "submit", class: "primary" }, "Make the key");
  const submit = (event) => {
    event.preventDefault();
    act(go, trouble, async () => {
      const limits = { perMinute: Number(perMinute.value), jobsAtOnce: Number(atOnce.value), jobsPerDay: Number(perDay.value) };
      const made = await send("POST", "/keys", { name: name.value.trim(), role: role.value, team: team.value.trim(), limits, ...(days.value ? { days: Number(days.value) } : {}) });
      // With the first key the doors close; we go in with it before they do.
      const now = me.open ? await send("POST", "/session", { key: made.key }) : null;
      name.value = "";
      await shownOnce(made);
      if (now) signedIn(now);
      else load();
    });
  };
  return el("details", "", el("summary", "", "Make a key"), el("form", { onsubmit: submit },
    el("div", "two", field("Name", name, "Whose it is, or what for."), field("Role", role), field("Team", team, "Sees nothing of other teams."), field("Ends", days), field("Requests a minute", perMinute), field("Jobs at once", atOnce), field("Jobs a day", perDay)),
    el("div", "actions", go), trouble));
}

async function shownOnce(made) {
  const secret = el("code", { class: "secret", tabindex: "0", "aria-label": "The key" }, made.key);
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(made.key);
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(secret);
      copy.textContent = "Marked; copy it now";
    }
  });
  await show("The key of " + made.name, el("div", "", el("p", "", "Keep it now. It is not shown again, and nobody can look it up."), secret, el("p", "", copy)), [["", "I have kept it", "primary"]]);
}
