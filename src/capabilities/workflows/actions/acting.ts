// What an action is given, and what it says.
import type { CaseListener } from '#capabilities/cases/index.ts';
import type { Run } from '../run/run.ts';
import type { ItemRow } from '../tables.ts';

export interface Acting {
  readonly run: Run;
  readonly item: ItemRow;
  /** What hears of a case that an action changes. */
  readonly listeners: readonly CaseListener[];
}

/** Returns the id of what was made, or null. It refuses before it writes. */
export type Act = (acting: Acting) => Promise<string | null>;
