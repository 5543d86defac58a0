// A file of a bank that somebody brings.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { keepFile } from './keep-file.ts';
import type { AchReadingReceive } from './schemas.ts';
import { presentReading } from './show-reading.ts';

export async function receiveFile(ctx: CommandContext, tx: Tx, { fileName, content }: AchReadingReceive) {
  const { vault, position, machineMicros, caller } = ctx;
  const keeping = { vault, position, clock: { micros: machineMicros } };
  const bytes = Buffer.from(content, 'utf8');
  const file = { fileName, bytes, by: caller.actor, fetchedFrom: null };
  const { reading, wasKnown } = await keepFile(keeping, tx, ctx.now, file);
  return { ...presentReading(reading), wasKnown };
}
