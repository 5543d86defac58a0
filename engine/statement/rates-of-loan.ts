// The interest of a period of a loan with one balance, by its rates.

import type { Segment } from '../account/records.ts';
import type { LoanPosition } from '../account/state.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { RateOfPeriod } from './figures.ts';

interface Row {
  readonly rate: number;
  readonly scale: number;
  from: Day;
  to: Day;
  /** Balance × days, and balance × weight of the days × rate: the share of the interest. */
  days: number;
  share: bigint;
}

interface Shown {
  readonly since: Day;
  readonly to: Day;
  readonly interest: number;
  readonly isVariable: boolean;
}

/** A row for each rate. A charge that was fixed at the start has no rate. */
export function ratesOfLoan(segments: readonly Segment[], p: LoanPosition, shown: Shown): RateOfPeriod[] {
  if (p.charge !== undefined) return [];
  const rows = new Map<string, Row>();
  const all = p.segment === null ? segments : [...segments, p.segment];
  for (const segment of all) for (const part of partsOf(segment)) addTo(rows, segment, part, shown);
  const found = [...rows.values()].sort((a, b) => a.from - b.from);
  const interest = dividedBy(
    shown.interest,
    found.map(({ share }) => share),
  );
  return found.map((row, i) => ({
    draw: null,
    from: row.from,
    to: row.to,
    rate: row.rate,
    scale: row.scale,
    isVariable: shown.isVariable,
    averageBalance: Math.round(row.days / Math.max(1, shown.to - shown.since)) as Cents,
    interest: interest[i]! as Cents,
  }));
}

interface Part {
  readonly principal: number;
  readonly rate: number;
}

const partsOf = ({ principal, rate, overdue, overdueInterest }: Segment): readonly Part[] =>
  [{ principal, rate }, overdue, overdueInterest].filter((part) => part !== undefined);

function addTo(rows: Map<string, Row>, segment: Segment, { principal, rate }: Part, shown: Shown): void {
  const from = Math.max(segment.from, shown.since);
  const to = Math.min(segment.to, shown.to);
  if (from >= to || principal === 0) return;
  const key = String(rate / segment.scale);
  const row = rows.get(key) ?? { rate, scale: segment.scale, from, to, days: 0, share: 0n };
  row.from = Math.min(row.from, from);
  row.to = Math.max(row.to, to);
  row.days += principal * (to - from);
  row.share += (BigInt(principal) * BigInt(rate) * BigInt(to - from) * 10_000_000_000n) / BigInt(segment.scale);
  rows.set(key, row);
}

/** Whole cents by the shares, which add up to the amount: the largest remainders get the cents that are left. */
function dividedBy(amount: number, shares: readonly bigint[]): number[] {
  const all = shares.reduce((sum, share) => sum + share, 0n);
  if (all === 0n) return shares.map((_, i) => (i === 0 ? amount : 0));
  const exact = shares.map((share) => BigInt(amount) * share);
  const cut = exact.map((one) => Number(one / all));
  const order = exact
    .map((one, i) => ({ i, rest: one % all }))
    .sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : a.i - b.i));
  let left = amount - cut.reduce((sum, one) => sum + one, 0);
  for (const { i } of left < 0 ? order.reverse() : order) {
    if (left === 0) break;
    const step = Math.sign(left);
    cut[i]! += step;
    left -= step;
  }
  return cut;
}
