// What the leading process does for the audit: rows get their numbers, and each day the last row is recorded, in a table
// of its own and in the log, so that a tail that was cut off is found.

import { dateInUtc } from '@tenor/engine/values/instant.ts';
import type { Chore } from '#platform/chore.ts';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import { type PlaceholderOf, prepared, preparedInserts } from '#platform/db/prepared.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Log } from '#platform/log.ts';
import { chainAudit } from './chain-audit.ts';

export const chainingAudit = (database: RealmDatabase): Chore => ({
  name: 'audit.chain',
  everyMs: 1_000,
  async run(mode) {
    await chainAudit(database, mode);
  },
});

export const recordingHeads = (database: RealmDatabase, clock: MachineClock, log: Log): Chore => ({
  name: 'audit.heads',
  everyMs: 600_000,
  run: (mode) => recordHeads(database, mode, clock, log),
});

/** Records the last row of each company that has new ones, once a day. */
export async function recordHeads(
  { unscoped }: Pick<RealmDatabase, 'unscoped'>,
  mode: Mode,
  clock: MachineClock,
  log: Pick<Log, 'info'>,
): Promise<void> {
  const { transact } = unscoped(mode);
  const day = dateInUtc(machineNow(clock));
  const recorded = await transact(async (tx) => {
    const heads = await tx.rows(headsNotRecorded(tx.db, { day }));
    // The scoped handle writes the company's column elsewhere; here rows of all companies are written.
    for (const insert of insertDays(tx.db, heads as never)) tx.write(insert);
    return heads;
  });
  for (const { company_id, last_number, last_hash } of recorded) {
    log.info(
      { mode, company: company_id, day, count: last_number, hash: last_hash.toString('hex') },
      'the audit ends with this row',
    );
  }
}

const headsNotRecorded = prepared((db, placeholder: PlaceholderOf<{ day: ReturnType<typeof dateInUtc> }>) =>
  db
    .selectFrom('audit_heads as head')
    .select(['head.company_id', 'head.last_number', 'head.last_hash'])
    .select((eb) => eb.val(placeholder('day')).as('day'))
    .where('head.last_number', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_days as past')
            .select('past.day')
            .whereRef('past.company_id', '=', 'head.company_id')
            .where(({ or, eb, ref }) =>
              or([eb('past.day', '=', placeholder('day')), eb('past.last_number', '=', ref('head.last_number'))]),
            ),
        ),
      ),
    ),
);

const insertDays = preparedInserts(
  'audit_days',
  ['company_id' as 'last_hash', 'day', 'last_number', 'last_hash'],
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);
