// The position of a line as a store keeps it. A draw, an obligation and its parts keep only the fields that differ from
// a blank one; a hold and a dispute become a short list. So a checkpoint takes a few hundred bytes for each open draw.
// Whoever changes a blank one (`blankDraw`, `blankObligation`, `blankPart`) raises `rulesVersion`, because checkpoints
// that were stored before would then be read differently.

import type { AccountPosition } from '../account/state.ts';
import { blankDraw } from './draw.ts';
import { blankObligation, blankPart } from './obligations.ts';
import type { Draw, Hold, LineObligation, LinePosition, OpenDispute, Part, Stretch } from './state.ts';

/** Its draw is the place in the list of draws. */
type StoredHold = readonly [id: string, draw: number, amount: number, until: number];

/** `since` counts from the running period; of what is related each ordinal is followed by its amount. */
type StoredDispute = readonly [
  id: string,
  draw: number,
  credited: number,
  tookBack: number,
  factor: number,
  since: number,
  ...related: number[],
];
type StoredStretch = readonly [
  from: number,
  rate: number,
  weight: number,
  sum: number,
  fresh: number,
  ...onInterest: number[],
];
type StoredDays = readonly [from: number, to: number, rate: number];

/** What is usual is left out, so every field may be missing. */
type Sparse<T> = { readonly [K in keyof T]?: T[K] };

interface StoredPart extends Sparse<Omit<Part, 'accrued'>> {
  readonly accrued: readonly StoredDays[];
}

interface StoredObligation extends Sparse<Omit<LineObligation, 'parts'>> {
  readonly parts: readonly StoredPart[];
}

interface StoredDraw extends Sparse<Omit<Draw, 'stretches'>> {
  readonly stretches: readonly StoredStretch[];
}

export interface StoredLine
  extends AccountPosition,
    Omit<LinePosition, keyof AccountPosition | 'draws' | 'obligations' | 'holds' | 'disputes'> {
  readonly draws: readonly StoredDraw[];
  readonly obligations: readonly StoredObligation[];
  readonly holds: readonly StoredHold[];
  readonly disputes: readonly StoredDispute[];
}

export function stored(p: LinePosition): StoredLine {
  const places = new Map(p.draws.map(({ id }, place) => [id, place]));
  return {
    ...p,
    draws: p.draws.map(storedDraw),
    obligations: p.obligations.map(storedObligation),
    holds: p.holds.map(({ id, draw, amount, until }) => [id, places.get(draw)!, amount, until]),
    disputes: p.disputes.map((one) => storedDispute(one, places.get(one.draw)!, p.draws)),
  };
}

export function restored(p: StoredLine): LinePosition {
  const draws = p.draws.map(restoredDraw);
  return {
    ...p,
    draws,
    obligations: p.obligations.map(restoredObligation),
    holds: p.holds.map(([id, draw, amount, until]): Hold => ({ id, draw: draws[draw]!.id, amount, until })),
    disputes: p.disputes.map((one) => restoredDispute(one, draws)),
  };
}

/** What is asked below of a position: a whole one has it, and one that is kept has it where it is unusual. */
interface KeptRates {
  readonly rateFacts: LinePosition['rateFacts'];
  readonly draws: readonly { readonly terms?: { readonly rates?: { readonly rates?: readonly DrawRate[] } } }[];
}

type DrawRate = Draw['terms']['rates']['rates'][number];

/** Whether a rate of the line, or of one of its draws, is a margin over the index. Nothing is restored for it. */
export function followsIndex(kept: AccountPosition): boolean {
  const { rateFacts, draws } = kept as AccountPosition & KeptRates;
  return (
    rateFacts.some((fact) => fact.kind === 'rate' && fact.type === 'spread') ||
    draws.some(({ terms }) => terms?.rates?.rates?.some(({ type }) => type === 'spread') ?? false)
  );
}

function storedDraw({ stretches, ...d }: Draw): StoredDraw {
  return {
    ...unusual(d, blankDraw()),
    stretches: stretches.map(({ from, rate, weight, sum, fresh, onInterest }) => [
      ...([from, rate, weight, sum, fresh] as const),
      ...(onInterest === undefined ? [] : [onInterest.whole, onInterest.part]),
    ]),
  };
}

function restoredDraw({ stretches, ...d }: StoredDraw): Draw {
  return {
    ...completed(d, blankDraw()),
    stretches: stretches.map(
      ([from, rate, weight, sum, fresh, whole, part]): Stretch => ({
        from,
        rate,
        weight,
        sum,
        fresh,
        ...(whole === undefined ? {} : { onInterest: { whole, part: part! } }),
      }),
    ),
  };
}

function storedObligation({ parts, ...o }: LineObligation): StoredObligation {
  return {
    ...unusual(o, blankObligation()),
    parts: parts.map(({ accrued, ...part }) => ({
      ...unusual(part, blankPart()),
      accrued: accrued.map(({ from, to, rate }) => [from, to, rate]),
    })),
  };
}

function restoredObligation({ parts, ...o }: StoredObligation): LineObligation {
  return {
    ...completed(o, blankObligation()),
    parts: parts.map(({ accrued, ...part }) => ({
      ...completed(part, blankPart()),
      accrued: accrued.map(([from, to, rate]) => ({ from, to, rate })),
    })),
  };
}

function storedDispute(
  { id, credited, tookBack, factor, since, related }: OpenDispute,
  place: number,
  draws: readonly Draw[],
): StoredDispute {
  const pairs = related.flatMap(({ ordinal, amount }) => [ordinal, amount]);
  return [id, place, credited, tookBack, factor, since - draws[place]!.factor, ...pairs];
}

function restoredDispute(
  [id, place, credited, tookBack, factor, since, ...pairs]: StoredDispute,
  draws: readonly Draw[],
): OpenDispute {
  const d = draws[place]!;
  const related = pairs.flatMap((ordinal, i) => (i % 2 === 0 ? [{ ordinal, amount: pairs[i + 1]! }] : []));
  return { id, draw: d.id, credited, tookBack, related, factor, since: since + d.factor };
}

// --- Leaving out what is usual ---

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that are not as in `usual`; of objects inside only their unusual fields. */
function unusual<T extends object>(all: T, usual: object): Sparse<T> {
  const left: Fields = {};
  const [fields, usualFields] = [all as Fields, usual as Fields];
  for (const key in fields) {
    const [value, other] = [fields[key], usualFields[key]];
    if (value === other || (isEmptyList(value) && isEmptyList(other))) continue;
    const inner = isObject(value) && isObject(other) ? unusual(value, other) : value;
    if (inner === value || Object.keys(inner as object).length > 0) left[key] = inner;
  }
  return left as Sparse<T>;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The fields of `usual`, which is changed, and over them what is kept. */
function completed<T extends object>(kept: object, usual: T): T {
  const fields = usual as Fields;
  for (const [key, value] of Object.entries(kept)) {
    const other = fields[key];
    fields[key] = isObject(value) && isObject(other) ? completed(value, other) : value;
  }
  return usual;
}
