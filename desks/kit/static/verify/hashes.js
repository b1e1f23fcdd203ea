// SHA-256, SHA-512, HMAC and Ed25519, written out: a phone on the house's own network has no other.
export const bytes = text => new TextEncoder().encode(text);
export const hex = data => Array.from(data, byte => byte.toString(16).padStart(2, "0")).join("");
export const unhex = text => Uint8Array.from(text.match(/../g) || [], pair => parseInt(pair, 16));
export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
}
export const same = (one, two) => one.length === two.length && one.every((byte, n) => byte === two[n]);

// The constants are the first bits of the roots of the first primes (FIPS 180-4): computed, not copied.
const PRIMES = [];
for (let n = 2n; PRIMES.length < 80; n++) if (PRIMES.every(prime => n % prime)) PRIMES.push(n);
function root(degree, value) {  // floor of the integer root
  let low = 0n, high = 1n << (BigInt(value.toString(2).length) / degree + 1n);
  while (high - low > 1n) { const middle = (low + high) >> 1n; if (middle ** degree <= value) low = middle; else high = middle; }
  return low;
}
const fraction = (degree, prime, bits) => root(degree, prime << (bits * degree)) & ((1n << bits) - 1n);
const K256 = Uint32Array.from(PRIMES.slice(0, 64), prime => Number(fraction(3n, prime, 32n)));
const H256 = Uint32Array.from(PRIMES.slice(0, 8), prime => Number(fraction(2n, prime, 32n)));
const K512 = PRIMES.map(prime => fraction(3n, prime, 64n)), H512 = PRIMES.slice(0, 8).map(prime => fraction(2n, prime, 64n));

function padded(data, block) {
  const whole = new Uint8Array(Math.ceil((data.length + 1 + block / 8) / block) * block);
  whole.set(data);
  whole[data.length] = 0x80;
  new DataView(whole.buffer).setUint32(whole.length - 8, Math.floor(data.length / 0x20000000));
  new DataView(whole.buffer).setUint32(whole.length - 4, (data.length * 8) >>> 0);
  return whole;
}
const turn = (word, by) => (word >>> by) | (word << (32 - by));
export function sha256(data) {
  const whole = padded(data, 64), view = new DataView(whole.buffer), state = H256.slice(), w = new Uint32Array(64);
  for (let start = 0; start < whole.length; start += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3), s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K256[i] + w[i]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => { state[n] += word; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => out.setUint32(4 * n, word));
  return new Uint8Array(out.buffer);
}
const MASK = (1n << 64n) - 1n, spin = (word, by) => ((word >> by) | (word << (64n - by))) & MASK;
export function sha512(data) {
  const whole = padded(data, 128), view = new DataView(whole.buffer), state = H512.slice(), w = new Array(80);
  for (let start = 0; start < whole.length; start += 128) {
    for (let i = 0; i < 16; i++) w[i] = view.getBigUint64(start + 8 * i);
    for (let i = 16; i < 80; i++) {
      const s0 = spin(w[i - 15], 1n) ^ spin(w[i - 15], 8n) ^ (w[i - 15] >> 7n), s1 = spin(w[i - 2], 19n) ^ spin(w[i - 2], 61n) ^ (w[i - 2] >> 6n);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) & MASK;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 80; i++) {
      const t1 = (h + (spin(e, 14n) ^ spin(e, 18n) ^ spin(e, 41n)) + ((e & f) ^ (~e & MASK & g)) + K512[i] + w[i]) & MASK;
      const t2 = ((spin(a, 28n) ^ spin(a, 34n) ^ spin(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c))) & MASK;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & MASK, c, b, a, (t1 + t2) & MASK];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => { state[n] = (state[n] + word) & MASK; });
  }
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, n) => out.setBigUint64(8 * n, word));
  return new Uint8Array(out.buffer);
}
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  return sha256(concat(block.map(byte => byte ^ 0x5c), sha256(concat(block.map(byte => byte ^ 0x36), message))));
}

// ---- Ed25519 (RFC 8032): did the holder of this key sign this?
const P = 2n ** 255n - 19n, L = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (n, by = P) => ((n % by) + by) % by;
function pow(base, exponent) {
  let found = 1n;
  for (let b = mod(base), e = exponent; e; e >>= 1n, b = b * b % P) if (e & 1n) found = found * b % P;
  return found;
}
const inverse = n => pow(n, P - 2n), D = mod(-121665n * inverse(121666n));
const little = data => data.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const littleBytes = n => Uint8Array.from({length: 32}, (_, i) => Number((n >> BigInt(8 * i)) & 255n));
function point(data) {
  const y = little(data) & ((1n << 255n) - 1n), odd = BigInt(data[31] >> 7);
  const ratio = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = pow(ratio, (P + 3n) / 8n);
  if (x * x % P !== ratio) x = x * pow(2n, (P - 1n) / 4n) % P;
  if (y >= P || x * x % P !== ratio || (x === 0n && odd)) return null;
  if ((x & 1n) !== odd) x = P - x;
  return [x, y, 1n, x * y % P];
}
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2)), b = mod((y1 + x1) * (y2 + x2)), c = mod(2n * D * t1 * t2), d = mod(2n * z1 * z2);
  const e = b - a, f = d - c, g = d + c, h = b + a;
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}
const BASE = point(littleBytes(mod(4n * inverse(5n))));
export function signed(key, message, signature) {
  const a = point(key), s = little(signature.slice(32));
  if (!a || s >= L) return false;
  const two = add(a, a), four = add(two, two);
  if (add(four, four)[0] === 0n) return false;  // of such a key anybody can sign: what it signed binds nobody
  const minus = [P - a[0], a[1], 1n, P - a[3]], k = mod(little(sha512(concat(signature.slice(0, 32), key, message))), L);
  const sums = [null, BASE, minus, add(BASE, minus)];
  let total = [0n, 1n, 1n, 0n];
  for (let bit = 252n; bit >= 0n; bit--) {
    total = add(total, total);
    const term = sums[Number((s >> bit) & 1n) + 2 * Number((k >> bit) & 1n)];
    if (term) total = add(total, term);
  }
  const scale = inverse(total[2]), x = mod(total[0] * scale), y = mod(total[1] * scale);
  return same(littleBytes(y | ((x & 1n) << 255n)), signature.slice(0, 32));
}
