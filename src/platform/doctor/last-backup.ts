// Checks when the database was last backed up by `tenor backup`.
import { lastBackup } from '../backup/note-backup.ts';
import { asking, type Check, type Finding, fine, type InspectedDatabase, inTime, rowsOf, warning } from './check.ts';

/** One night may be missed. */
const ageSecondsMax = 2 * 86_400;

export const backups: Check<InspectedDatabase> = {
  name: 'last backup',
  async look(inspected) {
    const last = await lastBackup(asking(inspected));
    const nowSeconds = inspected.clock.micros() / 1e6;
    if (last !== null) return [aged(nowSeconds - last)];
    // Whoever runs a server of their own may back it up by its own means, which are not seen from here.
    if (!inspected.isEmbedded) return [fine('None was made by "tenor backup"; other ways are not seen from here.')];
    const [made] = await rowsOf<{ seconds: number }>(
      inspected,
      'select extract(epoch from min(ran_at))::float as seconds from tenor.migrations',
    );
    if (nowSeconds - (made?.seconds ?? nowSeconds) < ageSecondsMax) return [fine('None was made yet.')];
    return [warning('None was made yet.', remedy)];
  },
};

const remedy = '"tenor backup FILE" every night, and keep the file elsewhere; operations/systemd has a timer for it.';

function aged(seconds: number): Finding {
  const says = `The last backup is ${inTime(seconds)} old.`;
  return seconds < ageSecondsMax ? fine(says) : warning(says, remedy);
}
