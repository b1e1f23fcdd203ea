// The page around verify.js: a receipt by file, by paste, by a phone's camera, or in the address behind #.
import {verified, Wrong} from "./verify.js";
const at = id => document.getElementById(id), parts = new Set(), KEPT = "parts of a receipt";
async function check() {
  const text = at("receipt").value.trim(), seen = {square: at("square").value.trim(), digits: at("digits").value.trim()};
  const verdict = at("verdict"), say = (state, words, lines = []) => {
    verdict.className = `panel ${state}`;
    at("words").textContent = words;
    at("lines").replaceChildren(...lines.map(line => Object.assign(document.createElement("li"), {textContent: line})));
    verdict.hidden = false;
  };
  if (!text) return say("empty", "There is no receipt yet.");
  say("busy", "One moment ...");
  await new Promise(done => setTimeout(done, 20));
  try { say("good", "VERIFIED", await verified(text, seen)); }
  catch (no) { say("bad", "NOT VERIFIED", [no instanceof Wrong ? no.message : "This is no receipt."]); }
}
at("check").onclick = check;
at("file").onchange = async event => { at("receipt").value = await event.target.files[0].text(); check(); };
// Each scan opens this page anew: the codes of one receipt wait for each other in the phone.
function scanned(read) {
  const text = read.slice(read.lastIndexOf("#") + 1), [, , count, receipt] = text.split("/");
  if (!/^SR[23]\/\d+\/\d+\/\w+\/[\w$*+.-]+$/.test(text)) return;
  const mine = one => one.split("/")[3] === receipt;
  for (const one of [text, ...kept()].filter(mine)) parts.add(one);
  for (const one of parts) if (!mine(one)) parts.delete(one);
  keep([...parts]);
  at("receipt").value = [...parts].join("\n");
  at("scanned").textContent = parts.size < count ? `${parts.size} of ${count} codes are here: scan the next` : `all ${count} codes`;
  if (parts.size === +count) { keep([]); at("camera").srcObject?.getTracks().forEach(track => track.stop()); at("camera").hidden = true; check(); }
}
function kept() { try { return JSON.parse(localStorage.getItem(KEPT)) || []; } catch { return []; } }
function keep(texts) { try { localStorage.setItem(KEPT, JSON.stringify(texts)); } catch { /* then each tab has its own */ } }
at("scan").hidden = !("BarcodeDetector" in window && navigator.mediaDevices);
at("scan").onclick = async () => {
  const camera = at("camera"), eye = new BarcodeDetector({formats: ["qr_code"]});
  try { camera.srcObject = await navigator.mediaDevices.getUserMedia({video: {facingMode: "environment"}}); }
  catch { at("scanned").textContent = "The camera may not be used. Paste the texts instead."; return; }
  camera.hidden = false;
  await camera.play();
  const look = async () => { for (const code of await eye.detect(camera)) scanned(code.rawValue); if (!camera.hidden) requestAnimationFrame(look); };
  look();
};
function opened() {
  const given = decodeURIComponent(location.hash.slice(1));
  if (/^SR[23]\//.test(given)) scanned(given);
  else if (given) { at("receipt").value = given; check(); }
}
addEventListener("hashchange", opened);
opened();
