// Checks the receipt of a hand of cards, in this browser: what verify.py does, check by check and in the same words.
// Nothing is sent anywhere. `verified(text, seen)` gives lines for people, or throws Wrong with where it fails and why.
import {bytes, concat, hex, hmac, same, sha256 as sha, signed, unhex} from "./hashes.js";

// --- the form of a receipt. A string is a pattern, {from, to} holds whole numbers, [x] is any number of x, {all: [x, y]} exactly those.
const HASH = "[0-9a-f]{64}", SIGN = "[0-9a-f]{128}", TEXT = "[ -~]{0,200}", ANY = {any: true};
const range = (from, to) => ({from, to}), SEAT = range(1, 256), COUNT = range(0, 2 ** 53), SIZE = range(0, 2 ** 52), CARD = range(0, 256), all = (...forms) => ({all: forms});
const LINKS = 64;
export const LONG = {"24, red and blue": 192, "320 of pan": 256, "310 of pan, 8-7": 256, "307 of pan, 8-7-6": 256};  // links of decks that are drawn from so often
const WHOSE = {table: "[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}", hand: COUNT, attempt: range(1, 1 << 16)};
const STORY = {answers: [ANY], shown: [all(COUNT, CARD)]};
const ENTRIES = {
  commit: {time: range(0, 2 ** 36), noise: "hardware|simulation", size: SIZE, prev: HASH, deck: all("[ -~]{1,40}", range(1, 33)), roots: [HASH], boxes: HASH, auditor: HASH, voids: COUNT},
  seals: {game: TEXT, rules: "[0-9a-f]{0,64}", button: range(0, 256), seats: [SEAT], plan: [ANY], askers: [SEAT], cutter: range(0, 256), seals: [all(SEAT, HASH)]},
  digits: {seat: SEAT, digits: "([0-9]{6,12})?"},
  cut: {shares: [all(SEAT, HASH)], seeds: [`(${HASH})?`]},
  mix: {n: range(1, 1 + Math.max(...Object.values(LONG))), links: [all(SEAT, HASH)], absent: [SEAT]},
  again: {back: [COUNT], root: HASH},
  next: {to: [range(-4, 256)]},
  draw: {shares: [all(SEAT, HASH)], seeds: [HASH], button: SEAT},
  hand: {...STORY, won: [all(SEAT, COUNT)]},
  void: {...STORY, why: TEXT, by: TEXT, missing: [SEAT], shares: [all(SEAT, HASH)], seeds: [`(${HASH})?`]},
  late: {seat: SEAT, share: HASH},
  station: {seat: SEAT, by: TEXT},
};
const SIGNED = ["seals", "digits", "draw", "again", "next", "hand", "void"], PLAYED = ["mix", "again", "next", "hand", "void"], ASIDE = ["late", "station"];
const AFTER = {"": ["commit"], commit: ["seals", "void"], seals: ["digits", "cut", "draw", "void"], digits: ["cut", "void"], cut: PLAYED, mix: PLAYED,
  again: ["mix", "hand", "void"], next: PLAYED, draw: ["commit"], void: ["commit"]};
const WITNESS = {name: "[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}", key: HASH, size: COUNT, sign: SIGN};
const RECEIPT = {stormdeck: range(2, 3), key: HASH, seat: range(0, 256), log: {before: [HASH], entries: [ANY], signs: [SIGN]},
  cards: [{open: [all(COUNT, CARD, HASH)], proof: [HASH]}], witness: [WITNESS]};
const BYTES_MAX = 1 << 20, ALARM = 3, SHOE = 1024;
const NAMES = [...[..."23456789TJQKA"].flatMap(rank => [..."cdhs"].map(suit => rank + suit)), "Joker"];
const upTo = count => [...Array(count).keys()], FULL = upTo(52), rankIn = (card, ranks) => ranks.includes(Math.floor(card / 4));
const ENDS = [6, 5, 4, 3, 2, 1].flatMap(high => upTo(high).map(n => `${high}-${high - n}`));  // of dominoes
const ALONE = ["5-4", "6-3", "6-2", "5-3", "5-2", "4-3", "4-1", "3-2", "2-1", "4-2"];
const pan = (spades, valle) => FULL.filter(card => !rankIn(card, [6, 7, 8])).flatMap(card => Array(card % 4 < 3 ? 8 : [7, 15, 23].includes(card) ? valle : spades).fill(card));
export const DECKS = {  // the only decks that there are; a shoe holds several copies
  "52": FULL,
  "52 + joker": upTo(53),
  "40 + joker": upTo(53).filter(card => !rankIn(card, [6, 7, 8])),
  "32": FULL.slice(20),
  "36": FULL.slice(16),
  "36, no 7 to 10": FULL.filter(card => !rankIn(card, [5, 6, 7, 8])),
  "44, tens twice": [...FULL.filter(card => !rankIn(card, [5, 6, 7])), ...FULL.slice(32, 36)].sort((a, b) => a - b),
  "56, aces twice": [...FULL, ...FULL.slice(48)],
  "52 + 4 jokers": [...FULL, 52, 52, 52, 52],
  "52 + 2 jokers": [...FULL, 52, 52],
  "52 + 3 jokers": [...FULL, 52, 52, 52],
  "20": FULL.slice(32),
  "24, red and blue": [...FULL.slice(0, 20), ...FULL.slice(48)].flatMap(card => [card, card]),
  "32 tiles": ENDS.flatMap((ends, n) => Array(ALONE.includes(ends) ? 1 : 2).fill(64 + n)),
  "320 of pan": pan(8, 8),
  "310 of pan, 8-7": pan(7, 7),
  "307 of pan, 8-7-6": pan(7, 6),
  "20 mah-jong tiles": upTo(10).flatMap(n => [96 + n, 96 + n]),
};
export const PACKS = {"24, red and blue": 2};  // shuffled apart and laid alternately; any other deck is one pack
const BUTTON = {"button: high card": card => card, "button: low card": card => -card, "button: low card, ace low": card => -((card + 4) % 52)};

export class Wrong extends Error {}
function demand(good, where, why) { if (!good) throw new Wrong(`${where}: ${why}`); }
const isInt = value => Number.isSafeInteger(value) && !Object.is(value, -0), isMap = value => value !== null && typeof value === "object" && !Array.isArray(value);
const has = (map, key) => Object.prototype.hasOwnProperty.call(map, key);
const ascii = text => JSON.stringify(text).replace(/[\u007f-\uffff]/g, one => one === "\u007f" ? one : "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0"));
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isMap(value)) return `{${Object.keys(value).sort().map(key => `${ascii(key)}:${canonical(value[key])}`).join(",")}}`;
  return typeof value === "string" ? ascii(value) : JSON.stringify(value);
}
const leafOf = entry => sha(concat(Uint8Array.of(0), bytes(canonical(entry))));
const equal = (one, two) => canonical(one) === canonical(two), rising = seats => [...seats].sort((a, b) => a - b);
const plain = (value, levels = 9) => levels > 0 && (value === null || typeof value !== "object" || Object.values(value).every(one => plain(one, levels - 1)));
function load(text, where) {
  demand(bytes(text).length <= BYTES_MAX, where, "too big to be one");
  let value, again;
  try { value = JSON.parse(text); again = canonical(value); } catch (no) { throw new Wrong(`${where}: not readable (${String(no.message).slice(0, 70)})`); }
  let at = 0;
  while (at < text.length && text[at] === again[at]) at++;
  demand(again === text, where, `not as the table wrote it, from byte ${at} on`);
  demand(plain(value), where, "deeper, or a number greater, than a table writes");
  return value;
}
function fits(value, form, where) {
  if (form === ANY) return;
  if (typeof form === "string") demand(typeof value === "string" && new RegExp(`^(?:${form})$`).test(value), where, "not of the right form");
  else if (Array.isArray(form) || has(form, "all")) {
    demand(Array.isArray(value), where, "must be a list");
    const one = Array.isArray(form) ? () => form[0] : n => form.all[n];
    if (!Array.isArray(form)) demand(form.all.length === value.length, where, `must have ${form.all.length} items`);
    value.forEach((item, n) => fits(item, one(n), `${where}[${n}]`));
  } else if (has(form, "from")) demand(isInt(value) && form.from <= value && value < form.to, where, "not a number that can stand here");
  else {
    demand(isMap(value) && equal(Object.keys(value).sort(), Object.keys(form).sort()), where, `must have ${Object.keys(form)}`);
    for (const key of Object.keys(form)) fits(value[key], form[key], `${where}.${key}`);
  }
}
function fitsEntry(entry, came, where) {
  const kind = isMap(entry) && typeof entry.kind === "string" ? entry.kind : "", next = has(AFTER, came) ? AFTER[came] : [];
  demand((ASIDE.includes(kind) && came) || next.includes(kind), where, "not what comes next");
  fits(entry, {kind, ...WHOSE, ...ENTRIES[kind]}, where);
}

// --- QR codes
function base32(text) {
  let bits = 0, count = 0;
  const out = [];
  for (const sign of text) {
    bits = ((bits << 5) | "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign)) & 0xfff;
    count += 5;
    if (count >= 8) { count -= 8; out.push((bits >> count) & 255); }
  }
  return Uint8Array.from(out);
}
function toBase32(data) {
  let bits = 0, count = 0, out = "";
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xffff; count += 8;
    while (count >= 5) { count -= 5; out += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[(bits >> count) & 31]; }
  }
  return count ? out + "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[(bits << (5 - count)) & 31] : out;
}
async function inflated(data, form) {
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream(form)).getReader(), parts = [];
  let size = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    parts.push(step.value); size += step.value.length;
    if (size > BYTES_MAX) { await reader.cancel(); throw new Wrong("QR texts: damaged"); }
  }
  return new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(concat(...parts));
}
const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-.";  // of SR3: three are two bytes, two are one
// What receipts have in common: said here, it need not stand in every code.
export const COMMON =
  '"why":"","missing":[],"by":""},{"kind":"next","to":[{"kind":"again","back":[],"root":{"button":1,"kind":"draw","shares":[{"digits":"","kind":"digits",' +
  '"seat":{"absent":[],"links":[[1,""],[2,""],[3,""],[4,""],[5,""],[6,""],[7,""],[8,""],[9,""],[10,""]],"n":1,["fill",1],["stud","u"],["stud","d"],["draw' +
  '",5,"mix"],["hit",1,"mix"],["more",["give",["bank",1],["twice",5],["up",1],["out",1],["keep",52 + jokerpan tiles{"cards":[{"open":[[0,,"proof":[\x01,\x01,\x01,' +
  '\x01,\x01,\x01,\x01,\x01]}],"key":\x01,"log":{"before":[\x01,\x01,\x01,\x01],"entries":[{"attempt":1,"auditor":\x01,"boxes":\x01,"deck":["52",1],"hand":"kind":"commit","noise":"simulatio' +
  'nhardware","prev":"","roots":["","",\x01,""],"size":"table":"1","time":17,"voids":0},{"askers":[],"attempt":1,"button":1,"cutter":0,"game":"no-limit texa' +
  's-holdem","hand":1,"kind":"seals","plan":[["down",2],["burn",1],["board",3],["burn",1],["board",1],["burn",1],["board",1]],"rules":\x01,"seals":[[1,""],[' +
  '2,""],[3,""],[4,""],[5,""],[6,""],[7,""],[8,""],[9,""],[10,""]],"seats":[1,2,3,4,5,6,7,8,9,10],"table":{"attempt":1,"hand":1,"kind":"cut","seeds":[\x01,\x01' +
  ',"",\x01],"shares":[[1,\x01],[2,\x01],[3,\x01],[4,\x01],[5,\x01],[6,\x01],[7,\x01],[8,\x01],[9,\x01],[10,\x01]],"table":"{"answers":[[0],[1],[2],[3],[4],[5],[6]],"attempt":1,"hand":1,' +
  '"kind":"hand","shown":[[0,],[1,]],"table":"1","won":[[1,00]]}],"signs":[\x02,\x02]},"seat":1,"stormdeck":2,"witness":[{"key":\x01,"name":"bank","sign":\x02,"size"' +
  ':}]}';
export async function fromQr(text) {
  const parts = new Map();
  for (const line of text.split(/[ \t-\r]+/)) {
    const found = line.match(/^(SR[23]\/)(\d{1,3})\/(\d{1,3})\/(\w{8})\/([A-Z0-9$*+.-]+)$/);
    if (found) parts.set(+found[2], found);
  }
  const count = Math.max(0, ...[...parts.values()].map(part => +part[3]));
  demand(parts.size && equal(rising(parts.keys()), upTo(count).map(n => n + 1)), "QR texts", `need parts 1 to ${count}`);
  const packed = upTo(count).map(n => parts.get(n + 1)[5]).join(""), check = hex(sha(bytes(packed))).slice(0, 8).toUpperCase(), [, form] = parts.get(1);
  demand([...parts.values()].every(part => part[1] === form && part[4] === check), "QR texts", "a part was misread");
  try { return await (form === "SR2/" ? older : lean)(packed); } catch { throw new Wrong("QR texts: damaged"); }
}
function older(packed) {
  demand(/^[A-Z2-7]*$/.test(packed) && [0, 2, 4, 5, 7].includes(packed.length % 8), "QR texts", "damaged");
  return inflated(base32(packed), "deflate");
}
async function lean(packed) {  // first what is no hash, squeezed, then the hashes as they are, in the order of their marks
  const data = concat(...(packed.match(/.{1,3}/g)).map(two)), size = data[0] * 256 + data[1], common = bytes(COMMON);
  const said = concat(Uint8Array.of(0, common.length & 255, common.length >> 8, ~common.length & 255, (~common.length >> 8) & 255), common);  // a block as it is
  const words = (await inflated(concat(said, data.slice(2, 2 + size)), "deflate-raw")).slice(COMMON.length);
  let at = 2 + size;
  const receipt = JSON.parse(words.replace(/[\x01\x02]/g, mark => {
    const from = at;
    at += 32 * mark.charCodeAt(0);
    demand(at <= data.length, "QR texts", "damaged");
    return `"${hex(data.slice(from, at))}"`;
  }));
  demand(at === data.length, "QR texts", "damaged");
  complete(receipt.log);
  return canonical(receipt);
}
function two(signs) {
  const number = [...signs].reduce((sum, sign) => { demand(SIGNS.includes(sign), "QR texts", "damaged"); return sum * SIGNS.length + SIGNS.indexOf(sign); }, 0);
  demand(signs.length > 1 && number < 256 ** (signs.length - 1), "QR texts", "damaged");
  return signs.length === 3 ? short(number) : Uint8Array.of(number);
}
function given(text) { demand(/^([0-9a-f]{2})+$/.test(text), "QR texts", "damaged"); return unhex(text); }
// A code leaves out what follows from the rest ("" stands for it). If something of it came out wrong, no signature fits.
function complete(log) {
  const starts = log.entries.flatMap((entry, at) => entry.kind === "commit" ? [at] : []);
  demand(starts[0] === 0, "QR texts", "damaged");
  const attempts = starts.map((start, n) => log.entries.slice(start, starts[n + 1])), of = (mine, field) => mine.find(entry => entry[field]?.length)?.[field] ?? [];
  for (const mine of attempts) {
    fits(mine[0].deck, ENTRIES.commit.deck, "deck");
    fits(mine[0].size, SIZE, "size");
    completeLinks(mine);
  }
  const tree = new Log(null, log.entries[0].size, log.before.map(given));
  for (const mine of attempts) {
    const commit = mine[0], {table, hand, attempt} = commit, [deck, copies] = commit.deck, seeds = of(mine, "seeds"), shares = new Map(of(mine, "shares"));
    commit.prev ||= hex(tree.root());
    commit.roots.forEach((root, j) => {
      if (root || j > 7) return;
      demand(has(DECKS, deck) && DECKS[deck].length * copies <= SHOE && seeds[j], "QR texts", "damaged");
      commit.roots[j] = hex(deckRoot(given(seeds[j]), [table, hand, `${attempt}.${j}`], times(DECKS[deck], copies), PACKS[deck] ?? 1));
    });
    const commitment = leafOf(commit);
    for (const one of of(mine, "seals")) one[1] ||= shareSeal([table, hand, attempt], commitment, one[0], given(shares.get(one[0])));
    for (const entry of mine) tree.grow(entry);
  }
}
function completeLinks(mine) {  // a seat's earlier links, from those that it opened later
  const opened = new Map();
  for (const entry of [...mine].reverse()) {
    if (has(entry, "n")) fits(entry.n, ENTRIES.mix.n, "n");
    for (const one of entry.links ?? entry.shares ?? []) {
      const n = entry.n ?? 0;
      if (!one[1]) {
        let [later, link] = opened.get(one[0]);
        for (; later > n; later--) link = hex(linkBefore(given(link)));
        one[1] = link;
      }
      opened.set(one[0], [n, one[1]]);
    }
  }
}

// --- the pieces: hashes, fair draws, sealed decks
const label = (...parts) => bytes(["stormdeck/2", ...parts, ""].join("/")), short = n => Uint8Array.of(n >> 8, n & 255);
const node = (left, right) => sha(concat(Uint8Array.of(1), left, right));
function climb(low, high, known, proof) {  // the root over leaves low to high (RFC 6962): the known ones, and hashes for the rest
  if (!known.length) { demand(proof.length, "proof", "too short"); return proof.shift(); }
  if (high - low === 1) return known[0][1];
  const middle = low + 2 ** Math.floor(Math.log2(high - low - 1));
  const left = climb(low, middle, known.filter(([at]) => at < middle), proof);
  return node(left, climb(middle, high, known.filter(([at]) => at >= middle), proof));
}
function draws(key, purpose) {  // fair draws below n: HMAC-SHA256 in counter mode; what would favour some is thrown away
  let count = 0, block = [];
  const byte = () => {
    if (!block.length) { block = [...hmac(key, concat(purpose, Uint8Array.of(count >>> 24, count >>> 16, count >>> 8, count)))].reverse(); count++; }
    return block.pop();
  };
  return n => {
    while (n > 1) {
      const [word, words] = n <= 256 ? [byte(), 256] : [byte() * 256 + byte(), 65536], drawn = Math.floor(word / Math.floor(words / n));
      if (drawn < n) return drawn;
    }
    return 0;
  };
}
function shuffled(things, below) {  // Fisher-Yates, last place first
  const order = [...things];
  for (let last = order.length - 1; last > 0; last--) { const drawn = below(last + 1); [order[last], order[drawn]] = [order[drawn], order[last]]; }
  return order;
}
function apart(packs, below) {  // packs that are shuffled one after the other, and laid alternately
  const piles = packs.map(pack => shuffled(pack, below));
  demand(piles.every(pile => pile.length === piles[0].length), "packs", "not alike");
  return piles[0].flatMap((_, n) => piles.map(pile => pile[n]));
}
const every = (list, packs) => upTo(packs).map(n => list.filter((_, at) => at % packs === n));
const cardLeaf = (slot, place, card, salt) => sha(concat(Uint8Array.of(0), label("card", ...slot), short(place), Uint8Array.of(card), salt));
const deckCards = (seed, slot, cards, packs) => apart(every(cards, packs), draws(seed, label("deck", ...slot)));
function deckRoot(seed, slot, cards, packs) {
  const leaves = deckCards(seed, slot, cards, packs).map((card, i) => [i, cardLeaf(slot, i, card, hmac(seed, concat(label("salt", ...slot), short(i))))]);
  return climb(0, leaves.length, leaves, []);
}
const shareSeal = (whose, commitment, seat, share) => hex(sha(concat(label("share", ...whose), commitment, Uint8Array.of(seat), share)));
const linkBefore = link => sha(concat(label("link"), link));
const joined = opened => concat(...[...opened].sort((a, b) => a[0] - b[0]).flatMap(([seat, x]) => [Uint8Array.of(seat), unhex(x)]));
const square = (hand, attempt, size, root) => `SD2/${hand}.${attempt}/${size}/${toBase32(root)}`;
const letters = root => toBase32(root.slice(0, 8)).slice(0, 12).replace(/(.{4})(.{4})(.{4})/, "$1-$2-$3");

class Log {  // a Merkle tree that only grows, kept as the roots of its complete subtrees
  constructor(key, size, peaks) { Object.assign(this, {key, size, peaks, heads: new Map()}); this.heads.set(size, this.root()); }
  root() { return this.peaks.length ? this.peaks.reduceRight((right, left) => node(left, right)) : sha(new Uint8Array()); }
  grow(entry) {
    this.size++;
    this.peaks.push(leafOf(entry));
    while (this.peaks.length > ones(this.size)) { const right = this.peaks.pop(); this.peaks.push(node(this.peaks.pop(), right)); }
    this.heads.set(this.size, this.root());
  }
  checkSign(entry, sign, where) {
    const message = concat(label("head", entry.table, this.size), this.heads.get(this.size));
    demand(signed(this.key, message, unhex(sign)), where, `this ${entry.kind} entry and its signature do not belong together`);
  }
}
const ones = n => { let count = 0; for (let rest = n; rest; rest = Math.floor(rest / 2)) count += rest % 2; return count; };

// --- the plan: where each card goes. It is logged before any share is opened.
const BOARD = 0, BURN = -1, RABBIT = -2, BANK = -3, SCRAP = -4, FLAGS = ["burn", "fifth", "mix", "skip", "ten", "drop"];
const STEPS = {down: 1, up: 1, fill: 1, burn: 1, board: 1, bank: 1, twice: 1, draw: 1, hit: 1, stud: 1, dice: 1, give: 0, more: 1, mix: 0};
const OF_A_BANK = ["bank", "give", "more", "dice"], againstABank = plan => plan.some(([kind]) => OF_A_BANK.includes(kind));  // whoever bet is paid, with cards or without
const DICE = {dice: 6, ten: 10};  // how many sides they have
const told = value => JSON.stringify(value).slice(0, 40), times = (list, count) => Array(count).fill(list).flat();
const without = (list, item) => list.filter(one => one !== item), mixing = step => step.includes("mix") ? [["mix", []]] : [];

class Walk {  // step by step through the plan, as the answers say: who is still in, what each asked for
  constructor(plan, seats, size) {
    for (const step of plan) {
      demand(Array.isArray(step) && typeof step[0] === "string" && has(STEPS, step[0]) && step.length >= 1 + STEPS[step[0]], "plan", `${told(step)} is no step`);
      if (step[0] === "give") {
        fits(step.slice(1), [range(-4, 256)], "plan");
        demand(step.slice(1).every(to => to <= 0 || seats.includes(to)), "plan", "a card for a seat that is not in the hand");
      } else demand(step.slice(1 + STEPS[step[0]]).every(word => FLAGS.includes(word)), "plan", `${told(step)} is no step`);
      if (step[0] === "stud") demand(["u", "d", "f"].includes(step[1]), "plan", "a strange street");
      else if (STEPS[step[0]]) demand(isInt(step[1]) && 0 < step[1] && step[1] <= 1024, "plan", "a strange number");
      if (step[0] !== "give" && step.includes("drop")) demand(step === plan[0] && step[0] === "down" && step[1] > 1, "plan", "only one of several cards is given up unseen");
    }
    demand(new Set(seats).size === seats.length, "seats", "a seat stands there twice");
    Object.assign(this, {plan, seats, stub: size, inside: [...seats], keeps: [], at: 0, to: [], lies: [], up: new Set(), muck: [], kept: [], drawn: [], owed: []});
  }
  take(answer) {
    demand(Array.isArray(answer) && answer.length, "answers", "not a list");
    const [what, ...rest] = answer;
    demand(rest.every(isInt), "answers", "not numbers");
    if (what === "out" || what === "keep") { this.leave(what, rest); return []; }
    demand(isInt(what) && this.at <= what && what < this.plan.length, "answers", "no such step");
    const ops = this.skipTo(what), step = this.plan[what];
    demand(step[0] !== "mix", "answers", "a mix is no answer");
    return [...ops, ...this[step[0] === "fill" ? "down" : step[0] === "up" ? "faceUp" : step[0]](step, rest)];
  }
  leave(what, seats) {
    for (const seat of seats) {
      demand(this.inside.includes(seat) || this.keeps.includes(seat), "answers", `seat ${seat} is not in`);
      this.inside = without(this.inside, seat);
      this.keeps = without(this.keeps, seat);
      if (what === "keep") this.keeps.push(seat);
    }
  }
  skipTo(step) {
    const ops = [];
    if (step > this.at) {
      this.drawn = [];
      demand(!this.owed.some(seat => this.inside.includes(seat)), "answers", "a fifth card is owed");
      this.muck = [...this.muck, ...this.kept]; this.kept = []; this.owed = [];
    }
    for (const [kind] of this.plan.slice(this.at, step)) {
      if (kind === "mix") ops.push(["mix", []]);
      demand(["mix", "draw", "hit", "twice", "more"].includes(kind), "answers", `a ${kind} of the plan was left out`);
    }
    this.at = step;
    return ops;
  }
  pass() { return this.seats.filter(s => this.inside.includes(s) || this.keeps.includes(s)).map(s => this.inside.includes(s) ? s : SCRAP); }
  down(step, rest) { demand(!rest.length, "answers", "nothing is asked here"); this.at++; return this.serve(times(this.pass(), step[1])); }
  faceUp(step, rest) { const before = this.to.length, ops = this.down(step, rest); this.turnUp(before, ops); return ops; }
  turnUp(before, ops) { ops.filter(([kind]) => kind === "deal").flatMap(([, tos]) => tos).forEach((to, n) => { if (to > 0) this.up.add(before + n); }); }
  give(step, rest) { demand(!rest.length, "answers", "nothing is asked here"); this.at++; return [["deal", step.slice(1)]]; }
  more(step, rest) {
    demand(0 < rest.length && rest.length <= step[1], "answers", "a strange deal");
    demand(rest.every(to => this.inside.includes(to) || (-4 <= to && to <= 0)), "answers", "a card for somebody who is not in");
    return [["next", rest], ["mix", []], ["deal", rest]];
  }
  all(step, rest, where) { demand(!rest.length, "answers", "nothing is asked here"); this.at++; return [["deal", Array(step[1]).fill(where)]]; }
  burn(step, rest) { return this.all(step, rest, BURN); }
  bank(step, rest) { return this.all(step, rest, BANK); }
  board(step, rest) { demand(equal(rest, []) || equal(rest, [1]), "answers", "nothing is asked here"); return this.all(step, [], rest.length ? RABBIT : BOARD); }
  twice(step, rest) { demand(rest.length === 1 && 0 < rest[0] && rest[0] <= step[1], "answers", "a strange second run"); this.at++; return [["deal", Array(rest[0]).fill(BOARD)]]; }
  hit(step, rest) {
    demand(rest.length === 3 && 0 < rest[2] && rest[2] <= step[1], "answers", "a strange hit");
    this.inTurn(rest[0]);
    return [...mixing(step), ["deal", Array(rest[2]).fill(rest[0])]];
  }
  dice(step, rest) { demand(rest.length === step[1], "answers", "a strange throw"); this.at++; return [...mixing(step), [step.includes("ten") ? "ten" : "dice", rest]]; }
  inTurn(seat) {
    demand(this.inside.includes(seat), "answers", `seat ${seat} is not in`);
    demand(!this.drawn.length || this.seats.indexOf(seat) >= this.seats.indexOf(this.drawn.at(-1)), "answers", `seat ${seat} is not next`);
    this.drawn.push(seat);
  }
  draw(step, rest) {
    demand(rest.length, "answers", "a strange draw");
    const [seat, ...given] = rest, mix = mixing(step);
    if (seat === 0) {
      demand(this.owed.length && !given.length, "answers", "no fifth card is owed");
      const owed = this.owed.filter(s => this.inside.includes(s));
      this.owed = [];
      const ops = this.serve(owed);
      this.muck = [...this.muck, ...this.kept]; this.kept = [];
      return [...mix, ...ops];
    }
    demand(!this.drawn.includes(seat), "answers", `seat ${seat} drew before`);
    const burn = step.includes("burn") && !this.drawn.length ? [BURN] : [];
    this.inTurn(seat);
    const mine = given.every(n => n >= 0 && n < this.lies.length && this.lies[n] === seat);
    demand(mine && new Set(given).size === given.length, "answers", "a card that was not his");
    demand(0 < given.length && given.length <= step[1], "answers", "more cards than the plan allows");
    for (const number of given) this.lies[number] = SCRAP;
    const fifth = given.length === 5 && step.includes("fifth"), ops = this.serve([...burn, ...Array(fifth ? 4 : given.length).fill(seat)]);
    if (fifth) { this.owed.push(seat); this.kept.push(...given); } else this.muck.push(...given);
    return [...mix, ...ops];
  }
  pool() { return rising([...this.muck, ...upTo(this.lies.length).filter(n => this.seats.includes(this.lies[n]) && !this.inside.includes(this.lies[n]))]); }
  serve(targets) {
    if (targets.length <= this.stub) return targets.length ? [["deal", targets]] : [];
    if (targets.length - this.stub > this.pool().length) { this.muck = [...this.muck, ...this.kept]; this.kept = []; }
    const back = this.pool(), first = targets.slice(0, this.stub);
    demand(targets.length - this.stub <= back.length, "answers", "more cards than there are");
    for (const number of back) this.lies[number] = SCRAP;
    this.muck = [];
    return [...(first.length ? [["deal", first]] : []), ["again", back], ["mix", []], ["deal", targets.slice(this.stub)]];
  }
  stud(step, rest) {
    demand(!rest.length, "answers", "nothing is asked here");
    this.at++;
    const before = this.to.length, seats = this.seats.filter(seat => this.inside.includes(seat));
    let targets = [BURN, ...this.pass()];
    if (targets.length > this.stub) targets = [BURN, ...seats];
    const ops = targets.length <= this.stub ? [["mix", []], ["deal", targets]] : this.shortStreet(seats, step.includes("skip"));
    if (step[1] === "u") this.turnUp(before, ops);
    return ops;
  }
  shortStreet(seats, skip) {
    const stub = this.stub, burns = upTo(this.lies.length).filter(n => this.lies[n] === BURN), served = Math.max(stub - 2, 0);
    const mixed = stub + burns.length - served, missing = seats.length - served, first = [...(stub >= 2 ? [BURN] : []), ...seats.slice(0, served)];
    let second;
    if (mixed > missing) second = [BURN, ...seats.slice(served)];
    else if (mixed === missing && skip) second = seats.slice(served);
    else return [["mix", []], ["deal", stub >= 2 ? [BURN, BOARD] : [BOARD]]];
    const back = [...burns, ...(stub >= 2 ? [this.to.length] : [])];
    return [["mix", []], ...(first.length ? [["deal", first]] : []), ["mix", back], ["deal", second]];
  }
  dealt(targets) { this.stub -= targets.length; demand(this.stub >= 0, "answers", "more were dealt than there are"); this.to.push(...targets); this.lies.push(...targets); }
  cameBack(numbers) { for (const number of numbers) this.lies[number] = SCRAP; this.stub += numbers.length; }
  held(seat) { return upTo(this.lies.length).filter(n => this.lies[n] === seat); }
}
class Stub {  // the places that are still to be dealt, in order: [deck, place] of the sealed decks
  constructor(order, packs) { this.order = order.map(place => [0, place]); this.packs = packs; this.dealt = []; }
  deal(count) { this.dealt.push(...this.order.splice(0, count)); }
  mix(below, back) {
    const places = new Map([...this.order, ...back.map(n => this.dealt[n])].map(place => [place.join(), place]));
    const sorted = [...places.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    this.order = apart(upTo(this.packs).map(n => sorted.filter(([, place]) => place % this.packs === n)), below);
  }
  again(size) { const layer = 1 + Math.max(0, ...[...this.order, ...this.dealt].map(([at]) => at)); this.order = upTo(size).map(place => [layer, place]); }
}

// --- one receipt
class Attempt {  // one set of decks, from its commitment to its end: checks 3 to 9
  constructor(entries, where) {
    Object.assign(this, {entries, where, commit: entries[0], end: entries.at(-1), kinds: entries.map(entry => entry.kind)});
    this.whose = Object.keys(WHOSE).map(name => this.commit[name]);
    this.commitment = leafOf(this.commit);
    const [name, copies] = this.commit.deck;
    demand(has(DECKS, name), `${where}.deck`, `'${name}' is no deck that this page knows`);
    this.deck = times(DECKS[name], copies);
    this.packs = has(PACKS, name) ? PACKS[name] : 1;
    demand(this.deck.length <= SHOE, `${where}.deck`, "more cards than a shoe holds");
    demand([4, 8].includes(this.commit.roots.length), `${where}.roots`, "must be four or eight");
    this.seals = this.entry("seals");
    this.digits = this.entry("digits")?.digits ?? "";
    if (this.seals) this.checkSeals();
    this.cut = this.entry("cut");
    Object.assign(this, {played: -1, walk: new Walk([], [], 0), stub: new Stub([], 1), roots: [], sizes: [], drawn: []});
    if (this.cut) this.checkCut();
    if (this.kinds.includes("draw")) this.checkDraw();
  }
  entry(kind) { return this.entries.find(entry => entry.kind === kind); }
  slot(deck) { const [table, hand, attempt] = this.whose; return [table, hand, `${attempt}.${deck}`]; }
  checkSeals() {
    const where = `${this.where}.seals`, {seals, askers, cutter, seats, plan} = this.seals, typed = this.entry("digits");
    this.sealed = new Map(seals);
    demand(equal(seals.map(([seat]) => seat), rising(this.sealed.keys())), where, "not in order");
    const bare = seats.filter(seat => !this.sealed.has(seat));
    demand(!bare.length, where, `seat [${bare[0]}] was dealt in and had sealed no share`);
    demand(!cutter || this.sealed.has(cutter), where, "the cutter is not in the hand");
    demand(askers.includes(cutter) || !(cutter || askers.length), where, "who cuts is not one of those who asked to");
    demand(!typed || (typed.seat === cutter && cutter), where, "digits of somebody who does not cut");
    demand(!(this.kinds.includes("cut") && cutter && !typed), where, "the shares were opened before the cutter's digits were logged");
    new Walk(plan, seats, this.deck.length);
  }
  opens(shares, where) {
    demand(equal(shares.map(([seat]) => seat), rising(new Set(shares.map(([seat]) => seat)))), where, "not in order");
    for (const [seat, share] of shares) demand(shareSeal(this.whose, this.commitment, seat, unhex(share)) === this.sealed.get(seat), where, `seat ${seat} opened what it had not sealed`);
  }
  checkCut() {
    const where = `${this.where}.cut`, u = this.allShares(this.cut.shares, where);
    this.throwDice = draws(u, bytes("dice"));
    const [played, order] = this.order(u);
    Object.assign(this, {played, stub: new Stub(order, this.packs), roots: [unhex(this.commit.roots[played])], sizes: [this.deck.length]});
    this.checkSeeds(this.cut.seeds, played, where);
  }
  allShares(shares, where) {
    this.opens(shares, where);
    const opened = new Map(shares), missing = rising(this.sealed.keys()).filter(seat => !opened.has(seat));
    demand(!missing.length, where, `seat [${missing[0]}] did not open: all or nothing`);
    return sha(concat(label("cut", ...this.whose), this.commitment, joined(shares), bytes(this.digits)));
  }
  order(u) { const below = draws(u, bytes("cut")); const played = below(this.commit.roots.length); return [played, apart(every(upTo(this.deck.length), this.packs), below)]; }
  checkDraw() {
    const where = `${this.where}.draw`, draw = this.entry("draw"), seals = this.seals, best = has(BUTTON, seals.game) && BUTTON[seals.game];
    demand(best && equal(seals.plan, [["up", 1]]) && !seals.cutter && seals.seats.length && seals.seats.length <= this.deck.length && equal(this.commit.deck, ["52", 1]), where, "not what was sealed");
    const u = this.allShares(draw.shares, where);
    this.checkSeeds(draw.seeds, -1, where);
    const [played, order] = this.order(u), cards = deckCards(unhex(draw.seeds[played]), this.slot(played), this.deck, this.packs);
    this.drawn = order.slice(0, seals.seats.length).map(place => cards[place]);
    const first = this.drawn.reduce((top, card, n) => best(card) > best(this.drawn[top]) ? n : top, 0);
    demand(draw.button === seals.seats[first], where, "not the seat with the best card");
  }
  checkSeeds(seeds, played, where) {
    demand(seeds.length === this.commit.roots.length, where, "a seed for each deck");
    seeds.forEach((seed, j) => {
      const spot = `${where}.seeds[${j}]`;
      demand((seed === "") === (j === played), spot, "not the deck that the shares chose");
      if (seed) demand(hex(deckRoot(unhex(seed), this.slot(j), this.deck, this.packs)) === this.commit.roots[j], spot, `deck ${j + 1} is not the one that was committed to`);
    });
  }
  checkDeal() {
    if (!this.cut) return;
    this.walk = new Walk(this.seals.plan, this.seals.seats, this.deck.length);
    const at = this.kinds.indexOf("cut") + 1, steps = this.entries.slice(at, -1).map((entry, n) => [at + n, entry]), next = () => steps.shift() || [0, {}];
    const name = this.commit.deck[0], links = new Links(this.cut.shares, this.whose, this.commitment, has(LONG, name) ? LONG[name] : LINKS);
    for (const answer of this.end.answers) for (const [kind, what] of this.walk.take(answer)) {
      if (kind === "deal") { this.walk.dealt(what); this.stub.deal(what.length); }
      else if (kind === "again") this.again(next(), what);
      else if (kind === "next") { const [i, entry] = next(); demand(entry.kind === "next" && equal(entry.to, what), `${this.where}[${i}]`, "cards were dealt as was not logged"); }
      else if (has(DICE, kind)) { const fell = what.map(() => 1 + this.throwDice(DICE[kind])); demand(equal(what, fell), this.where, `the dice fell ${fell}`); }
      else this.mix(links, next, what);
    }
    demand(!steps.length || this.end.kind === "void" || this.walk.inside.length < 2, this.where, "a mix or a reshuffle that nobody asked for");
  }
  again([i, entry], back) {
    demand(entry.kind === "again", this.where, "a reshuffle was not logged");
    demand(equal(entry.back, back), `${this.where}[${i}]`, "not the discards that the plan sends back");
    this.walk.cameBack(back);
    this.cameBack = true;  // discards lie in the deck that no link has mixed yet
    this.stub.again(this.walk.stub);
    this.roots.push(unhex(entry.root));
    this.sizes.push(this.walk.stub);
  }
  mix(links, next, burns) {
    if (burns.length) this.walk.cameBack(burns);
    while (links.seats.length && links.n <= links.most) {
      const [i, entry] = next();
      demand(entry.kind === "mix", this.where, "a mix of the plan was not logged");
      const key = links.check(entry, `${this.where}[${i}]`);
      if (key) { this.cameBack = false; this.stub.mix(draws(key, bytes("mix")), burns); this.throwDice = draws(key, bytes("dice")); return; }
    }
    demand(this.end.kind === "void" || !this.cameBack, this.where, "a reshuffle that nobody mixed");
    this.stub.order.push(...burns.map(number => this.stub.dealt[number]));
  }
}
class Links {  // what each station opens for the mixes, one after the other
  constructor(shares, whose, commitment, most) { Object.assign(this, {whose, commitment, most, n: 1, last: new Map(shares.map(([seat, share]) => [seat, unhex(share)]))}); this.seats = rising(this.last.keys()); }
  check(entry, where) {
    demand(entry.n === this.n, where, "not the next link");
    const there = entry.links.map(([seat]) => seat);
    demand(equal(there, rising(new Set(there))), where, "not in order");
    demand(equal(rising([...there, ...entry.absent]), this.seats), where, "not the seats that are due");
    for (const [seat, link] of entry.links) {
      demand(same(linkBefore(unhex(link)), this.last.get(seat)), where, `seat ${seat} opened what it had not sealed`);
      this.last.set(seat, unhex(link));
    }
    this.seats = there;
    this.n++;
    return entry.absent.length || !there.length ? null : sha(concat(label("mix", ...this.whose, entry.n), this.commitment, joined(entry.links)));
  }
}
class Hand {  // one receipt, checked from the log down to the cards
  constructor(text) {
    this.receipt = load(text, "receipt");
    demand(!(isMap(this.receipt) && this.receipt.stormdeck === 1), "receipt", "of version 1: check it with verify_v1.py");
    fits(this.receipt, RECEIPT, "receipt");
    Object.assign(this, {key: unhex(this.receipt.key), seat: this.receipt.seat, entries: this.receipt.log.entries, open: new Map()});
    this.checkLog();
    this.checkWitness();
    this.attempts = this.parts().map(part => new Attempt(part, `attempt ${part[0].attempt}`));
    this.last = this.attempts.at(-1);
    this.last.checkDeal();
    this.walk = this.last.walk;
    if (this.last.seals) demand(!this.seat || this.last.sealed.has(this.seat), "seat", "your seat had sealed no share in this hand");
    this.checkCards();
    this.checkButton();
    this.attempts.forEach(attempt => this.checkVoid(attempt));
    demand(this.voids() < ALARM, "voids", `ALARM: ${this.voids()} deals voided in 1,000 hands`);
  }
  checkLog() {
    const {before, signs: given} = this.receipt.log, signs = [...given];
    let came = "", whose = [0, 0];
    this.entries.forEach((entry, i) => {
      const where = `log.entries[${i}]`;
      fitsEntry(entry, came, where);
      if (!ASIDE.includes(entry.kind)) came = entry.kind;
      whose = this.checkNumber(entry, whose, where);
    });
    demand(["hand", "void"].includes(came) && !ASIDE.includes(this.entries.at(-1).kind), "log.entries", "the hand has no end");
    const first = this.entries[0];
    demand(before.length === ones(first.size), "log.before", "does not fit the size of the log");
    const log = this.log = new Log(this.key, first.size, before.map(unhex));
    this.squares = new Map();
    this.entries.forEach((entry, i) => {
      if (entry.kind === "commit") demand(entry.size === log.size && entry.prev === hex(log.root()), `log.entries[${i}]`, "not the past that the hand was committed on");
      log.grow(entry);
      if (!SIGNED.includes(entry.kind)) return;
      demand(signs.length, "log.signs", "too few");
      log.checkSign(entry, signs.shift(), `log.entries[${i}], log.signs`);
      this.squares.set(square(entry.hand, entry.attempt, log.size, log.root()), entry.kind);
    });
    demand(!signs.length, "log.signs", "one for each signed head");
  }
  checkNumber(entry, whose, where) {
    const first = this.entries[0], mine = [entry.hand, entry.attempt];
    demand(entry.table === first.table, where, "of another table");
    if (ASIDE.includes(entry.kind)) return whose;
    if (entry.kind === "commit") { demand(equal(mine, [first.hand, whose[1] + 1]), where, "not the next attempt of this hand"); return mine; }
    demand(equal(mine, whose), where, "of another hand or attempt");
    return whose;
  }
  checkWitness() {
    const whose = new Set([this.receipt.key]);  // a table is no witness of itself, and nobody is two
    this.receipt.witness.forEach((one, i) => {
      demand(!whose.has(one.key), `witness[${i}]`, "the key of the table or of another witness");
      whose.add(one.key);
      const root = this.log.heads.get(one.size);
      demand(root, `witness[${i}]`, "not of a head of this hand");
      const message = concat(label("witness", one.name, hex(this.key), one.size), root);
      demand(signed(unhex(one.key), message, unhex(one.sign)), `witness[${i}]`, "not what the witness signed");
    });
  }
  parts() {
    const parts = [];
    for (const entry of this.entries.filter(one => !ASIDE.includes(one.kind))) if (entry.kind === "commit") parts.push([entry]); else parts.at(-1).push(entry);
    return parts;
  }
  checkCards() {
    const {last, walk} = this, opened = this.receipt.cards;
    demand(opened.length === last.roots.length, "cards", "must be one part for each deck");
    opened.forEach((part, layer) => this.checkLayer(layer, part));
    this.shown = last.end.shown.map(([number]) => number);
    demand(equal(this.shown, rising(new Set(this.shown))), "shown", "not in order");
    last.end.shown.forEach(([number, card], i) => demand(this.open.get(number) === card, `shown[${i}]`, "not the card that was sealed"));
    this.mine = upTo(walk.to.length).filter(n => this.seat && walk.to[n] === this.seat);
    demand(equal(rising(this.open.keys()), rising(new Set([...this.shown, ...this.mine]))), "cards", "not what this seat may see");
    const lay = upTo(walk.to.length).filter(n => walk.up.has(n) || walk.to[n] === BOARD || walk.to[n] === RABBIT);
    demand(lay.every(n => this.shown.includes(n)), "cards", "a card that lay face up was not opened");
    const there = [...this.open.keys()].filter(n => last.roots.length === 1 || walk.lies[n] !== SCRAP), pack = n => last.stub.dealt[n][1] % last.packs;
    const live = new Map();
    for (const n of there) { const key = `${pack(n)},${this.open.get(n)}`; live.set(key, (live.get(key) || 0) + 1); }
    const copies = key => { const [n, card] = key.split(",").map(Number); return last.deck.filter((one, at) => at % last.packs === n && one === card).length; };
    const often = [...live].filter(([key, count]) => count > copies(key)).map(([key]) => +key.split(",")[1])[0];
    demand(often === undefined, "cards", `${name(often)} came too often`);
    if (last.end.kind === "hand") this.checkWinners(last.end.won);
  }
  checkLayer(layer, part) {
    const {last} = this, known = new Map(), where = `cards[${layer}]`, deck = layer ? `${last.played}.${layer}` : `${last.played}`;
    part.open.forEach(([number, card, salt], i) => {
      const spot = `${where}.open[${i}]`, dealt = last.stub.dealt[number];
      demand(dealt && dealt[0] === layer && !this.open.has(number), spot, "not a card dealt from this deck");
      demand(!i || number > part.open[i - 1][0], spot, "not in order");
      this.open.set(number, card);
      const leaf = cardLeaf(last.slot(deck), dealt[1], card, unhex(salt));
      demand(!known.has(dealt[1]) || same(known.get(dealt[1]), leaf), spot, "two cards at one place");
      known.set(dealt[1], leaf);
    });
    const proof = part.proof.map(unhex);
    let root;
    try { root = climb(0, last.sizes[layer], [...known].sort((a, b) => a[0] - b[0]), proof); } catch { throw new Wrong(`${where}.proof: too short`); }
    demand(same(root, last.roots[layer]) && !proof.length, where, "a card, its salt or its proof is not what was sealed");
  }
  checkButton() {
    const drew = this.attempts.filter(one => one.drawn.length).map(one => one.end.button).slice(-1), {seals} = this.last;
    if (!drew.length || !seals || againstABank(seals.plan)) return;
    demand(seals.button === drew[0] || !seals.seats.includes(drew[0]), "button", `seat ${drew[0]} drew it`);
  }
  checkWinners(won) {
    const bank = upTo(this.walk.to.length).filter(n => this.walk.to[n] === BANK), paid = won.map(([seat]) => seat);
    demand(paid.every((seat, n) => !n || seat > paid[n - 1]), "won", "not in order");
    for (const seat of againstABank(this.walk.plan) ? [] : paid) demand(this.walk.inside.includes(seat), "won", `seat ${seat} was paid, and was not in at the end`);
    if (this.walk.inside.length < 2 && !bank.length) return;
    const givenUp = this.walk.plan.filter(step => step[0] === "down" && step.includes("drop")).length;
    for (const seat of paid) demand([...this.walk.held(seat), ...bank].filter(n => !this.shown.includes(n)).length <= givenUp, "won", `seat ${seat} was paid, and its hand was not opened`);
  }
  checkVoid(attempt) {
    const {end} = attempt, where = `${attempt.where}.void`;
    if (end.kind !== "void" || attempt.cut) return;
    if (attempt.seals) {
      attempt.opens(end.shares, where);
      const there = equal(rising([...end.shares.map(([seat]) => seat), ...end.missing]), rising(attempt.sealed.keys()));
      demand(there || !end.missing.length, where, "not the seats that had sealed a share");
    }
    demand(!end.shown.length && !end.answers.length, where, "cards of a deck that was not cut");
    attempt.checkSeeds(end.seeds, -1, where);
  }
  voids() {
    const moments = this.attempts.filter(one => one.end.kind === "void" && one.seals), drawsAgain = this.attempts.filter(one => one.drawn.length).slice(1);
    return this.entries[0].voids + moments.length + drawsAgain.length + this.entries.filter(one => one.kind === "mix" && one.absent.length).length;
  }
  *words() {
    const {last, walk} = this, {commit} = last, [table, hand, attempt] = last.whose;
    yield `Table ${table}, hand ${hand}, ${new Date(commit.time * 1000).toUTCString()}, ${this.seat ? `seat ${this.seat}` : "the rail"}`;
    if (commit.noise === "simulation") yield "SIMULATION, not a real table: no hardware noise";
    yield `The log is signed by key ${hex(this.key).slice(0, 16)}, ${this.entries[0].size.toLocaleString("en-US")} entries older`;
    for (const [seen, kind] of this.squares) if (["seals", "digits"].includes(kind) && seen.startsWith(`SD2/${hand}.${attempt}/`)) yield `Square ${letters(this.log.heads.get(+seen.split("/")[2]))} after the ${kind}`;
    for (const one of this.attempts.filter(each => each.drawn.length)) yield `Seat ${one.end.button} drew the button: ${one.seals.seats.map((seat, n) => `seat ${seat} ${name(one.drawn[n])}`).join(", ")}`;
    if (last.end.kind === "void") yield `This hand did not count: ${last.end.why}`;
    if (last.cut) {
      const decks = commit.roots.length, [deck, copies] = commit.deck, faces = numbers => numbers.map(n => name(this.open.get(n))).join(" ");
      yield `${last.cut.shares.length} shares opened, all or none; deck ${last.played + 1} of ${decks}`;
      yield `The ${decks - 1} decks not played were whole: ${deck}${copies > 1 ? ` times ${copies}` : ""}`;
      yield `${walk.to.length} cards went where the plan sends them`;
      const board = this.shown.filter(n => walk.to[n] === BOARD), others = this.shown.filter(n => !board.includes(n) && !this.mine.includes(n));
      for (const [title, numbers] of [["Yours", this.mine], ["Board", board], ["Shown", others]]) if (numbers.length) yield `${title}: ${faces(numbers)}`;
      if (this.seat) yield last.seals.cutter === this.seat && last.digits ? "Your digits were in it" : "You did not cut";
    }
    const paid = (last.end.won ?? []).map(([seat]) => seat);
    if (last.end.kind === "hand" && !paid.length && walk.inside.length > 1) yield "Nobody was paid";
    for (const seat of paid) if (!walk.inside.includes(seat)) yield `Seat ${seat} was paid, and was not in at the end`;
    yield this.receipt.witness.length ? `Witnessed by ${this.receipt.witness.map(one => one.name).join(", ")}` : "Not witnessed";
    yield `${this.voids()} deals voided in 1,000 hands`;
  }
}
function name(card) {
  if (card >= 64 && card < 64 + ENDS.length) return `tile ${ENDS[card - 64]}`;
  if (card >= 96 && card < 106) return card < 105 ? `tile ${card - 95}` : "window";
  return NAMES[card] ?? `card ${card}`;
}

function checkSquare(hand, seen) {
  const plain = seen.replace(/[\s-]/g, "").toUpperCase(), [, number, attempt] = hand.last.whose;
  for (const [whole, after] of hand.squares) {
    const kind = whole.startsWith(`SD2/${number}.${attempt}/`) ? after : `${after} of an earlier attempt, and this deal has another one`;
    if (plain === whole) return `Your square stood after the ${kind}`;
    if (plain.length === 12 && whole.split("/")[3].startsWith(plain)) return `Your letters stood after the ${kind}; only a whole square proves it`;
  }
  throw new Wrong("square: not one that the table signed in this hand");
}
export async function verified(text, seen = {}) {
  const hand = new Hand(/^[ \t-\r]*SR[23]\//.test(text) ? await fromQr(text) : text.replace(/\n$/, "")), lines = [...hand.words()];
  if (seen.digits) {
    demand(hand.seat && hand.last.seals?.cutter === hand.seat, "cut", "your seat did not cut in this hand");
    demand(hand.last.digits === seen.digits, "cut", "not the digits that you typed");
  }
  if (seen.square) lines.push(checkSquare(hand, seen.square));
  return lines;
}
