/* Figures and words as people read them. */
import { TEXT } from "./text.js";
export const lower = (word) => String(word ?? "").toLowerCase().replaceAll("_", " ");

/** A phase of an assessment as people call it. */
export const phaseWords = (phase) => TEXT.phases[phase] ?? lower(phase);

/** The state of a job as people call it. */
export const stateWords = (state) => TEXT.states[state] ?? lower(state);

export const number = (value) => Number(value ?? 0).toLocaleString("en");

export const plural = (count, one, many = one + "s") => number(count) + " " + (count === 1 ? one : many);

/** A span of time in the fewest words that still say it. */
export function span(millis) {
  if (!Number.isFinite(millis) || millis < 0) return "";
  if (millis < 1000) return Math.round(millis) + " ms";
  const seconds = millis / 1000;
  if (seconds < 60) return seconds.toFixed(1) + " s";
  const whole = Math.round(seconds);
  if (whole < 3600) return Math.floor(whole / 60) + " min " + (whole % 60) + " s";
  if (whole < 86400) return Math.floor(whole / 3600) + " h " + Math.floor((whole % 3600) / 60) + " min";
  return Math.floor(whole / 86400) + " d " + Math.floor((whole % 86400) / 3600) + " h";
}

export function ago(instant, now = Date.now()) {
  const at = Date.parse(instant ?? "");
  if (Number.isNaN(at)) return "";
  const seconds = Math.round((now - at) / 1000);
  if (seconds < 5) return TEXT.words.justNow;
  if (seconds < 60) return seconds + " s ago";
  if (seconds < 3600) return Math.floor(seconds / 60) + " min ago";
  if (seconds < 86400) return Math.floor(seconds / 3600) + " h ago";
  return Math.floor(seconds / 86400) + " d ago";
}

/** The moment in full, for a title or a table of record. */
export function moment(instant) {
  const at = new Date(instant ?? "");
  return Number.isNaN(at.getTime()) ? "" : at.toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC");
}

export function bytes(count) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let value = Number(count ?? 0), unit = 0;
  while (value >= 1024 && unit < units.length - 1) { value /= 1024; unit++; }
  return (unit ? value.toFixed(1) : value) + " " + units[unit];
}

/** A word as part of a class name; anything unexpected becomes nothing. */
export const style = (word) => String(word ?? "").toLowerCase().replace(/[^a-z]+/g, "-").slice(0, 30);

/** No name may push the rest of the page aside. */
export const cut = (text, most = 120) => {
  const all = String(text ?? "");
  return all.length > most ? all.slice(0, most) + "…" : all;
};

/** What a job is about, in the fewest words. */
export function subject(job) {
  const target = job.result?.target;
  if (target?.name) return cut(target.name + (target.version ? " " + target.version : ""));
  if (job.source.startsWith("upload:")) return cut(job.label || TEXT.words.uploaded);
  return cut(job.source);
}

export const over = (job) => ["DONE", "FAILED", "CANCELLED", "REFUSED"].includes(job.state);
