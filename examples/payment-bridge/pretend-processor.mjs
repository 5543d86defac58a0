// In place of your processor: it moves nothing. What a real one does in its own time happens here as the time in Tenor's
// requests goes on, so that a test clock moves it too. Some cards do what a test wants.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const { PROCESSOR_BOOK = 'processor.book' } = process.env;
const charges = new Map();
if (existsSync(PROCESSOR_BOOK)) {
  for (const line of readFileSync(PROCESSOR_BOOK, 'utf8').trim().split('\n')) {
    const charge = JSON.parse(line);
    charges.set(charge.key, charge);
  }
}

const day = 86_400_000;
const missed = new Set();
let news = () => {};
let now = 0;

/** Some cards live elsewhere; of some the processor takes a fee of its own. */
const particularsOf = (name) => ({
  avsResult: name.startsWith('tok_moved') ? 'N' : 'Y',
  merchantId: 'M-100',
  ...(name.startsWith('tok_fee') ? { processingFee: { amount: 295, type: 'convenience' } } : {}),
});

export const processor = {
  /** The same key twice is one charge. Throws when there is no answer. */
  async move({ key, deed, amount, handle, rail }) {
    const name = handle.token ?? handle.accountNumber;
    if (handle.kind === 'card' && rail !== 'card') return { declined: 'rail' };
    if (name.startsWith('tok_stranger')) return { declined: '14', says: 'No card 4242 4242 4242 4242 is known here.' };
    if (name.startsWith('tok_declined') && deed !== 'verify') return { declined: '51', says: 'Not enough money.' };
    if (name.startsWith('tok_deaf') && !missed.has(key)) {
      missed.add(key);
      throw new Error('It was not reached.');
    }
    const isNew = !charges.has(key);
    if (isNew) {
      // A card that is only looked at is charged nothing, and nothing settles.
      const charge = { key, id: `P-${key}`, amount, name, at: now, settled: deed === 'verify', ...particularsOf(name) };
      appendFileSync(PROCESSOR_BOOK, `${JSON.stringify(charge)}\n`);
      charges.set(key, charge);
    }
    if (name.startsWith('tok_silent') && isNew) throw new Error('Its answer was lost.');
    return charges.get(key);
  },

  /** Undefined: it never came here. */
  async find(key) {
    return charges.get(key);
  },

  /** A day later money has settled. */
  passTo(time) {
    now = Date.parse(time);
    for (const [key, one] of charges) {
      if (one.settled || now < one.at + day) continue;
      one.settled = true;
      const on = new Date(one.at + day).toISOString().slice(0, 10);
      news({ key, what: 'settled', amount: one.amount, on, reconciliationId: `PAYOUT-${on}` });
      if (one.name.startsWith('tok_disputed')) news({ key, what: 'disputed', amount: one.amount, code: '10.4' });
    }
  },

  onNews(listener) {
    news = listener;
  },
};
