// Tells when a rate comes near its limit, reaches it, or is fine again: once for each change. It is looked at when returns
// were read, and at the end of each banking day, since what was sent leaves the sixty days.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { returnRateChanged } from './events.ts';
import { ratesThrough } from './rates.ts';

interface Looking {
  readonly realm: Realm;
  position(): number;
}

/** Emits `ach.return.rate.changed`. */
export async function lookAtRates(
  { realm, position }: Looking,
  tx: Tx,
  now: Instant,
  through: CivilDate,
): Promise<void> {
  const before = await tx.rows(
    tx.db.selectFrom('ach_rate_standings').selectAll().orderBy('originator').orderBy('rate').forUpdate(),
  );
  const stood = new Map(before.map((row) => [`${row.originator} ${row.rate}`, row.standing]));
  const found = (await ratesThrough(tx, through)).flatMap(({ originator, sent, rates }) =>
    rates.map((rate) => ({ originator, sent, ...rate })),
  );
  const of = new Set(found.map(({ originator, rate }) => `${originator} ${rate}`));
  // Nothing of it is within the sixty days any more.
  const gone = before.filter(({ originator, rate }) => !of.has(`${originator} ${rate}`));
  const all = [...found, ...gone.map((row) => ({ ...row, sent: 0, returned: 0, standing: 'fine' as const }))];
  const changed = all.filter(
    ({ originator, rate, standing }) => (stood.get(`${originator} ${rate}`) ?? 'fine') !== standing,
  );
  if (changed.length === 0) return;
  await recordingByHand({ realm, now, position, declared: [returnRateChanged] }, tx, async (emit) => {
    for (const { originator, rate, standing, returned, sent } of changed) {
      tx.write(
        tx.db
          .insertInto('ach_rate_standings')
          .values({ originator, rate, standing, since: now })
          .onConflict((conflict) =>
            conflict.columns(['company_id', 'originator', 'rate'] as never).doUpdateSet({ standing, since: now }),
          ),
        redraw('ach_rate_standings_pkey'),
      );
      const about = { companyIdentification: originator, rate, standing };
      emit(returnRateChanged, realm.companyId, { ...about, returnedCount: returned, debitCount: sent });
    }
  });
}
