"use strict";
/*
 * The list of all events and what opens from it. Everything shown comes out of a hostile sample:
 * it is only ever set as text, and what cannot be seen is written out first.
 */
(() => {
  /* All words of the script, to be reviewed at a glance. */
  const TEXT = {
    count: (shown, total) => shown + " of " + total + (total === "1" ? " event" : " events"),
    missing: (number) => "; " + number + " only in evidence.jsonl",
    ancestry: "Process ancestry",
    process: (id) => "process " + id,
    call: (number) => "Tool call " + number,
    answered: (answer, millis) => "answered with " + answer + " after " + millis + " ms ",
    request: "Request",
    decrypted: "Request, decrypted",
    mail: "Mail",
    arguments: "Arguments",
    description: "Description",
    schema: "Schema",
    close: "Close",
    event: (seq) => "Event #" + seq,
    onlyInEvidence: "This event is only in evidence.jsonl.",
    when: (time, phase) => time + " after the start, phase " + phase,
    inCall: (number) => ", tool call " + number,
    details: "Details",
    kinds: {
      AuthorizationAsked: "authentication required",
      BaitTouched: "decoy accessed",
      BaitLeft: "decoy leaked",
      Bound: "port opened",
      CallNoted: "system call",
      CallRefused: "system call denied",
      CodeMarked: "suspicious code",
      ContactFailed: "connection failed",
      DnsAsked: "DNS lookup",
      EgressRefused: "egress blocked",
      FileActed: "file operation",
      FlowOpened: "connection opened",
      FrameMalformed: "malformed message",
      Greeted: "handshake",
      InputBroke: "crash on input",
      KernelMattered: "differs by kernel",
      Lost: "events lost",
      PersonaGiven: "sandbox identity",
      PowerDeclared: "capability declared",
      PowerInCode: "capability in code",
      RangeLoose: "unpinned dependency",
      ServerAsked: "server request",
      ServiceAsked: "database query",
      StageServed: "test payload served",
      HostOffered: "test address served",
      ProxyUsed: "proxy used",
      TrafficFolded: "further traffic",
    },
    phases: { RESTART: "second start", LATER: "later date", KERNEL: "other kernel" },
    until: (time, shown, total) => time + ": " + shown + " of " + total + " processes",
    copied: "copied",
    notCopied: "select the lines and copy them",
    previous: "‹ previous event",
    next: "next event ›",
  };
  const ROW = 28;
  const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc]|(?![ \u3000])\p{Zs}|[\u{e0000}-\u{e0fff}]/gu;
  const index = JSON.parse(document.getElementById("index").textContent);
  const lines = document.getElementById("lines").textContent.split("\n");
  lines.pop();

  const form = document.querySelector(".filters");
  const list = document.querySelector(".list");
  const rows = document.querySelector(".rows");
  const count = form.querySelector("output");
  const dialog = document.querySelector("dialog");
  const view = document.querySelector(".event-view");

  let shown = null; // the positions of the lines that pass the filter, or null for all
  let active = 0;

  const visible = (text) =>
    String(text).replace(HIDDEN, (c) => {
      const code = c.codePointAt(0);
      if (c === "\n" || c === "\r" || c === "\t") return { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[c];
      return code < 256 ? "\\x" + code.toString(16).padStart(2, "0") : "\\u{" + code.toString(16) + "}";
    });
  const visibleLines = (text) => String(text).split(/\r?\n/).map(visible).join("\n");

  const el = (tag, style, ...inside) => {
    const node = document.createElement(tag);
    if (style) node.className = style;
    for (const part of inside) node.append(part instanceof Node ? part : visible(part));
    return node;
  };
  const parse = (at) => {
    const [seq, micros, phase, call, process, kind, words, fields] = JSON.parse(lines[at]);
    return { seq, micros, phase, call, process, kind, words, fields };
  };
  const total = () => (shown ? shown.length : lines.length);
  const line = (position) => (shown ? shown[position] : position);
  const time = (micros) => "+" + (micros < 1e6 ? (micros / 1e3).toFixed(1) + " ms" : (micros / 1e6).toFixed(3) + " s");
  const lower = (word) => word.toLowerCase().replaceAll("_", " ");
  const phaseWords = (phase) => TEXT.phases[phase] ?? lower(phase);
  const words = (camel) => TEXT.kinds[camel] ?? camel.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

  /* The numbers grow from line to line, with gaps where lines were left out. */
  const find = (seq) => {
    let low = 0, high = lines.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const there = Number(/^\[(\d+)/.exec(lines[middle])[1]);
      if (there === seq) return middle;
      if (there < seq) low = middle + 1; else high = middle - 1;
    }
    return -1;
  };

  function draw() {
    rows.style.height = total() * ROW + "px";
    const from = Math.max(0, Math.floor(list.scrollTop / ROW) - 8);
    const to = Math.min(total(), Math.ceil((list.scrollTop + list.clientHeight) / ROW) + 8);
    const fresh = [];
    for (let position = from; position < to; position++) {
      const event = parse(line(position));
      const row = el("div", "row" + (index.cited[event.seq] ? " cited" : ""),
        el("span", "number", "#" + event.seq), el("span", "time", time(event.micros)),
        el("span", "phase", phaseWords(event.phase) + (event.call ? " " + event.call : "")),
        el("span", "kind", words(event.kind)), el("span", "words", event.words));
      row.id = "row-" + position;
      row.setAttribute("role", "option");
      row.setAttribute("aria-posinset", position + 1);
      row.setAttribute("aria-setsize", total());
      row.setAttribute("aria-selected", position === active);
      row.style.top = position * ROW + "px";
      row.addEventListener("click", () => { active = position; draw(); open(event.seq); });
      fresh.push(row);
    }
    rows.replaceChildren(...fresh);
    if (document.getElementById("row-" + active)) list.setAttribute("aria-activedescendant", "row-" + active);
    else list.removeAttribute("aria-activedescendant");
  }

  function move(position) {
    active = Math.max(0, Math.min(total() - 1, position));
    const top = active * ROW;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
    draw();
  }

  function filter() {
    const text = form.elements.text.value.toLowerCase();
    const phase = form.elements.phase.value, kind = form.elements.kind.value, cited = form.elements.cited.checked;
    if (!text && !phase && !kind && !cited) {
      shown = null;
    } else {
      shown = [];
      const inPhase = '"' + phase + '"', ofKind = '"' + kind + '"';
      for (let at = 0; at < lines.length; at++) {
        const raw = lines[at];
        if (phase && !raw.includes(inPhase)) continue;
        if (kind && !raw.includes(ofKind)) continue;
        if (text && !raw.toLowerCase().includes(text) && !JSON.stringify(parse(at)).toLowerCase().includes(text)) continue;
        if (phase || kind || cited) {
          const event = parse(at);
          if ((phase && event.phase !== phase) || (kind && event.kind !== kind) || (cited && !index.cited[event.seq])) continue;
        }
        shown.push(at);
      }
    }
    active = 0;
    list.scrollTop = 0;
    tell();
    draw();
  }

  function tell() {
    const missing = index.total - lines.length;
    count.textContent = TEXT.count(total().toLocaleString("en"), index.total.toLocaleString("en"))
      + (missing > 0 ? TEXT.missing(missing.toLocaleString("en")) : "");
  }

  const link = (seq, text) => {
    const anchor = el("a", "event", text ?? "#" + seq);
    anchor.href = "#event-" + seq;
    return anchor;
  };
  const term = (dl, name, ...inside) => dl.append(el("dt", "", name), el("dd", "", ...inside));
  const block = (text) => {
    const pre = el("pre");
    pre.textContent = visibleLines(text);
    pre.tabIndex = 0;
    return pre;
  };
  const json = (text) => {
    try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
  };

  function lineage(process) {
    const items = [], known = new Set();
    for (let at = process; index.processes[at] && !known.has(at); at = index.processes[at][1]) {
      known.add(at);
      const [seq, , argv] = index.processes[at];
      items.unshift(el("li", "", link(seq), " ", el("code", "", argv), el("span", "when", "  " + TEXT.process(at))));
    }
    const tree = el("ol");
    tree.append(...items);
    return items.length ? [el("h3", "", TEXT.ancestry), tree] : [];
  }

  function call(number) {
    const known = index.calls[number];
    if (!known) return [];
    const parts = [el("h3", "", TEXT.call(number)), el("p", "", link(known[0]), " ", el("code", "", known[1]))];
    const answer = known[2] ? find(known[2]) : -1;
    if (answer >= 0) {
      const { fields } = parse(answer);
      parts.push(el("p", "hint", TEXT.answered(lower(fields.answer), fields.millis), link(known[2])), block(json(fields.text)));
    }
    return parts;
  }

  const SPECIAL = {
    RequestSent: (f) => [el("h3", "", f.tls ? TEXT.decrypted : TEXT.request),
      block(f.method + " " + f.url + " " + f.protocol + "\n" + f.headers + "\n\n" + f.body)],
    MailSent: (f) => [el("h3", "", TEXT.mail), block(f.body)],
    ToolCalled: (f) => [el("h3", "", TEXT.arguments), block(json(f.arguments))],
    ToolListed: (f) => [el("h3", "", TEXT.description), block(f.description), el("h3", "", TEXT.schema), block(json(f.schema))],
  };
  const SHOWN_APART = { RequestSent: ["headers", "body"], MailSent: ["body"], ToolCalled: ["arguments"], ToolListed: ["description", "schema"] };

  function open(seq) {
    const at = find(seq);
    const close = el("button", "close", TEXT.close);
    close.type = "button";
    close.addEventListener("click", () => dialog.close());
    const title = el("h2", "", at < 0 ? TEXT.event(seq) : "#" + seq + "  " + words(parse(at).kind));
    title.id = "event-title";
    const parts = [close, title];
    if (at < 0) {
      parts.push(el("p", "quiet", TEXT.onlyInEvidence));
    } else {
      const event = parse(at);
      parts.push(el("p", "", el("code", "", event.words)));
      parts.push(el("p", "hint", TEXT.when(time(event.micros), phaseWords(event.phase))
        + (event.call ? TEXT.inCall(event.call) : "") + (event.process ? ", " + TEXT.process(event.process) : "")));
      for (const id of index.cited[seq] ?? []) {
        const finding = index.findings[id];
        const anchor = el("a", "", finding.title);
        anchor.href = "#finding-" + id;
        anchor.addEventListener("click", () => { dialog.close(); document.getElementById("finding-" + id).open = true; });
        parts.push(el("p", "", el("span", "badge " + finding.severity, finding.severity), " ", anchor));
      }
      parts.push(...(SPECIAL[event.kind]?.(event.fields) ?? []));
      const dl = el("dl");
      for (const [name, value] of Object.entries(event.fields)) {
        if (SHOWN_APART[event.kind]?.includes(name)) continue;
        const text = typeof value === "string" ? value : JSON.stringify(value);
        term(dl, words(name), text.length > 120 || text.includes("\n") ? block(text) : el("code", "", text));
      }
      parts.push(el("h3", "", TEXT.details), dl, ...lineage(event.process), ...(event.call ? call(event.call) : []));
      const steps = el("p", "steps-nav");
      for (const [text, to] of [[TEXT.previous, at - 1], [TEXT.next, at + 1]]) {
        if (to >= 0 && to < lines.length) steps.append(link(parse(to).seq, text));
      }
      parts.push(steps);
    }
    view.replaceChildren(...parts);
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
    close.focus();
  }

  function choices(select, values) {
    for (const value of values) {
      const option = el("option", "", select.name === "kind" ? words(value) : phaseWords(value));
      option.value = value;
      select.append(option);
    }
  }

  function options() {
    const phases = new Set(), kinds = new Set();
    const shape = /^\[\d+,\d+,"([A-Z]+)",\d+,\d+,"([A-Za-z]+)"/;
    for (const raw of lines) {
      const found = shape.exec(raw);
      if (found) { phases.add(found[1]); kinds.add(found[2]); }
    }
    choices(form.elements.phase, phases);
    choices(form.elements.kind, [...kinds].sort());
  }

  document.addEventListener("click", (click) => {
    const anchor = click.target.closest?.('a[href^="#event-"]');
    if (anchor) {
      click.preventDefault();
      open(Number(anchor.getAttribute("href").slice(7)));
    }
  });
  list.addEventListener("scroll", draw, { passive: true });
  list.addEventListener("keydown", (key) => {
    const page = Math.floor(list.clientHeight / ROW) - 1;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -total(), End: total() };
    if (key.key in steps) { key.preventDefault(); move(active + steps[key.key]); }
    else if (key.key === "Enter" && total()) { key.preventDefault(); open(parse(line(active)).seq); }
  });
  let pending = 0;
  form.addEventListener("input", () => { clearTimeout(pending); pending = setTimeout(filter, 120); });
  form.addEventListener("submit", (submit) => submit.preventDefault());
  dialog.addEventListener("click", (click) => { if (click.target === dialog) dialog.close(); });
  window.addEventListener("beforeprint", () => document.querySelectorAll("details.finding, details.room").forEach((d) => { d.open = true; }));
  window.addEventListener("resize", draw);
  /* A section that somebody asks for by name is opened; the list is drawn when it has a height. */
  const reveal = () => {
    const section = location.hash && document.getElementById(location.hash.slice(1));
    const room = section && section.querySelector(":scope > details.room");
    if (room) room.open = true;
  };
  window.addEventListener("hashchange", reveal);
  // Whoever shows the page in a frame has a navigation already.
  document.documentElement.classList.toggle("framed", window !== window.parent);
  document.querySelectorAll("nav a").forEach((a) => a.addEventListener("click", () => setTimeout(reveal)));
  document.querySelector("#events > details").addEventListener("toggle", draw);

  const links = new Map([...document.querySelectorAll("nav a")].map((a) => [a.getAttribute("href").slice(1), a]));
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) {
        links.forEach((a) => a.removeAttribute("aria-current"));
        links.get(entry.target.id)?.setAttribute("aria-current", "true");
      }
    }
  }, { rootMargin: "-10% 0px -80% 0px" });
  document.querySelectorAll("main > section[id]").forEach((section) => watcher.observe(section));

  /* The time line of the processes: what had not started yet is left out, its place stays. */
  const clock = document.querySelector(".clock");
  if (clock) {
    const slider = clock.elements.clock, told = clock.querySelector("output");
    const processes = [...document.querySelectorAll("#processes .process")];
    const graph = document.querySelector(".graph svg"), now = graph?.querySelector(".now");
    const nodes = graph ? [...graph.querySelectorAll(".node")] : [];
    const turn = () => {
      const end = Number(slider.value) >= Number(slider.max) - Number(slider.step);
      let count = 0;
      for (const process of processes) {
        const there = end || Number(process.dataset.at) <= Number(slider.value);
        process.classList.toggle("later", !there);
        if (there) count++;
      }
      for (const node of nodes) node.classList.toggle("later", !end && Number(node.dataset.at) > Number(slider.value));
      const share = Number(slider.max) ? Number(slider.value) / Number(slider.max) : 1;
      if (now) for (const side of ["x1", "x2"]) now.setAttribute(side, Number(graph.dataset.left) + Number(graph.dataset.span) * share);
      const text = TEXT.until(time(Number(slider.value) * 1000), count, processes.length);
      told.textContent = text;
      slider.setAttribute("aria-valuetext", text);
    };
    slider.addEventListener("input", turn);
    clock.addEventListener("submit", (submit) => submit.preventDefault());
    clock.hidden = false;
    turn();
  }
  const copy = document.querySelector(".copy");
  if (copy) {
    const said = document.querySelector(".copied");
    copy.hidden = false;
    copy.addEventListener("click", () => {
      const lines = document.querySelector("#indicators pre");
      getSelection().selectAllChildren(lines);
      const written = navigator.clipboard ? navigator.clipboard.writeText(lines.textContent) : Promise.reject(new Error());
      written.then(() => { said.textContent = TEXT.copied; }, () => {
        said.textContent = document.execCommand("copy") ? TEXT.copied : TEXT.notCopied;
      });
    });
  }
  /* A technique leads to its finding, which is opened. */
  document.querySelectorAll(".technique a").forEach((a) => a.addEventListener("click", () => {
    const finding = document.getElementById(a.getAttribute("href").slice(1));
    if (finding) finding.open = true;
  }));

  form.hidden = false;
  list.hidden = false;
  options();
  tell();
  draw();
  reveal();
  const wanted = /^#event-(\d+)$/.exec(location.hash);
  if (wanted) open(Number(wanted[1]));
})();
