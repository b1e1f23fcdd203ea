// The customer's signature, drawn with a finger, a pen or a mouse; it leaves the pad as a picture.
"use strict";

const pens = new WeakMap(); // canvas -> where the pen is; nothing: it is lifted

function at(canvas, touch) {
  const box = canvas.getBoundingClientRect();
  return [(touch.clientX - box.left) * canvas.width / box.width, (touch.clientY - box.top) * canvas.height / box.height];
}

function signed(canvas, is_signed) {
  const form = canvas.closest("form"), send = form.querySelector("[data-sign]");
  form.querySelector("[data-signed]").value = is_signed ? canvas.toDataURL("image/png") : "";
  if (is_signed) send.removeAttribute("aria-disabled"); else send.setAttribute("aria-disabled", "true");
}

document.addEventListener("pointerdown", (touch) => {
  if (!touch.target.matches("form[data-signs] canvas")) return;
  pens.set(touch.target, at(touch.target, touch));
  touch.target.setPointerCapture(touch.pointerId);
});
document.addEventListener("pointermove", (touch) => {
  const canvas = touch.target, from = pens.get(canvas);
  if (!from) return;
  const ink = canvas.getContext("2d"), to = at(canvas, touch);
  ink.lineWidth = 5; ink.lineCap = "round"; ink.strokeStyle = "#12202a";
  ink.beginPath(); ink.moveTo(...from); ink.lineTo(...to); ink.stroke();
  pens.set(canvas, to);
});
document.addEventListener("pointerup", (touch) => {
  if (pens.delete(touch.target)) signed(touch.target, true);
});
document.addEventListener("click", (touch) => {
  const wipe = touch.target.closest("[data-wipe]"), canvas = wipe && wipe.form.querySelector("canvas");
  if (!canvas) return;
  canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
  signed(canvas, false);
});
