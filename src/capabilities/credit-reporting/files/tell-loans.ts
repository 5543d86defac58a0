// Tells of which loans an agency hears for the first and for the last time: once, however often the file is made anew.
import { sql } from 'kysely';
import { peopleAsSubjects } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { workNow } from '#platform/business-clock.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { eventRecorder, writeEvents } from '#platform/events/record-events.ts';
import { inGroups } from '#platform/work/in-groups.ts';
import type { Running } from '#platform/work/operations/operation-kind.ts';
import { reportingCreated, reportingStopped } from '../events.ts';
import type { FileRow } from '../tables.ts';

export interface Told {
  readonly personId: string;
  readonly loanId: string;
}

type Now = Awaited<ReturnType<typeof workNow>>;

export const tellBegun = (running: Running, file: FileRow, loans: readonly Told[]): Promise<void> =>
  tellEach(running, file, loans, reportingCreated, (tx, group, now) =>
    tx.rows(
      tx.db
        .insertInto('credit_accounts')
        .values(
          group.map(({ personId, loanId }) => ({
            person_id: personId,
            loan_id: loanId,
            agency_id: file.agency_id,
            first_as_of: file.as_of,
            stopped_as_of: null,
            created_at: now,
            updated_at: null,
          })),
        )
        .onConflict((there) => there.columns(['person_id', 'loan_id', 'agency_id']).doNothing())
        .returning(['person_id', 'loan_id']),
    ),
  );

export const tellEnded = (running: Running, file: FileRow, loans: readonly Told[]): Promise<void> =>
  tellEach(running, file, loans, reportingStopped, (tx, group, now) =>
    tx.rows(
      tx.db
        .updateTable('credit_accounts')
        .set({ stopped_as_of: file.as_of, updated_at: now })
        .where('person_id', '=', sql<string>`any(${group.map(({ personId }) => personId)}::text[])`)
        .where('loan_id', '=', sql<string>`any(${group.map(({ loanId }) => loanId)}::text[])`)
        .where('agency_id', '=', file.agency_id)
        .where('stopped_as_of', 'is', null)
        .returning(['person_id', 'loan_id']),
    ),
  );

const togetherMax = 500;

/** `write` answers with those of which it is news. */
async function tellEach(
  { database, realm, clock, position }: Running,
  { agency_id, as_of }: FileRow,
  loans: readonly Told[],
  kind: typeof reportingCreated,
  write: (tx: Tx, group: readonly Told[], now: Now) => Promise<{ person_id: string; loan_id: string }[]>,
): Promise<void> {
  const { grouping } = database;
  const personsMax = Math.min(togetherMax, grouping.personsMax);
  await inGroups(loans, { ...grouping, personsMax }, (group) =>
    database.transact(realm, async (tx) => {
      const now = await workNow(tx, clock);
      const news = await write(tx, group, now);
      const owners = await peopleAsSubjects(
        tx,
        news.map(({ person_id }) => person_id),
      );
      const maker = { realm, now, position, requestId: null, actor: system, declared: [kind] };
      const told = news.map(({ person_id, loan_id }) => {
        const recorder = eventRecorder(maker, owners.get(person_id));
        const fields = { loanId: loan_id, creditAgencyId: agency_id, asOf: as_of };
        recorder.emit(kind, person_id, fields, { about: { loanId: loan_id } });
        return recorder.rows;
      });
      writeEvents(tx, told.flat());
    }),
  );
}
