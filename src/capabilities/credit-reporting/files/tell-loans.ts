// Tells of which loans an agency hears for the first and for the last time, once a file was made: each once, however often
// the work is begun anew.
import { sql } from 'kysely';
import { peopleAsSubjects } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { workNow } from '#platform/business-clock.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { eventRecorder, writeEvents } from '#platform/events/record-events.ts';
import { inGroups } from '#platform/work/in-groups.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import { reportingCreated, reportingStopped } from '../events.ts';
import type { FileRow } from '../tables.ts';
import { readFile } from './file.ts';
import { tellJob } from './job.ts';

interface Told {
  readonly personId: string;
  readonly loanId: string;
}

const pageMax = 2_000;

/** It completes what was committed, so it goes on whatever happens to whoever made the file. */
export const tellingLoans: OperationKind = {
  ...tellJob,
  async run(running) {
    const { fileId } = tellJob.readInput(running.input);
    const file = await readFile(running.reader, fileId);
    if (file === undefined) throw new Error(`There is no file ${fileId}.`);
    let done = 0;
    for (let after = ''; ; ) {
      const news = await newsAfter(running.reader, fileId, after);
      await tellBegun(running, file, toldOf(news.filter(({ is_first }) => is_first)));
      await tellEnded(running, file, toldOf(news.filter(({ is_last }) => is_last)));
      const last = news.at(-1);
      if (last === undefined) break;
      after = last.loan_id;
      done += news.length;
      await running.step(async (tx) => running.mark(tx, { done, total: null }));
    }
    await running.finish(async () => ({ creditFileId: fileId }));
  },
};

const toldOf = (rows: readonly { person_id: string; loan_id: string }[]): Told[] =>
  rows.map(({ person_id: personId, loan_id: loanId }) => ({ personId, loanId }));

const newsAfter = (reader: Reader, fileId: string, after: string) =>
  reader.rows(
    reader.db
      .selectFrom('credit_reports')
      .select(['person_id', 'loan_id', 'is_first', 'is_last'])
      .where('file_id', '=', fileId)
      .where('loan_id', '>', after)
      .where((eb) => eb.or([eb('is_first', '=', true), eb('is_last', '=', true)]))
      .orderBy('loan_id')
      .limit(pageMax),
  );

type Now = Awaited<ReturnType<typeof workNow>>;

const tellBegun = (running: Running, file: FileRow, loans: readonly Told[]): Promise<void> =>
  tellEach(running, file, loans, reportingCreated, (tx, group, now) =>
    tx.rows(
      tx.db
        .insertInto('credit_accounts')
        .values(
          group.map(({ personId, loanId }) => ({
            person_id: personId,
            loan_id: loanId,
            agency_id: file.agency_id,
            stopped_as_of: null,
            created_at: now,
            updated_at: null,
          })),
        )
        .onConflict((there) => there.columns(['person_id', 'loan_id', 'agency_id']).doNothing())
        .returning(['person_id', 'loan_id']),
    ),
  );

const tellEnded = (running: Running, file: FileRow, loans: readonly Told[]): Promise<void> =>
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
        const fields = { creditAgencyId: agency_id, asOf: as_of };
        recorder.emit(kind, person_id, fields, { about: { loanId: loan_id } });
        return recorder.rows;
      });
      writeEvents(tx, told.flat());
    }),
  );
}
