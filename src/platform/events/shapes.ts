// Shapes: what many rows of events of a company have in common. A row in the order of events names its shape alone, and
// so it is known without its events which types they have. Shapes never change, so those that were used lately
// are remembered.
import { sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type LatelyUsed, latelyUsed } from '#platform/lately-used.ts';
import { ofEach } from '#platform/of-each.ts';
import type { PlacedRow } from './tables.ts';
import { namesOf } from './unpack-events.ts';

export interface Shape {
  /** The types of its events, in their order. */
  readonly types: readonly string[];
  /** See event_commits. */
  readonly naming: string | null;
}

/** An event that is known by its place alone. */
export interface PlacedEvent {
  readonly sequence: number;
  readonly event_type: string;
  readonly subject_id: string;
  /** With the subject, the key of its row in event_commits, and its number there. */
  readonly position: number;
  readonly nth: number;
  readonly transaction_id: string | null;
  readonly period_id: string | null;
}

export type PlacedKey = Pick<PlacedRow, 'place' | 'subject_id' | 'position' | 'shape' | 'transaction_id' | 'period_id'>;

/** The columns that `placedEvents` needs. */
export const placedKey = ['place', 'subject_id', 'position', 'shape', 'transaction_id', 'period_id'] as const;

/** The events of a row, in the order of their places. */
export const placedEvents = (row: PlacedKey, { types, naming }: Shape): PlacedEvent[] =>
  types.map((event_type, nth) => {
    const names = namesOf(naming, nth);
    return {
      sequence: row.place + nth,
      event_type,
      subject_id: row.subject_id,
      position: row.position,
      nth,
      transaction_id: names.transaction ? row.transaction_id : null,
      period_id: names.period ? row.period_id : null,
    };
  });

/** So many shapes of a company are remembered, for each mode. What is not remembered is read again. */
const shapesKept = 500;

const none = (): LatelyUsed<number, Shape> => latelyUsed(shapesKept);

/** The handle of a company serves both modes. */
const known = ofEach((_: Builder): Record<Mode, LatelyUsed<number, Shape>> => ({ live: none(), test: none() }));

type Asked = Pick<Reader, 'db' | 'realm' | 'rows'>;

/** The shapes with these numbers. */
async function shapesOf(reader: Asked, numbers: readonly number[]): Promise<(shape: number) => Shape> {
  const remembered = known(reader.db)[reader.realm.mode];
  const shapes = new Map<number, Shape>();
  const unknown: number[] = [];
  for (const number of new Set(numbers)) {
    const shape = remembered.get(number);
    if (shape === undefined) unknown.push(number);
    else shapes.set(number, shape);
  }
  if (unknown.length > 0) {
    const found = await reader.rows(
      reader.db
        .selectFrom('event_shapes')
        .select(['shape', 'types', 'naming'])
        .where('shape', '=', sql<number>`any(${unknown}::int4[])`),
    );
    for (const { shape, ...said } of found) {
      shapes.set(shape, said);
      remembered.set(shape, said);
    }
  }
  return (shape) => {
    const found = shapes.get(shape);
    if (found === undefined) throw new Error(`The shape ${shape} of events is not known.`);
    return found;
  };
}

/** The events of each of these rows. */
export async function eventsOfRows(reader: Asked, rows: readonly PlacedKey[]): Promise<PlacedEvent[][]> {
  const shapeOf = await shapesOf(
    reader,
    rows.map(({ shape }) => shape),
  );
  return rows.map((row) => placedEvents(row, shapeOf(row.shape)));
}
