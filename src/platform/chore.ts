// Work that one process does for the whole installation, again and again.
import type { Mode } from './db/realm.ts';

/** Work that must be done once in the whole installation, again and again. */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  run(mode: Mode): Promise<void>;
}

/** Work that follows each event, done by the process that leads, once events have got their places. */
export interface Duty {
  readonly name: string;
  run(mode: Mode): Promise<void>;
}
