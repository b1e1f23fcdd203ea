// What a desk does by itself: says when it is not connected, runs clocks between two messages,
// turns keys into clicks, and fills a PIN. Everything else is the server's.
"use strict";

// Read before its page: what listens does so from the first key on, what needs the page waits.
const drawn = (work) => document.addEventListener("DOMContentLoaded", work);

// A first key that comes before the browser has put the cursor where the page wants it goes there.
let begun = false;
document.addEventListener("pointerdown", () => { begun = true; }, true);
document.addEventListener("keydown", (press) => {
  const typed = press.key.length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey;
  if (!begun && typed && document.activeElement === document.body) document.querySelector("[autofocus]")?.focus();
  begun = true;
}, true);

// ---- One house, one clock: its zone and its time, whatever this machine's are.
const { zone, now: house_now } = document.body.dataset;
const ahead = house_now ? house_now - Date.now() : 0;
const time_of_day = (ms, seconds) => new Date(ms).toLocaleTimeString("en-GB", {
  timeZone: zone, hour: "2-digit", minute: "2-digit", ...(seconds && { second: "2-digit" }),
});

// ---- Connected or not: three seconds without a word from the server is none.
const SILENCE_MS = 3000;
let heard = Date.now(), called = Date.now();
let line = null; // of the page's event stream; none: it never came up, or is given up
document.addEventListener("htmx:sse:after:connection", (up) => { line = up.detail.connection; });
document.addEventListener("htmx:sse:close", () => { line = null; });
document.addEventListener("htmx:sse:after:message", () => { heard = Date.now(); });
document.addEventListener("beat", () => { heard = Date.now(); });

// The stream comes back by itself when it ends. One that never came up does not, nor one whose
// other end is gone without a word: that is called again.
function call_again(live) {
  if (Date.now() - Math.max(heard, called) < SILENCE_MS) return;
  called = Date.now();
  if (!line) htmx.ajax("GET", live.getAttribute("hx-sse:connect"), { source: live }).catch(() => {});
  else if (line.reader) line.reader.cancel().catch(() => {});
}

function connection() {
  const live = document.querySelector("[hx-sse\\:connect]");
  const gone = document.getElementById("gone");
  if (!live || !gone) return;
  const lost = Date.now() - heard > SILENCE_MS;
  if (lost && gone.hidden) {
    gone.querySelector("time").textContent = time_of_day(heard + ahead);
  }
  gone.hidden = !lost;
  document.body.classList.toggle("stale", lost);
  if (lost) call_again(live);
}

// ---- Clocks: <time data-until=ms> counts down, data-since=ms up (data-hours: in hours and minutes), data-clock is the time of day.
const pad = (n) => String(n).padStart(2, "0");
const clock = (s) => s >= 3600
  ? `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}`
  : `${Math.floor(s / 60)}:${pad(s % 60)}`;

function clocks() {
  const now = Date.now() + ahead;
  for (const one of document.querySelectorAll("time[data-until]")) {
    one.textContent = clock(Math.max(0, Math.ceil((one.dataset.until - now) / 1000)));
  }
  for (const one of document.querySelectorAll("[data-ring]")) {  // of two minutes
    one.style.setProperty("--part", `${Math.max(0, Math.min(100, (one.dataset.ring - now) / 1200))}%`);
  }
  for (const one of document.querySelectorAll("time[data-since]")) {
    const s = Math.max(0, Math.floor((now - one.dataset.since) / 1000));
    one.textContent = "hours" in one.dataset ? `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}` : clock(s);
  }
  for (const one of document.querySelectorAll("time[data-clock]")) {
    one.textContent = time_of_day(now, "seconds" in one.dataset);
  }
}
setInterval(() => { connection(); clocks(); }, 250);

// ---- A desk that is left alone locks itself: its person comes back with the PIN.
let touched = Date.now(), told = 0;
for (const sign of ["pointerdown", "pointermove", "keydown"]) document.addEventListener(sign, () => { touched = Date.now(); }, true);
async function tell_touch() {  // the server counts as well; a hand that only moves is told to it
  if (touched <= told || touched === Infinity) return;
  told = Date.now();
  const answer = await fetch("/touch", { method: "POST" }).catch(() => null);
  if (answer && answer.status === 409) location.reload();
}
drawn(() => {
  const lock = document.querySelector("form[data-lock-after]");
  if (!lock) return;
  setInterval(tell_touch, 20000);
  setInterval(() => {
    if (Date.now() - touched > 1000 * lock.dataset.lockAfter) { touched = Infinity; lock.submit(); }
  }, 1000);
});

// ---- Whoever works by keyboard keeps a place: what had the focus is gone, its part of the page not.
let place = null;
document.addEventListener("focusin", (at) => { place = at.target.closest("section, form, nav, main"); });
function keep_place() {
  if (document.activeElement !== document.body || !place) return;
  const part = place.isConnected ? place : document.getElementById("main");
  const next = part.querySelector("a[href], button:not([aria-disabled=true]), input:not([type=hidden])");
  if (!next) part.tabIndex = -1;
  (next || part).focus({ preventScroll: true });
}
document.addEventListener("htmx:after:swap", () => requestAnimationFrame(keep_place));

// ---- Keys: a control names its key; letters act only when no field has the focus.
const typing = (at) => at && (at.matches("input:not([type=radio]), textarea, select"));

document.addEventListener("keydown", (press) => {
  if (press.ctrlKey || press.altKey || press.metaKey) return;
  if (press.key === "?" && !typing(press.target)) {
    document.getElementById("keys-help").showModal();
    return;
  }
  if (typing(press.target) && press.key.length === 1) return;
  const wanted = document.querySelector(`[data-key="${CSS.escape(press.key.length === 1 ? press.key.toLowerCase() : press.key)}"]`);
  if (!wanted || document.querySelector("dialog[open]")) return;
  press.preventDefault();
  if (wanted.matches("input:not([data-open]), textarea")) wanted.focus(); else wanted.click();
});

// A shut button says what is missing: it jumps to the first gap.
document.addEventListener("click", (touch) => {
  const shut = touch.target.closest("[aria-disabled=true]");
  if (!shut) return;
  touch.preventDefault();
  touch.stopImmediatePropagation();
  const gap = document.getElementById(shut.dataset.gapAt) || (shut.form && shut.form.querySelector(":invalid, [data-gap]"));
  if (gap) gap.focus();
}, true);

// A form is sent once: the second Enter finds its button busy until there is an answer. One that is
// sent before its page is whole waits for it: the browser's own way would leave the page.
let whole = false;
const early = [];
drawn(() => {
  whole = true;
  for (const [form, by] of early) form.requestSubmit(by);
});
document.addEventListener("submit", (sent) => {
  const form = sent.target;
  if (!whole && form.hasAttribute("hx-post")) {
    early.push([form, sent.submitter]);
    sent.preventDefault();
    sent.stopImmediatePropagation();
    return;
  }
  if (form.dataset.busy) { sent.preventDefault(); sent.stopImmediatePropagation(); return; }
  form.dataset.busy = "yes";
  setTimeout(() => { delete form.dataset.busy; }, 4000);
}, true);
document.addEventListener("htmx:finally:request", (done) => {
  const form = done.target.closest && done.target.closest("form");
  if (!form) return;
  delete form.dataset.busy;
  const said = document.querySelector("#said > :last-child");
  if ("again" in form.dataset && said && said.dataset.said === "done") form.reset();  // for the next one
});

// What plays goes on by itself, at the hand's own pace.
drawn(() => {
  const follow = document.querySelector("a[data-follow]");
  if (follow) setTimeout(() => follow.click(), Number(follow.dataset.follow));
});

// What was said stays long enough to be read; an order that was done leaves its question, unless
// its person goes elsewhere first, and takes along what was said.
let leaving;
drawn(() => {
  const said = document.getElementById("said"), words = sessionStorage.getItem("said");
  sessionStorage.removeItem("said");
  if (!said || !words) return;
  said.innerHTML = words;
  const [one] = said.children;
  setTimeout(() => one.remove(), 8000);
});
document.addEventListener("click", () => clearTimeout(leaving), true);
document.addEventListener("htmx:after:swap", () => {
  clocks();  // what was just drawn has no time in it yet
  for (const one of document.querySelectorAll("#said > :not([data-seen])")) {
    one.dataset.seen = "yes";
    setTimeout(() => one.remove(), 8000);
    const asked = document.querySelector("form[data-then]");
    if (asked && one.dataset.said === "done") leaving = setTimeout(() => { sessionStorage.setItem("said", one.outerHTML); location.href = asked.dataset.then; }, 1200);
  }
});

// ---- The PIN: dots only. The last digit submits where all PINs are as long.
function show_pin(form) {
  const pin = form.querySelector("[name=pin]"), boxes = [...form.querySelectorAll(".pin i")];
  boxes.forEach((box, n) => {
    box.className = n < pin.value.length ? "full" : n === pin.value.length ? "next" : "";
  });
  if (pin.value.length === boxes.length && "last" in form.dataset) form.requestSubmit();
}
document.addEventListener("click", (touch) => {
  const key = touch.target.closest("form[data-pin] .keys button"), form = key && key.form;
  if (!form || key.type === "submit") return;
  const pin = form.querySelector("[name=pin]");
  if (key.dataset.digit && pin.value.length < Number(form.dataset.pin)) pin.value += key.dataset.digit;
  if ("clear" in key.dataset) pin.value = "";
  if ("rub" in key.dataset) pin.value = pin.value.slice(0, -1);
  show_pin(form);
});
document.addEventListener("input", (typed) => {
  const form = typed.target.closest("form[data-pin]");
  if (!form || typed.target.name !== "pin") return;
  typed.target.value = typed.target.value.replace(/\D/g, "");
  show_pin(form);
});
document.addEventListener("keydown", (press) => {
  if (press.key !== "Enter" || !press.target.matches("form.signon [data-card]")) return;
  press.preventDefault();
  press.target.form.action = "/signon/card";
  press.target.form.submit();
});
drawn(() => {
  for (const form of document.querySelectorAll("form[data-pin]")) show_pin(form);
});

// ---- A security key: its question comes from the bank, its answer goes there with the PIN.
async function ask_key(form, call, read) {
  const said = form.querySelector("[data-key-said]");
  try {
    const asked = await (await fetch(form.dataset.keys, { method: "POST" })).json();
    if (!asked.options) throw new Error(asked.words);
    const key = await navigator.credentials[call]({ publicKey: read(asked.options.publicKey) });
    form.elements.question.value = asked.question;
    form.elements.answer.value = JSON.stringify(key.toJSON());
    said.textContent = "The key answered. Now your PIN.";
    return true;
  } catch (no) {
    said.textContent = "No key answered. Try again, or use your card.";
    return false;
  }
}
document.addEventListener("click", async (touch) => {
  const use = touch.target.closest("[data-use-key]"), add = touch.target.closest("[data-new-key]");
  if (use && await ask_key(use.form, "get", (given) => PublicKeyCredential.parseRequestOptionsFromJSON(given))) {
    use.form.querySelector("[name=pin]").focus();
  }
  if (add && add.form.reportValidity()
      && await ask_key(add.form, "create", (given) => PublicKeyCredential.parseCreationOptionsFromJSON(given))) {
    add.form.requestSubmit();
  }
});
