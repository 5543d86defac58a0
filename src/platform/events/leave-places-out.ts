// After a restore the places go on far beyond the last one of the backup: those that were given since then were shown as
// ids, and no other event may ever have them.
import type { Mode } from '#platform/db/realm.ts';

/** More events than a backup is ever behind. */
const placesLeftOut = 1_000_000;

export const leavePlacesOut = (mode: Mode): string =>
  `update ${mode}.event_places set last_sequence = last_sequence + ${placesLeftOut} where name = 'events'`;
