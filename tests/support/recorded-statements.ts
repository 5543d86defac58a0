// The statements that a piece of work sends to the database, with their values, whichever connection takes them.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { Packet } from '#platform/db/packet.ts';

export interface Recorded {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface RecordedInPieces extends Recorded {
  /** What went out together has the same. */
  readonly piece: number;
}

type Sent = string | { readonly text: string; readonly values?: readonly unknown[] } | Packet;

function recordedOf(query: Sent, piece: number): readonly RecordedInPieces[] {
  if (typeof query === 'string') return [{ text: query, values: [], piece }];
  if (query instanceof Packet) return query.sendings.map(({ text, values }) => ({ text, values: [...values], piece }));
  return [{ text: query.text, values: query.values ?? [], piece }];
}

export const textsOf = (query: unknown): readonly string[] => recordedOf(query as Sent, 0).map(({ text }) => text);

/** What runs at the same time for another reason, such as a timer, is left out. */
export async function recordedDuring(work: () => Promise<unknown>): Promise<RecordedInPieces[]> {
  const statements: RecordedInPieces[] = [];
  const ofThisWork = new AsyncLocalStorage<true>();
  const query = pg.Client.prototype.query;
  let piece = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (ofThisWork.getStore()) statements.push(...recordedOf(args[0] as Sent, ++piece));
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    await ofThisWork.run(true, work);
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}
