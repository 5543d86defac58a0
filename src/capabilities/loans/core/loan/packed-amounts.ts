// The amounts of a loan that no query asks for one by one, as they are stored: the place of each amount that is not zero,
// and then the amount. Most are zero, so all of them take some thirty bytes.
import type { FeeType } from '@tenor/engine/account/terms.ts';

/** A place that has been released keeps its meaning: what is new gets a new one, below 256. */
const fees: Record<FeeType, number> = {
  origination: 0,
  draw: 1,
  service: 2,
  membership: 3,
  late: 4,
  nsf: 5,
  modification: 6,
  foreignTransaction: 7,
  purchase: 8,
  adHoc: 9,
};

const feesFrom = (first: number): Record<FeeType, number> =>
  Object.fromEntries(Object.entries(fees).map(([type, place]) => [type, first + place])) as Record<FeeType, number>;

const exactAt = (first: number) => ({ whole: first, part: first + 1 });

const places = {
  nonDue: { principal: 1, interest: 2, fees: feesFrom(64) },
  due: { principal: 3, interest: 4, fees: feesFrom(80) },
  overdue: { principal: 5, interest: 6, fees: feesFrom(96) },
  chargedOff: { principal: 7, interest: 8, fees: 9 },
  paid: { payments: 10, credits: 11, reimbursements: 12, principal: 13, interest: 14, fees: 15 },
  customerCredit: 16,
  accruedTotal: exactAt(20),
  discountTotal: exactAt(22),
  forgoneCap: exactAt(24),
  forgoneRounding: exactAt(26),
  daily: {
    /** What it differs from what a day adds to the interest that is not booked: nothing, as a rule. */
    accruedTotal: exactAt(30),
    discountTotal: exactAt(32),
  },
  available: 40,
  utilization: 41,
  held: 42,
  uncleared: 43,
  overLimit: 44,
};

/** Everything that is packed, with a number for each of the places. */
export type PackedAmounts = typeof places;

/** Null: all of them are zero. */
export function packedAmounts(amounts: PackedAmounts): Buffer | null {
  const bytes: number[] = [];
  appendAll(bytes, places, amounts);
  return bytes.length === 0 ? null : Buffer.from(bytes);
}

type Tree = { readonly [name: string]: number | Tree };

function appendAll(bytes: number[], at: Tree, amounts: Tree): void {
  for (const name in at) {
    const place = at[name] as number | Tree;
    const amount = amounts[name] as number | Tree;
    if (typeof place !== 'number') appendAll(bytes, place, amount as Tree);
    else if (amount !== 0) append(bytes, place, amount as number);
  }
}

/** Seven bits a byte, the lowest first; the sign is the lowest of all. */
function append(bytes: number[], place: number, amount: number): void {
  let left = amount < 0 ? -2 * amount - 1 : 2 * amount;
  for (bytes.push(place); left >= 128; left = Math.floor(left / 128)) bytes.push(128 + (left % 128));
  bytes.push(left);
}

export const unpackedAmounts = (packed: Buffer | null): PackedAmounts =>
  amountsAt(packed === null ? none : amountsByPlace(packed));

const eachPlace = (at: Tree): readonly number[] =>
  Object.values(at).flatMap((place) => (typeof place === 'number' ? [place] : eachPlace(place)));

const known: ReadonlySet<number> = new Set(eachPlace(places));
const none: readonly number[] = new Array(Math.max(...known) + 1).fill(0);

const literalOf = (at: Tree): string =>
  `{ ${Object.entries(at)
    .map(([name, place]) => `${name}: ${typeof place === 'number' ? `found[${place}]` : literalOf(place)}`)
    .join(', ')} }`;

/** An object whose fields are all written out costs a tenth of one that gets them one after the other. */
const amountsAt = new Function('found', `return ${literalOf(places)};`) as (found: readonly number[]) => PackedAmounts;

function amountsByPlace(packed: Buffer): readonly number[] {
  const found = none.slice();
  const unknown: number[] = [];
  for (let i = 0; i < packed.length; ) {
    const place = packed[i++] as number;
    let [amount, unit, byte] = [0, 1, 128];
    for (; byte >= 128; unit *= 128) {
      byte = packed[i++] ?? 0;
      amount += (byte % 128) * unit;
    }
    if (!known.has(place)) unknown.push(place);
    found[place] = amount % 2 === 0 ? amount / 2 : -(amount + 1) / 2;
  }
  if (unknown.length === 0) return found;
  throw new Error(`A loan has amounts at the places ${unknown}, which a later release of this service has.`);
}
