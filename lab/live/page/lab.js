// The lab's page. What a screen does not show, it does not get; a touch on it is a touch on a glass.
const at = id => document.getElementById(id), make = (tag, more = {}) => Object.assign(document.createElement(tag), more);
const money = cents => "$" + (cents / 100).toLocaleString("en-US", {minimumFractionDigits: cents % 100 ? 2 : 0});
let now = {hand: 0, seats: [], wires: [], units: [0, 0], doors: []}, lines = [];
let broken = {bots: [], unplugged: [], noisy: {}, powered: true, speed: "real", pocket: [], trays: [], coming: ""};
let large = 0, down = false, targets = {}, framed = "", sat = 0, wire = null, played = 0, latest = 0;
const seats = [...Array(setup.seats).keys()].map(n => n + 1);
const seat = number => now.seats.find(one => one.seat === number) || {seat: number, doing: "free", stage: "", stack: 0, name: ""};

// ---- The wire: it comes back by itself, and so does the seat
function connect() {
  wire = new WebSocket(`ws://${location.host}/wire`);
  wire.binaryType = "arraybuffer";
  wire.onopen = () => { at("gone").hidden = true; lines = []; if (large) say({type: "look", seat: large}); };
  wire.onclose = () => {
    at("gone").textContent = broken.coming ? `${broken.coming} is set up: one moment.`
      : "The table does not answer. This page comes back with it.";
    at("gone").hidden = false;
    setTimeout(again, 500);
  };
  wire.onmessage = heard;
}
function again() {
  fetch("/").then(it => it.text()).then(text => {
    const found = text.match(/const setup = (\{.*\});/), doing = new DOMParser().parseFromString(text, "text/html").getElementById("doing");
    if (doing && doing.textContent) at("gone").textContent = `The next table is set up. ${doing.textContent}`;
    if (!found) setTimeout(again, 500);
    else if (JSON.parse(found[1]).table !== setup.table) location.reload();
    else connect();
  }, () => setTimeout(again, 500));
}
const say = words => { if (wire.readyState === 1) wire.send(JSON.stringify(words)); };
function heard(message) {
  if (typeof message.data !== "string") return picture(message.data);
  const word = JSON.parse(message.data);
  if (word.type === "now") { now = word; draw(); alertTurn(); }
  else if (word.type === "news") { lines = lines.concat(word.lines).slice(-300); ticker(); }
  else if (word.type === "broken") { broken = word; draw(); }
  else if (word.type === "targets" && word.seat === large) { targets = word.targets; ring(); }
  else if (word.type === "record") openRecord(word.body);
}
// Painted on a canvas and let go of: as images the browser kept hundreds of MB of pictures that nobody sees again.
// One at a time for each glass, the newest next.
const coming = {};
async function picture(data) {
  const [from, big] = new Uint8Array(data, 0, 2), key = !big ? "p" + from : from ? "glass" : "bigcenter";
  const painting = key in coming;
  coming[key] = data;
  while (!painting && coming[key]) {
    const newest = coming[key];
    coming[key] = null;
    await paint(at(key), newest).catch(() => {}); // no picture
  }
  if (!painting) delete coming[key];
}
async function paint(canvas, data) {
  const seat = new Uint8Array(data, 0, 1)[0], it = await createImageBitmap(new Blob([new Uint8Array(data, 2)], {type: "image/jpeg"}));
  if (canvas.id !== "glass" || seat === large) copy(canvas, it);
  it.close();
}
function copy(canvas, from) {
  if (canvas.width !== from.width || canvas.height !== from.height) Object.assign(canvas, {width: from.width, height: from.height});
  canvas.getContext("2d").drawImage(from, 0, 0);
  canvas.dataset.shown = "yes";
}
function wipe(canvas) {
  canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
  delete canvas.dataset.shown;
}

// ---- The table from above
const PLACES = {north: [10, 1, 2, 3], west: [9], east: [4], south: [8, 7, 6, 5]};
for (const [place, there] of Object.entries(PLACES)) for (const number of there) {
  if (number > setup.seats) { if (place !== "west" && place !== "east") at(place).append(make("figure")); continue; }
  const box = make("figure", {id: "s" + number});
  box.innerHTML = `<button class="look"><canvas id="p${number}" role="img" aria-label="Station ${number}"></canvas></button><figcaption></figcaption>`;
  box.firstChild.onclick = () => look(number);
  at(place).append(box);
}
const bot = number => broken.bots.includes(number), card = number => broken.pocket[broken.trays[number - 1]] || {holder: "", ends: "", pin: ""};
const silence = () => broken.powered ? "No answer" : "The table is dark";
const inviting = () => seats.find(one => !bot(one) && seat(one).doing === "free") || 0;
const mine = () => large || sat || inviting();
function caption(number) {
  const one = seat(number), who = one.name || (bot(number) ? card(number).holder : "");
  const words = [number === sat && one.stack ? "you" : one.doing === "free" && !bot(number) ? "free" : who,
    bot(number) ? "bot" : "", one.doing === "free" ? "" : one.doing];
  return `<b>Seat ${number}</b>` + [...new Set(words)].filter(Boolean).map(word => ", " + word).join("");
}
function draw() {
  const gold = !sat && inviting();
  for (const number of seats) {
    const box = at("s" + number);
    box.className = number === gold ? "call" : seat(number).turn ? "turn" : "";
    box.querySelector("figcaption").innerHTML = number === gold ? `<b>Seat ${number}, yours</b>` : caption(number);
    let here = box.querySelector(".here");
    if (number === gold && !here) box.append(make("span", {className: "here gold button", textContent: "Sit down here"}));
    else if (number !== gold && here) here.remove();
  }
  const [up, all] = now.units, linked = at("units");
  linked.textContent = now.answers ? `${up === all ? "✓ " : ""}${up} of ${all} linked` : silence();
  linked.className = "tag " + (now.answers && up === all ? "good" : "bad");
  at("hold").classList.toggle("on", now.paused);
  at("hold").querySelector("span").textContent = now.paused ? "Go on" : "Pause";
  at("count").textContent = broken.bots.length;
  at("fewer").disabled = !broken.bots.length; at("more").disabled = broken.bots.length >= 9;
  for (const button of at("speeds").children) button.classList.toggle("now", button.dataset.speed === broken.speed);
  at("comes").textContent = broken.coming ? `${broken.coming} comes after this hand.` : "";
  at("now").hidden = !broken.coming;
  steps(); breaks(); tray(); plates();
}

// ---- The first hand
function steps() {
  const number = mine(), one = seat(number), pin = card(number).pin;
  if (one.stack && one.doing === "in" && !bot(number) && !played) played = sessionStorage.played = now.hand; // not yet while he waits for the blind
  const step = one.stack ? 4 + !!played : ["buy-in", "chips", "approve"].includes(one.stage) ? 4 : one.stage === "pin" ? 3 : large === number ? 2 : 1;
  if (one.stack && !bot(number) && number === large) { sat = number; sessionStorage.sat = number; }
  else if (sat === number && !one.stack && one.doing === "free" && now.answers) { sat = played = 0; delete sessionStorage.sat; delete sessionStorage.played; }
  latest = Math.max(latest, now.hand); // between two hands there is none
  const after = one.stack && played && latest > played;
  at("first").hidden = !!large && (bot(large) || !!after && latest > played + 1);
  at("first").querySelector("h2").textContent = !number ? "Bots only" : after ? "Next" : "Play your first hand";
  const words = after ? ["<b>Hold</b> your cards to peek", "<b>Raise</b>: drag, confirm", "<b>Menu</b>: replay a hand", "<b>Proof</b>: check the deal"]
    : [`<b>Sit down</b> in seat ${number}`, "<b>Swipe</b> its card", `<b>PIN</b> ${pin || "of your card"}`, one.stack && !played ? "<b>Wait</b> for your cards" : "<b>Buy in</b> and sit down"];
  at("steps").innerHTML = !number ? "<li>Every seat has a bot. Take one away and sit down.</li>" : words.map((text, n) =>
    `<li class="${after ? "" : n + 1 < step ? "done" : n + 1 === step ? "now" : ""}"><i>${!after && n + 1 < step ? "✓" : n + 1}</i><span>${text}</span></li>`).join("");
  at("steps").className = after ? "" : "going";
  at("go").hidden = !number || !!large; // at the seat the tray has the next step
  at("go").innerHTML = `${one.stack ? "Go to" : "Sit down in"} seat ${number} <kbd>Enter</kbd>`;
  at("swipe").className = step === 2 ? "gold" : "green";
}
at("go").onclick = () => look(mine());

// ---- Breaking things
for (const number of seats) at("which").append(new Option(`Seat ${number}`, number, false, number === Math.min(7, setup.seats)));
const victim = () => large || +at("which").value;
function toggle(id, on, words, undo) {
  at(id).textContent = on ? undo : words;
  at(id).classList.toggle("on", on);
}
const NOISE = [0, 10000, 1000, 300, 100], spoilt = one => one ? `1 in ${one.toLocaleString()}` : "none"; // bytes
function breaks() {
  const number = victim(), line = now.wires.find(one => one.seat === number);
  at("which").hidden = !!large;
  at("breaktitle").textContent = large ? `Cable of seat ${large}` : "Break things";
  at("wire").hidden = !large;
  at("wire").textContent = !now.answers ? silence() : line && line.up ? `✓ Up, ${line.mean_ms} ms` : "Out";
  at("wire").className = "tag " + (now.answers && line && line.up ? "good" : "bad");
  toggle("cable", broken.unplugged.includes(number), "Unplug", "Plug in");
  toggle("noise", !!broken.noisy[number], "Noise", "End the noise");
  at("level").value = NOISE.indexOf(broken.noisy[number] || 0);
  at("level").ariaValueText = at("onein").textContent = spoilt(NOISE[at("level").value]);
  toggle("door", broken.door, "Open door", "Shut door");
  toggle("bank", broken.bank, "Bank away", "Bank back");
  toggle("printer", broken.printer, "Printer off", "Printer on");
  toggle("power", !broken.powered, "Pull the table's power", "Bring the power back");
  for (const id of ["restart", "letbot", "spoils"]) at(id).hidden = !large;
  at("bad").hidden = at("noise").hidden = !!large;
  at("beaten").textContent = line && line.beaten ? `Noise beaten ${line.beaten === 1 ? "once" : line.beaten.toLocaleString() + " times"} in ${line.frames.toLocaleString()} frames` : "";
}
at("which").onchange = breaks;
at("cable").onclick = () => say({type: "cable", seat: victim(), plugged: broken.unplugged.includes(victim())});
at("noise").onclick = () => say({type: "noise", seat: victim(), one_in: broken.noisy[victim()] ? 0 : 100});
at("level").oninput = () => say({type: "noise", seat: large, one_in: NOISE[at("level").value]});
at("door").onclick = () => say({type: "door", open: !broken.door});
at("bank").onclick = () => say({type: "bank", away: !broken.bank});
at("printer").onclick = () => say({type: "printer", on: broken.printer});
at("bad").onclick = at("badly").onclick = () => say({type: "swipe", seat: victim(), badly: true});
at("restart").onclick = () => say({type: "restart", seat: large});
at("power").onclick = () => say({type: "power", on: !broken.powered});

// ---- What the machine does
const clock = ms => new Date(ms).toLocaleTimeString("en-GB", {timeZone: setup.zone}); // as at the desks
function ticker() {
  at("does").textContent = large ? `What seat ${large} does` : "What the machine does";
  const told = lines.filter(one => !large || one.seat === large || !one.seat && ["You", "Fault", "Floor"].includes(one.kind)).slice(-60).reverse();
  at("lines").replaceChildren(...told.map(one => {
    const named = one.kind === "Fault"; // in its own words
    const row = make("li", {className: one.kind}), name = one.seat && !large && !named ? `${seat(one.seat).name || "seat " + one.seat} ` : "";
    const open = one.record ? make("button", {title: `Record ${one.record}`, onclick: () => say({type: "open", record: one.record})}) : make("p");
    open.innerHTML = `<time>${clock(one.at_ms)}</time><b>${one.kind}</b>`;
    open.append(one.record ? `${name}${one.words}, #${one.record.toLocaleString()}` : one.words + (one.seat && !large ? `, seat ${one.seat}` : ""));
    row.append(open);
    return row;
  }));
}
function openRecord(body) {
  at("recordtitle").textContent = `Record ${body.record.toLocaleString()}: ${body.kind}`;
  at("record").querySelector("pre").textContent = JSON.stringify(body, null, 1);
  at("record").showModal();
}

// ---- One station
function look(number, keep) {
  large = number; framed = ""; targets = {};
  document.body.classList.toggle("seat", !!number);
  if (!keep) history.replaceState(null, "", number ? `#seat-${number}` : "#");
  wipe(at("glass"));
  at("table").hidden = at("setup").hidden = !!number;
  at("station").hidden = at("tray").hidden = at("home").hidden = !number;
  at("units").hidden = !!number;
  if (number) at("glassbox").focus({preventScroll: true});
  say({type: "look", seat: number});
  ring(); draw(); ticker(); alertTurn();
}
const STAGES = {held: "Reserved", pin: "Typing a PIN", approve: "Asks the floor", "buy-in": "Buying in", chips: "Chips coming"};
function tray() {
  if (!large) return;
  const one = seat(large), {holder, ends, pin} = card(large);
  at("traytitle").textContent = `Tray, seat ${large}`;
  at("state").textContent = one.stack ? "In play" : STAGES[one.stage] || "Free";
  at("state").className = "tag " + (one.stack ? "good" : "");
  at("holder").textContent = holder;
  at("about").textContent = `${holder}\nends ${ends}\n${pin ? "PIN " + pin : "its own PIN"}` + (one.stack ? `\n${money(one.stack)}` : "");
  at("letbot").textContent = bot(large) ? "Take bot away" : "Let a bot play";
  const others = broken.pocket.map((one, n) => [`${one.holder}, ends ${one.ends}`, n]).filter(one => one[1] !== broken.trays[large - 1]);
  if (at("other").dataset.of === JSON.stringify(others)) return; // an open list stays so
  at("other").dataset.of = JSON.stringify(others);
  at("other").replaceChildren(new Option("Other card", ""), ...others.map(one => new Option(...one)));
}
at("other").onchange = event => {
  say({type: "lay", seat: large, card: +event.target.value});
  at("glassbox").focus({preventScroll: true}); // the PIN is typed next
};
at("letbot").onclick = () => say({type: "bot", seat: large, on: !bot(large)});
function plates() {
  if (!large) return;
  const next = step => (large - 1 + step + setup.seats) % setup.seats + 1;
  for (const [id, step] of [["left", -1], ["right", 1]]) {
    at(id).querySelector("span").textContent = `Seat ${next(step)}`;
    at(id).onclick = () => look(next(step));
  }
  const order = seats.filter(one => one !== large).concat(large);
  if (at("plates").dataset.of !== String(order)) at("plates").replaceChildren(...order.map(plate));
  at("plates").dataset.of = order;
  order.forEach((number, n) => fill(at("plates").children[n], number));
}
function plate(number) {
  const it = make("button", {innerHTML: `<i>${number}</i><span><b></b><small><u></u><em></em></small></span>`});
  it.onclick = () => seat(number).doing === "free" && number !== large && !bot(number) ? say({type: "bot", seat: number, on: true}) : look(number);
  return it;
}
function fill(it, number) { // in place: a click that began on a plate ends on it
  const one = seat(number), free = one.doing === "free";
  it.className = number === large ? "mine" : free ? "free" : "";
  const what = free && number !== large ? bot(number) ? "sits down" : "give to a bot" : one.stack ? money(one.stack)
    : number === large && STAGES[one.stage] || (free ? "not seated yet" : one.doing);
  const does = free || what === one.doing ? "" : one.turn ? `${Math.ceil(one.left_ms / 1000)} s` : one.doing === "in next hand" ? "next" : one.doing;
  it.querySelector("b").textContent = number === large ? "You" : free ? "Free" : `${one.name}${bot(number) ? ", bot" : ""}`;
  it.querySelector("u").textContent = what;
  Object.assign(it.querySelector("em"), {className: "tag" + (one.turn ? " turn" : ""), textContent: does, hidden: !does});
}
at("swipe").onclick = () => say({type: "swipe", seat: large});
at("home").onclick = () => look(0);
at("enlarge").onclick = () => { copy(at("bigcenter"), at("p0")); at("big").showModal(); say({type: "look", seat: 0, center: true}); };
at("big").onclose = () => { if (!at("big").open) say({type: "look", seat: large}); };

// ---- Fingers, and keys that are fingers
const glass = at("glass");
function finger(kind, event) {
  const box = glass.getBoundingClientRect();
  say({type: "finger", kind, x: (event.clientX - box.left) * 1280 / box.width, y: (event.clientY - box.top) * 800 / box.height});
  event.preventDefault();
}
glass.onpointerdown = event => { down = true; glass.setPointerCapture(event.pointerId); finger("down", event); at("glassbox").focus({preventScroll: true}); };
glass.onpointermove = event => { if (down) finger("move", event); };
glass.onpointerup = glass.onpointercancel = event => { if (down) finger("up", event); down = false; };
// A key is a finger of its own: Enter can hold the cards while the mouse taps. What went down comes up again,
// whatever lies there by then.
function press(name) {
  const [x, y, w, h] = targets[name], word = {type: "finger", x: x + w / 2, y: y + h / 2, finger: 1};
  say({...word, kind: "down"});
  return () => say({...word, kind: "up"});
}
// It comes up before it goes down again: who types quickly, or on a busy machine, is at the next key by then.
let lift = null, lifts = 0;
const lets = () => { clearTimeout(lifts); if (lift) lift(); lift = null; };
const tap = name => { lets(); lift = press(name); lifts = setTimeout(lets, 60); };
function ring() {
  const box = targets[framed], it = at("ring");
  it.hidden = !box;
  if (!box) return;
  const [x, y, w, h] = box;
  Object.assign(it.style, {left: x / 12.8 + "%", top: y / 8 + "%", width: w / 12.8 + "%", height: h / 8 + "%"});
}
const order = () => Object.keys(targets).sort((a, b) => targets[a][1] - targets[b][1] || targets[a][0] - targets[b][0]);
function glassKey(event) {
  const names = order(), place = names.indexOf(framed);
  if (event.key === "Tab") {
    const next = names[place + (event.shiftKey ? -1 : 1)] || (place < 0 && !event.shiftKey ? names[0] : "");
    framed = next; ring();
    return !!next;
  }
  if (/^\d$/.test(event.key) && `key ${event.key}` in targets) { tap(`key ${event.key}`); return true; }
  if (event.key === "Backspace") { const name = ["key clear", "key back"].find(one => one in targets); if (name) tap(name); return !!name; }
  if (event.key === "Enter" && framed in targets) { if (!event.repeat) { lets(); lift = press(framed); } return true; }
  const step = {ArrowUp: "plus", ArrowDown: "minus"}[event.key];
  if (step in targets) { tap(step); return true; }
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") { at(event.key === "ArrowLeft" ? "left" : "right").click(); return true; }
  return false;
}
document.onkeyup = event => { if (event.key === "Enter") lets(); };
// A mouse lets go of what it clicked, before a dialog keeps it to come back to: Enter and Space are
// the table's again, or the glass's.
document.addEventListener("click", event => { if (event.detail) event.target.closest("button")?.blur(); }, true);
onblur = lets;
function neighbour(step) {
  const there = seats.findIndex(one => at("s" + one).contains(document.activeElement));
  at("s" + seats[there < 0 ? 0 : (there + step + seats.length) % seats.length]).querySelector("button").focus();
}
const KEYS = {t: () => look(0), c: () => at("cage").click(), f: () => at("floor").click(), s: () => at("console").click(),
  w: () => say({type: "swipe", seat: victim()}), u: () => at("cable").click(), m: () => sound(), "?": () => at("keys").showModal(),
  e: () => at("enlarge").click(), ArrowLeft: () => large ? at("left").click() : neighbour(-1), ArrowRight: () => large ? at("right").click() : neighbour(1),
  " ": () => at("hold").click(), Escape: () => large && look(0)};
document.onkeydown = event => {
  const there = document.activeElement, typing = ["SELECT", "INPUT"].includes(there.tagName) || document.querySelector("dialog[open]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  // What is hidden by now (a button of a page that was closed) holds the focus until the next frame, but no key.
  const onButton = ["BUTTON", "A"].includes(there.tagName) && there.checkVisibility();
  const itsOwn = onButton && ["Enter", " ", "Tab"].includes(event.key); // the rest goes to the glass all the same
  if (large && !itsOwn && glassKey(event)) return event.preventDefault();
  if (itsOwn) return;
  if (!large && /^\d$/.test(event.key) && (+event.key || 10) <= setup.seats) return look(+event.key || 10);
  if (!large && event.key === "Enter" && mine()) { look(mine()); return event.preventDefault(); }
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (act) { act(); event.preventDefault(); }
};
at("help").onclick = () => at("keys").showModal();
at("hold").onclick = () => say({type: "hold", on: !now.paused});

// ---- A turn is heard, and seen in the tab's title
let quiet = localStorage.quiet === "yes", turned = false, ears = null;
function sound() { quiet = !quiet; localStorage.quiet = quiet ? "yes" : "no"; at("sound").ariaPressed = !quiet; if (!quiet) chime(); }
at("sound").onclick = sound;
at("sound").ariaPressed = !quiet;
function chime() {
  try {
    ears = ears || new AudioContext();
    ears.resume(); // of a page that was loaded again it sleeps until somebody touches it
    for (const [hertz, from] of [[660, 0], [880, 0.12]]) {
      const tone = ears.createOscillator(), loud = ears.createGain();
      tone.frequency.value = hertz;
      loud.gain.setValueAtTime(0.12, ears.currentTime + from);
      loud.gain.exponentialRampToValueAtTime(0.001, ears.currentTime + from + 0.25);
      tone.connect(loud).connect(ears.destination);
      tone.start(ears.currentTime + from); tone.stop(ears.currentTime + from + 0.3);
    }
  } catch { /* no sound here */ }
}
function alertTurn() {
  const turn = now.answers && !!sat && !bot(sat) && !!seat(sat).turn;
  if (turn && !turned) { if (!quiet) chime(); if (navigator.vibrate) navigator.vibrate(200); }
  if (turn !== turned) at("heard").textContent = turn ? `Your turn in seat ${sat}` : "";
  turned = turn;
  document.title = turn ? "Your turn · Stormdeck" : "Stormdeck";
  at("big").classList.toggle("turn", turn);
  at("turn").hidden = !turn || large === sat;
  if (turn) at("turn").innerHTML = `Your turn in seat ${sat}` + (large ? "" : " <kbd>Enter</kbd>");
}
at("turn").onclick = () => { at("big").close(); look(sat); };

// ---- The game: another one is another table, after this hand
const games = Object.fromEntries(setup.games.map(one => [one.game, one]));
let asked = ["", ""];
function play(game, house) { asked = [game, house]; say({type: "play", game, house}); }
at("now").onclick = () => say({type: "play", game: asked[0] || setup.game, house: asked[0] ? asked[1] : setup.house});
at("fresh").onclick = () => play(setup.game, setup.house);
for (const [game, name] of Object.entries(setup.favorites)) {
  const button = make("button", {textContent: name, className: game === setup.game ? "now" : "", onclick: () => play(game, "")});
  at("games").insertBefore(button, at("all"));
}
for (const family of new Set(setup.games.map(one => one.family))) {
  const group = make("optgroup", {label: family[0].toUpperCase() + family.slice(1)});
  for (const one of setup.games.filter(one => one.family === family)) group.append(new Option(one.name, one.game, false, one.game === setup.game));
  at("all").append(group);
}
if (setup.game in setup.favorites) at("all").value = ""; else at("all").className = "now";
at("all").onchange = event => { if (event.target.value) play(event.target.value, ""); };
for (const house of games[setup.game].houses) at("house").append(new Option(setup.houses[house], house, false, house === setup.house));
at("house").onchange = event => play(setup.game, event.target.value);
at("fewer").onclick = () => say({type: "bots", count: broken.bots.length - 1});
at("more").onclick = () => say({type: "bots", count: broken.bots.length + 1});
for (const [speed, name] of [["slow", "Slow"], ["real", "Real"], ["4 times", "4 times"], ["max", "Max"]]) {
  const button = make("button", {textContent: name, onclick: () => say({type: "pace", speed})});
  button.dataset.speed = speed;
  at("speeds").append(button);
}
// Two people in one browser: localhost and 127.0.0.1 keep their cookies apart.
const other = location.hostname === "localhost" ? "127.0.0.1" : "localhost";
at("mia").href = `//${other}:${location.port}/floor?as=mia`;
at("sue").href = `//${other}:${location.port}/cage?as=sue`;
const seatOf = () => Math.min(+(location.hash.match(/^#seat-(\d+)$/) || [0, 0])[1], setup.seats);
onhashchange = () => { if (seatOf() !== large) look(seatOf(), true); };
sat = +(sessionStorage.sat || 0);
played = +(sessionStorage.played || 0);
connect();
look(seatOf(), true);
