// What an action is given, and what it says.
import type { CaseListener } from '#capabilities/cases/index.ts';
import type { ReadByDay } from '#platform/work/day/daily-step.ts';
import type { Run } from '../run/run.ts';
import type { ItemRow } from '../tables.ts';

/** What the work of an item is given besides the workflow. */
export interface Around {
  /** What hears of a case that an action changes. */
  readonly listeners: readonly CaseListener[];
  readonly whole: ReadByDay;
}

export interface Acting extends Around {
  readonly run: Run;
  readonly item: ItemRow;
}

/**
 * Returns the id of what was made, or null; undefined: it is not over yet, and the item says what it waits for. It may be
 * tried again after it was refused.
 */
export type Act = (acting: Acting) => Promise<string | null | undefined>;
