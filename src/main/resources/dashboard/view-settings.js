/* What this service is, who you are, and the keys. */
import { at, read, send } from "./api.js";
import { button, choice, el, field } from "./dom.js";
import { confirmed, show } from "./dialog.js";
import { table } from "./paged.js";
import { may, ROLE_WORDS } from "./roles.js";
import { act, announce, empty, fillFrom } from "./states.js";
import { TEXT } from "./text.js";
import { ago, bytes, moment, number, plural } from "./words.js";

export default async function settingsView({ signal, me, signedIn }) {
  const settings = await read("/settings", signal);
  const list = (rows) => el("dl", "facts rows", rows.filter(Boolean).map(([name, value]) => el("div", "", el("dt", "", name), el("dd", "", value))));
  return [
    el("h1", "", TEXT.settings.title),
    may(me, "admin") && keys(signal, me, signedIn),
    el("div", "columns",
      el("section", "", el("h2", "", TEXT.settings.you), list([[TEXT.settings.name, me.name], [TEXT.settings.team, may(me, "operator") ? TEXT.settings.allTeams : me.team], [TEXT.settings.role, me.role + ": " + (ROLE_WORDS[me.role] ?? "")],
        me.limits && [TEXT.settings.limits, TEXT.settings.limitsOf(number(me.limits.perMinute), number(me.limits.jobsAtOnce), number(me.limits.jobsPerDay))]])),
      el("section", "", el("h2", "", TEXT.settings.service), list([[TEXT.settings.version, settings.version], [TEXT.settings.database, settings.database + (settings.encrypted ? TEXT.settings.encryptedColumns : TEXT.settings.unencrypted)], [TEXT.settings.files, settings.storage + (settings.encrypted ? TEXT.settings.encrypted : TEXT.settings.unencrypted)],
        [TEXT.settings.approval, TEXT.settings.approvals[settings.approval] ?? settings.approval], [TEXT.settings.uploads, TEXT.settings.upTo(bytes(settings.uploadBytes))], [TEXT.settings.localPaths, settings.localSources ? TEXT.settings.allowed : TEXT.settings.denied], [TEXT.settings.privateAddresses, settings.privateTargets ? TEXT.settings.allowed : TEXT.settings.denied]]))),
  ];
}

function keys(signal, me, signedIn) {
  const place = el("div", "");
  const load = () => fillFrom(place, () => read("/keys", signal), ({ items }) => (items.length ? keyTable(items, me, load)
    : empty(TEXT.settings.noKeys, TEXT.settings.noKeysHint)));
  load();
  return el("section", "", el("h2", "", TEXT.settings.keys), place, creation(me, load, signedIn));
}

function keyTable(items, me, load) {
  const { node, items: rows } = table(TEXT.settings.keys, [[TEXT.settings.name], [TEXT.settings.roleAndTeam, "tight"], [TEXT.settings.limits, "wide-only"], [TEXT.settings.created, "tight wide-only"], [TEXT.settings.used, "tight wide-only"], [TEXT.settings.expires, "tight wide-only"], [TEXT.settings.actions, "tight"]]);
  rows.append(...items.map((key) => el("tr", "",
    el("td", "", el("span", "subject", key.name), key.id === me.key && el("span", "hint", TEXT.settings.self), el("p", "hint", el("code", "", key.id))),
    el("td", "tight", key.role, el("p", "hint", key.team)), el("td", "wide-only hint", TEXT.settings.keyLimits(number(key.limits.perMinute), plural(key.limits.jobsAtOnce, "job"))),
    el("td", { class: "tight wide-only", title: moment(key.created) }, ago(key.created)), el("td", { class: "tight wide-only", title: moment(key.used) }, key.used ? ago(key.used) : TEXT.settings.never),
    el("td", "tight wide-only", key.revoked ? el("span", "bad", TEXT.settings.revoked) : key.expires ? moment(key.expires).slice(0, 10) : TEXT.settings.never),
    el("td", "keep", !key.revoked && button(TEXT.settings.revoke, () => revoke(key, load)), " ", button(TEXT.settings.erase, () => erase(key, load), "danger")))));
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
  if (!(await confirmed(TEXT.settings.revokeTitle, TEXT.settings.revokeHint(key.name), TEXT.settings.revoke))) return;
  await attempt(async () => { await send("DELETE", at("keys", key.id)); return TEXT.settings.revokeDone; }, load);
}

async function erase(key, load) {
  if (!(await confirmed(TEXT.settings.eraseTitle, TEXT.settings.eraseHint(key.name), TEXT.settings.eraseYes))) return;
  await attempt(async () => {
    const gone = await send("POST", at("keys", key.id, "erasure"));
    return TEXT.settings.eraseDone(plural(gone.jobs, "job"), plural(gone.uploads, "upload"));
  }, load);
}

function creation(me, load, signedIn) {
  const name = el("input", { name: "name", required: true, maxlength: 100, autocomplete: "off" });
  const role = choice("role", Object.entries(ROLE_WORDS).filter(([word]) => may(me, word)).map(([word, words]) => [word, word + ": " + words]), me.open ? "operator" : "submitter");
  const team = el("input", { name: "team", required: true, maxlength: 40, pattern: "[a-z0-9][a-z0-9-]*", value: me.team ?? "default", readonly: !may(me, "operator"), autocomplete: "off" });
  const days = choice("days", [["", TEXT.settings.never], ["30", TEXT.settings.after30], ["90", TEXT.settings.after90], ["365", TEXT.settings.after365]], me.open ? "" : "90");
  const perMinute = el("input", { name: "perMinute", type: "number", min: 1, max: 1000000, value: 600 });
  const atOnce = el("input", { name: "jobsAtOnce", type: "number", min: 0, max: 100000, value: 100 });
  const perDay = el("input", { name: "jobsPerDay", type: "number", min: 0, max: 1000000, value: 1000 });
  const trouble = el("div", "");
  const go = el("button", { type: "submit", class: "primary" }, TEXT.settings.create);
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
  return el("details", "", el("summary", "", TEXT.settings.createTitle), el("form", { onsubmit: submit },
    el("div", "two", field(TEXT.settings.name, name, TEXT.settings.nameHint), field(TEXT.settings.role, role), field(TEXT.settings.team, team, TEXT.settings.teamHint), field(TEXT.settings.expires, days), field(TEXT.settings.perMinute, perMinute), field(TEXT.settings.atOnce, atOnce), field(TEXT.settings.perDay, perDay)),
    el("div", "actions", go), trouble));
}

async function shownOnce(made) {
  const secret = el("code", { class: "secret", tabindex: "0", "aria-label": TEXT.settings.secret }, made.key);
  const copy = button(TEXT.settings.copy, async () => {
    try {
      await navigator.clipboard.writeText(made.key);
      copy.textContent = TEXT.settings.copied;
    } catch {
      getSelection().selectAllChildren(secret);
      copy.textContent = TEXT.settings.marked;
    }
  });
  await show(TEXT.settings.secretTitle(made.name), el("div", "", el("p", "", TEXT.settings.secretHint), secret, el("p", "", copy)), [["", TEXT.settings.secretDone, "primary"]]);
}
