// What a change of the books means for the rows of draws: lists are filtered by it, and it has its time.
import { statusOfDraw } from '@tenor/engine/line/read.ts';
import type { Draw, LinePosition } from '@tenor/engine/line/state.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DrawRow, DrawTimestamps, LoanRow } from '../../loan/tables.ts';
import { startOfDay, todayOf } from '../../loan/today.ts';

/** The columns of a draw that follow from the books. */
type BookedDraw = Pick<DrawRow, 'status' | 'is_closed' | 'is_amortized' | 'started_on' | 'timestamps'>;

interface Change {
  /** The row of the line before the change. */
  readonly loan: Pick<LoanRow, 'person_id' | 'zone'>;
  readonly before: LinePosition | null;
  readonly after: LinePosition;
  readonly now: Instant;
}

/** By draw; only draws that changed. A draw that is not in the books any more was canceled. */
export function drawChanges({ loan, before, after, now }: Change): ReadonlyMap<string, BookedDraw> {
  const was = new Map(before?.draws.map((d) => [d.id, bookedOf(before, d)]));
  const is = new Map(after.draws.map((d) => [d.id, bookedOf(after, d)]));
  const changes = new Map<string, BookedDraw>();
  for (const [id, now_] of is) {
    const then = was.get(id);
    if (then !== undefined && isSame(then, now_)) continue;
    changes.set(id, { ...columnsOf(now_), timestamps: momentsOf({ loan, now }, then, now_) });
  }
  for (const [id, then] of was) {
    if (!is.has(id)) changes.set(id, { ...columnsOf(then), status: 'canceled', timestamps: {} });
  }
  return changes;
}

interface Booked extends Pick<DrawRow, 'status' | 'is_closed' | 'is_amortized'> {
  readonly activatedOn: Day;
  readonly paidOffOn: Day | null;
}

const bookedOf = (position: LinePosition, d: Draw): Booked => ({
  status: statusOfDraw(position, d),
  is_closed: d.isClosed,
  is_amortized: d.amortized !== null || d.toSpread !== null || d.terms.amortization !== null,
  activatedOn: d.activatedOn,
  paidOffOn: d.paidOffOn,
});

const isSame = (a: Booked, b: Booked): boolean =>
  a.status === b.status &&
  a.is_closed === b.is_closed &&
  a.is_amortized === b.is_amortized &&
  a.activatedOn === b.activatedOn &&
  a.paidOffOn === b.paidOffOn;

const columnsOf = ({ activatedOn, paidOffOn: _, ...columns }: Booked) => ({
  ...columns,
  started_on: dateOf(activatedOn),
});

/** Times that changed; what was taken back has none any more. A day before today began when it began in the zone. */
function momentsOf({ loan, now }: Pick<Change, 'loan' | 'now'>, was: Booked | undefined, is: Booked): DrawTimestamps {
  const instantOf = (day: Day): Instant => (day === todayOf(loan, now) ? now : startOfDay(day, loan.zone));
  const paidOffOn = is.paidOffOn === null ? undefined : instantOf(is.paidOffOn);
  return {
    ...(was?.activatedOn === is.activatedOn ? {} : { activatedAt: instantOf(is.activatedOn) }),
    ...(was?.is_closed === is.is_closed ? {} : { closedAt: is.is_closed ? now : undefined }),
    ...((was?.paidOffOn ?? null) === is.paidOffOn ? {} : { paidOffAt: paidOffOn }),
  };
}

/** Its row, changed so. A time that is taken back is removed. */
export const drawAfter = (row: DrawRow, change: BookedDraw | undefined): DrawRow =>
  change === undefined ? row : { ...row, ...change, timestamps: { ...row.timestamps, ...change.timestamps } };

type Values = Omit<BookedDraw, 'timestamps'> & {
  readonly personId: string;
  readonly id: string;
  readonly timestamps: string;
  readonly gone: readonly string[];
};

const update = prepared((db, placeholder: PlaceholderOf<Values>) =>
  db
    .updateTable('draws')
    .set({
      status: placeholder('status'),
      is_closed: placeholder('is_closed'),
      is_amortized: placeholder('is_amortized'),
      started_on: placeholder('started_on'),
      timestamps: sql`(timestamps - ${placeholder('gone')}::text[]) || ${placeholder('timestamps')}::jsonb` as never,
    })
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('id')),
);

/** In the commit of the change: the version of the line guards its draws too. */
export function storeDraws(tx: Tx, change: Change): void {
  for (const [id, { timestamps, ...columns }] of drawChanges(change)) {
    const gone = Object.entries(timestamps).flatMap(([name, at]) => (at === undefined ? [name] : []));
    const values = { ...columns, id, gone, timestamps: JSON.stringify(timestamps), personId: change.loan.person_id };
    tx.write(update(tx.db, values));
  }
}
