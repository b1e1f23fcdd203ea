// The lists by keyboard: arrows go to a list and a name, Enter presses its button.
"use strict";

htmx.config.morphIgnore.push("open");  // a name that somebody opened stays so under the stream

const rows_of = (list) => [...list.querySelectorAll("li > details > summary")];

function step(press) {
  const lists = [...document.querySelectorAll("[data-list]")].filter((one) => rows_of(one).length);
  if (!lists.length) return;
  const at = document.activeElement, here = lists.findIndex((one) => one.contains(at));
  const list = lists[here] || lists[0], row = rows_of(list).indexOf(at);
  const aside = { ArrowLeft: -1, ArrowRight: 1 }[press.key], down = { ArrowUp: -1, ArrowDown: 1 }[press.key];
  const to = aside ? rows_of(lists[(Math.max(here, 0) + (here < 0 ? 0 : aside) + lists.length) % lists.length])
    : rows_of(list);
  const next = aside ? to[Math.min(Math.max(row, 0), to.length - 1)] : to[Math.min(Math.max(row + down, 0), to.length - 1)];
  press.preventDefault();
  next.focus();
}

document.addEventListener("keydown", (press) => {
  if (press.ctrlKey || press.altKey || press.metaKey || document.querySelector("dialog[open]")) return;
  if (press.target.matches("input, textarea, select")) return;
  if (press.key.startsWith("Arrow")) { step(press); return; }
  const row = document.activeElement.closest("[data-list] li");
  if (!row) return;
  const more = row.querySelector("details");
  const button = {
    Enter: press.target.matches("summary") && row.querySelector(":scope > form button"),
    c: row.querySelector('form[action$="/call"] button'),
  }[press.key];
  const wanted = { m: 'form[action$="/move"] button', Delete: "[name=why]" }[press.key];
  if (wanted) {
    press.preventDefault();
    more.open = true;
    (more.querySelector(wanted) || more.querySelector("button")).focus();
  } else if (button) {
    press.preventDefault();
    button.click();
  }
});

// What was taken off last can be taken back, a moment long.
document.addEventListener("submit", (sent) => {
  if (!sent.target.action.endsWith("/take-off")) return;
  document.querySelector("#take-back [name=name]").value = sent.target.elements.name.value;
  sent.target.parentElement.querySelector("summary")?.focus();  // not in a field: Z is a key again
}, true);
