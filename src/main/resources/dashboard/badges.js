/* The small marks that mean the same on every view and in the report. */
import { el } from "./dom.js";
import { lower, stateWords, style } from "./words.js";

const VERDICTS = ["malicious", "suspicious", "risky", "nothing-seen", "inconclusive"];

export const verdictStyle = (verdict) => (VERDICTS.includes(style(verdict)) ? style(verdict) : "none");

export const verdict = (word) => (word ? el("span", "stamp " + verdictStyle(word), lower(word)) : el("span", "quiet", "–"));

export const severity = (word, count) => el("span", "badge " + style(word), (count ? count + " " : "") + lower(word));

export const state = (word) => el("span", "state " + style(word), stateWords(word));
