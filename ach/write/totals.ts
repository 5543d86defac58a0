// What the controls of a batch and of a file add up.
import { batchControl, digitsMaxOf, fileControl } from '../values/layout.ts';
import { hashModulus } from '../values/routing-number.ts';
import type { Entry } from './entry.ts';

export interface Totals {
  /** Entries and addenda. */
  readonly count: number;
  readonly entries: number;
  readonly debitCents: number;
  readonly creditCents: number;
  /** The sum of the banks' first eight digits; a sum of more than ten digits is cut where it is written. */
  readonly hash: number;
}

export const nothing: Totals = { count: 0, entries: 0, debitCents: 0, creditCents: 0, hash: 0 };

const recordsOfEntry = ({ addenda }: Entry): number => (addenda === null ? 1 : 2);

export function plus(totals: Totals, entry: Entry): Totals {
  const { direction, amountCents, routingNumber } = entry;
  return {
    count: totals.count + recordsOfEntry(entry),
    entries: totals.entries + 1,
    debitCents: totals.debitCents + (direction === 'debit' ? amountCents : 0),
    creditCents: totals.creditCents + (direction === 'credit' ? amountCents : 0),
    hash: totals.hash + Number(routingNumber.slice(0, 8)),
  };
}

/** The fields of a control that both kinds have. */
export const controlOf = ({ count, hash, debitCents, creditCents }: Totals) => ({
  count,
  hash: hash % hashModulus,
  debits: debitCents,
  credits: creditCents,
});

const fitsIn = (control: typeof batchControl | typeof fileControl, totals: Totals): boolean =>
  totals.count <= digitsMaxOf(control.count) &&
  totals.debitCents <= digitsMaxOf(control.debits) &&
  totals.creditCents <= digitsMaxOf(control.credits);

export const fitsBatch = (totals: Totals): boolean => fitsIn(batchControl, totals);
export const fitsFile = (totals: Totals): boolean => fitsIn(fileControl, totals);
