/*
 * The service as this page asks it: one place for errors, paging and downloads. The key itself is
 * never kept here: signing in turns it into a cookie that no script can read.
 */
import { TEXT } from "./text.js";
const BASE = "/api/v1";

/** What went wrong, in the service's words, and what to do next in ours. */
export class Problem extends Error {
  constructor(status, title, detail, code = "") {
    super(detail || title || TEXT.problem.status(status) + ".");
    this.status = status;
    this.title = title || TEXT.problem.status(status);
    this.detail = detail || "";
    this.code = code;
  }

  /** What the reader can do about it. */
  get next() {
    if (this.status === 0) return TEXT.problem.offline;
    if (this.status === 401) return TEXT.problem.signIn;
    if (this.status === 403) return TEXT.problem.forbidden;
    if (this.status === 404) return TEXT.problem.gone;
    if (this.status === 413) return TEXT.problem.tooLarge;
    if (this.status === 429) return TEXT.problem.slowDown;
    if (this.status >= 500) return TEXT.problem.fault;
    return TEXT.problem.change;
  }
}

/** What the reader left out or got wrong; its words say what to do. */
export class Hint extends Error {}

async function problem(answer) {
  let said = {};
  try {
    if ((answer.headers.get("content-type") ?? "").includes("json")) said = await answer.json();
  } catch {
    // An error without words is told by its number.
  }
  return new Problem(answer.status, said.title, said.detail, said.code);
}

export async function ask(method, path, { body, headers = {}, signal, type } = {}) {
  const sent = new Headers(headers);
  // A form or a link of another site cannot set this, so a cookie alone changes nothing.
  sent.set("X-Mcpsf", "1");
  if (body !== undefined) sent.set("Content-Type", type ?? "application/json");
  let answer;
  try {
    answer = await fetch(BASE + path, {
      method, headers: sent, signal, redirect: "error", credentials: "same-origin", cache: "no-store",
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    throw new Problem(0, TEXT.problem.silent, TEXT.problem.noAnswer(location.host));
  }
  if (answer.ok) return answer;
  const trouble = await problem(answer);
  if (answer.status === 401) dispatchEvent(new CustomEvent("signed-out"));
  throw trouble;
}

export const read = async (path, signal) => (await ask("GET", path, { signal })).json();

export async function send(method, path, body, headers) {
  const answer = await ask(method, path, { body, headers });
  return answer.status === 204 ? {} : answer.json().catch(() => ({}));
}

/** Path and query, every value encoded, empty ones left out. */
export function address(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return path + (given.length ? "?" + new URLSearchParams(given.map(([k, v]) => [k, String(v)])) : "");
}

export const at = (...parts) => "/" + parts.map((part) => encodeURIComponent(part)).join("/");

/** Hands a file to the reader without an address that anyone could follow later. */
export async function download(path, name) {
  const blob = await (await ask("GET", path)).blob();
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([blob], { type: "application/octet-stream" }));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}
