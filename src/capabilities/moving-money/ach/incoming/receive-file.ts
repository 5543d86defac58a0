// A file of a bank that somebody brings.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { achReadingErrors } from './errors.ts';
import { keepFile } from './keep-file.ts';
import type { AchReadingReceive } from './schemas.ts';
import { presentReading } from './show-reading.ts';

const perDay = 100;
const dayMicros = 86_400_000_000;

/** They are kept, so that nobody fills a disk with them; the operator, who brings some by hand, could anyway. Errors: TooManyAchReadings. */
async function mustBeWithinDay(tx: Tx, now: number): Promise<void> {
  // One after the other, so that many at once do not all find room.
  await tx.row(tx.db.selectFrom('money_switches').select('stopped_at').forUpdate());
  const some = tx.db
    .selectFrom('ach_readings')
    .select('id')
    .where('position', '>', now - dayMicros)
    .where('fetched_from', 'is', null)
    .where('received_by_type', '<>', 'system')
    .limit(perDay);
  if ((await tx.rows(some)).length < perDay) return;
  throw new Refusal(achReadingErrors.TooManyAchReadings, `A company can bring ${perDay} files in a day.`, {
    data: { perDay },
  });
}

/** Errors: TooManyAchReadings. */
export async function receiveFile(ctx: CommandContext, tx: Tx, { fileName, content }: AchReadingReceive) {
  const { vault, position, machineMicros, caller } = ctx;
  const keeping = { vault, position, clock: { micros: machineMicros } };
  await mustBeWithinDay(tx, machineMicros());
  const bytes = Buffer.from(content, 'utf8');
  const file = { fileName, bytes, by: caller.actor, fetchedFrom: null };
  const { reading, wasKnown } = await keepFile(keeping, tx, ctx.now, file);
  return { ...presentReading(reading), wasKnown };
}
