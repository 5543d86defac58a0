// What a register says of a borrower, whichever register it is.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { MatchQuality, Standing } from '../words.ts';

export interface Finding {
  /** What names it, the same as often as it is told: court and number of a bankruptcy, the date of a death. */
  readonly key: string;
  readonly quality: MatchQuality;
  readonly standing: Standing;
  /** The day of which it tells: what is told of an earlier day is no news. */
  readonly asOf: CivilDate;
  /** Fields of the case that it opens. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  /** The record as it came, without the number of the borrower. */
  readonly record: string;
}
