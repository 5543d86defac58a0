// Messages that wait to be prepared and sent. A row goes with the commit that sends it; whoever adds it again meanwhile
// changes nothing, and after that the once key of the message keeps it from going out twice.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { inGroups } from '#platform/work/in-groups.ts';
import { type PendingRow, pendingNotices } from './tables.ts';

export type NewPending = Pick<PendingRow, 'person_id' | 'once_key' | 'subject' | 'source' | 'source_id' | 'due_at'> &
  Partial<Omit<PendingRow, 'company_id' | 'created_at'>>;

const nothing = {
  channels: null,
  theme: null,
  loan_id: null,
  loan_person_id: null,
  case_id: null,
  statement_id: null,
  transaction_id: null,
} as const;

/** The rows may be of several persons, whose keys then stand in one order. */
export function addPending(tx: Tx, now: Instant, rows: readonly NewPending[]): void {
  if (rows.length === 0) return;
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  tx.write(
    tx.db
      .insertInto('pending_notices')
      .values(
        sorted.map(({ told = {}, ...row }) => ({
          ...nothing,
          ...row,
          told: JSON.stringify(told),
          created_at: now,
        })),
      )
      .onConflict((there) => there.columns(['person_id', 'once_key']).doNothing()),
  );
}

type Adding = Pick<WorkTools, 'database' | 'clock'> & { readonly realm: Realm };

interface DueLater {
  readonly due_at?: Instant;
  /** Where it says no instant: so long from now; at once if not given. */
  readonly delayHours?: number;
}

const hourSeconds = 3_600;

/** The rows of many people, in commits that hold a few of them. */
export const addInGroups = (
  { database, clock, realm }: Adding,
  rows: readonly (Omit<NewPending, 'due_at'> & DueLater)[],
): Promise<void> =>
  inGroups(byPerson(rows), database.grouping, (group) =>
    database.transact(realm, async (tx) => {
      const now = await workNow(tx, clock);
      addPending(
        tx,
        now,
        group.flatMap(({ own }) =>
          own.map(({ delayHours = 0, ...row }) => ({ due_at: addSeconds(now, delayHours * hourSeconds), ...row })),
        ),
      );
    }),
  );

const byPerson = <R extends Pick<NewPending, 'person_id'>>(rows: readonly R[]) =>
  [...Map.groupBy(rows, ({ person_id }) => person_id)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([personId, own]) => ({ personId, own }));

/** A message that a later capability asks for, once for its once key. The borrower is locked. */
export const askForNotice = (tx: Tx, now: Instant, row: NewPending): void => addPending(tx, now, [row]);

const keyOf = ({ person_id, once_key }: NewPending): string => `${person_id} ${once_key}`;

export const pendingRows = (tx: Pick<Tx, 'db'>) => tx.db.selectFrom('pending_notices').select(pendingNotices.all);

export const deletePending = (tx: Tx, { person_id, once_key }: Pick<PendingRow, 'person_id' | 'once_key'>): void =>
  tx.write(tx.db.deleteFrom('pending_notices').where('person_id', '=', person_id).where('once_key', '=', once_key));
