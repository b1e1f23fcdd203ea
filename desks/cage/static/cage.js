// What a window does by itself: adds up a count, keeps its draft, and turns keys into an amount.
"use strict";

const money = (cents) => (cents / 100).toLocaleString("en-US", {
  style: "currency", currency: "USD", minimumFractionDigits: cents % 100 ? 2 : 0,
});

// ---- The count sheet. Blank is not 0: a row counts when both its cells are filled.
const cells_of = (count) => [...count.querySelectorAll("td input")];
const draft_of = (count) => `count ${count.dataset.draft}`;
let chosen = null;  // the cell that the keys on the page type into

function add_row(row) {
  const [straps, loose] = [...row.querySelectorAll("input")].map((cell) => cell.value);
  const full = straps !== "" && loose !== "";
  const pieces = Number(straps) * Number(row.dataset.bundle) + Number(loose);
  row.classList.toggle("full", full);
  row.querySelector(".pieces").textContent = full ? pieces : "";
  row.querySelector(".amount").textContent = full ? money(pieces * row.dataset.worth) : "";
  return full ? pieces * row.dataset.worth : null;
}

function add(count) {
  const sums = [...count.querySelectorAll("tr[data-worth]")].map(add_row);
  const left = sums.filter((sum) => sum === null).length, sign = count.querySelector("[data-sign]");
  count.querySelector("[data-total]").textContent = money(sums.reduce((all, sum) => all + sum, 0));
  if (left) sign.setAttribute("aria-disabled", "true"); else sign.removeAttribute("aria-disabled");
  sign.querySelector("[data-left]").textContent = left
    ? `${left} ${left === 1 ? "row" : "rows"} left. Enter 0 where there is none.` : "Signed, it is never changed.";
  sessionStorage.setItem(draft_of(count), JSON.stringify(cells_of(count).map((cell) => cell.value)));
}

drawn(() => {
  const count = document.querySelector("form[data-count]");
  if (!count) return;
  const cells = cells_of(count), kept = JSON.parse(sessionStorage.getItem(draft_of(count)) || "[]");
  cells.forEach((cell, n) => { cell.value = cell.value || kept[n] || ""; });  // typed before this wins
  chosen = chosen || cells[0];
  add(count);
});
document.addEventListener("input", (typed) => {
  const count = typed.target.closest("form[data-count]");
  if (!count) return;
  typed.target.value = typed.target.value.replace(/\D/g, "");
  if (document.readyState !== "loading") add(count);
});
document.addEventListener("keydown", (press) => {
  const count = press.target.closest("form[data-count]");
  const cells = count ? cells_of(count) : [], at = cells.indexOf(press.target);
  const step = { Enter: 1, ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[press.key];
  if (at < 0 || !step) return;
  press.preventDefault();
  (cells[at + step] || (press.key === "Enter" && count.querySelector("[data-sign]")) || cells[at]).focus();
});
// The same by touch: the keys type into the cell that was chosen last.
document.addEventListener("focusin", (at) => { if (at.target.matches("form[data-count] td input")) chosen = at.target; });
document.addEventListener("click", (touch) => {
  const key = touch.target.closest("[data-cell]");
  if (!key) return;
  const cells = cells_of(key.form), row = [...chosen.closest("tr").querySelectorAll("input")];
  if (key.dataset.cell === "rub") chosen.value = chosen.value.slice(0, -1);
  else if (key.dataset.cell === "next") chosen = cells[cells.indexOf(chosen) + 1] || chosen;
  else if (key.dataset.cell === "row") { row.forEach((cell) => { cell.value = ""; }); chosen = row[0]; }
  else if (chosen.value.length < chosen.maxLength) chosen.value += key.dataset.cell;
  add(key.form);
  chosen.focus();
});
// A draft goes once its sheet is signed: the page after it is one of the window's, and no count.
document.addEventListener("submit", (sent) => {
  if (sent.target.matches("form[data-count]")) sessionStorage.setItem("sent", draft_of(sent.target));
});
drawn(() => {
  if (document.querySelector("header.top dl") && !document.querySelector("form[data-count]")) {
    sessionStorage.removeItem(sessionStorage.getItem("sent"));
  }
});

// ---- The amount, by keys on the page.
document.addEventListener("click", (touch) => {
  const key = touch.target.closest("[data-amount], [data-add]"), field = document.getElementById("amount");
  if (!key || !field) return;
  if ("amount" in key.dataset) field.value = key.dataset.amount;
  else if (key.dataset.add === "rub") field.value = field.value.slice(0, -1);
  else field.value += key.dataset.add;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
});

// ---- A picture goes as soon as it is chosen; what is secret leaves the page once it is kept.
document.addEventListener("change", (chosen) => {
  const form = chosen.target.closest("form[data-send-file]");
  if (form) form.submit();
});
document.addEventListener("htmx:after:swap", (done) => {
  const sent = done.detail.ctx?.request?.body;  // an answer keeps what it was asked with, no more
  const number = sent?.get?.("tax");
  if (!number || number !== sent.get("tax_again")) return;
  for (const field of document.querySelectorAll("input[data-secret]")) {
    if (field.value === number) { field.placeholder = "••• " + number.slice(-4); field.value = ""; }
  }
});

// ---- A currency report: the button opens when the document was seen and both answers are there.
// The server asks again.
function answered(report) {
  const form = report.form, whose = form.elements.whose.value;
  const there = {
    seen: form.elements.seen.checked,
    occupation: form.elements.occupation.value.trim() !== "",
    whose: whose === "Own" || (whose !== "" && form.elements.whose_name.value.trim() !== ""),
  };
  form.elements.whose_name.required = whose !== "" && whose !== "Own";
  form.elements.whose_name.closest("label").hidden = !form.elements.whose_name.required;
  for (const row of document.querySelectorAll("[data-answer]")) {
    row.classList.toggle("gap-row", !there[row.dataset.answer]);
    row.lastElementChild.textContent = there[row.dataset.answer] ? "given" : "missing";
  }
  const missing = Object.values(there).filter((one) => !one).length;
  if (missing) report.setAttribute("aria-disabled", "true"); else report.removeAttribute("aria-disabled");
  report.querySelector("small").textContent = ["All is there", "One thing is missing", "Two things are missing", "Three things are missing"][missing];
}
drawn(() => {
  const report = document.querySelector("[data-answers]");
  if (!report) return;
  for (const sign of ["input", "change"]) report.form.addEventListener(sign, () => answered(report));
  answered(report);
});

// ---- F12 hides the page at once.
document.addEventListener("keydown", (press) => {
  if (press.key !== "F12") return;
  press.preventDefault();
  document.body.classList.toggle("covered");
});
document.addEventListener("click", (touch) => { if (touch.target.closest("[data-print]")) print(); });

// ---- A proof that is older than three seconds is none.
drawn(() => {
  if (!document.querySelector("[data-proof]")) return;
  let proven = Date.now();
  document.addEventListener("htmx:after:swap", () => { proven = Date.now(); });
  setInterval(() => { document.body.classList.toggle("stale-proof", Date.now() - proven > 3000); }, 500);
});
