// What may happen in a random life of a loan: an act has a name for the report of a failure.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Shown } from '../begun-loan.ts';
import type { Answer, Client } from '../house.ts';
import type { Life } from '../loan-life.ts';

/** What an act is done with: a loan of any product. */
export type Subject = Pick<Life, 'api' | 'path' | 'personId' | 'id' | 'read'>;

/** The present point of a history. */
interface Moment {
  readonly date: string;
  readonly api: Client;
  readonly loanTypeId: string;
}
/** Nothing, where there is nothing to do it with. */
type Act = (life: Subject, at: Moment) => Promise<Answer | undefined>;
export type NamedAct = readonly [what: string, run: Act];

export const named = (what: string, run: Act): NamedAct => [what, run];

export const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
export const picked = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

export const amount = fc.integer({ min: 1, max: 90_000 }).map((cents) => cents / 100);
export const daysBack = fc.integer({ min: 0, max: 150 });
export const pick = fc.nat(50);

/** None, where loans of its product have no such list. */
export async function listOf({ api, path }: Subject, what: string): Promise<Shown[]> {
  const { status, body } = await api.get(`${path}/${what}?limit=100`);
  assert.ok(status === 200 || body.errorType === 'NotForLines', JSON.stringify(body));
  return status === 200 ? body.data : [];
}
