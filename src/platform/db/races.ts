// Two that write at the same time: who comes second begins again.
import { isLostRace, isTaken } from '../sqlstate.ts';

/** The same row was changed, or the same id drawn, by somebody else: running the command again will do. */
export class LostRace extends Error {}

/** Somebody else was quicker: the same work may succeed when it is done again. */
export const isRace = (error: unknown): boolean => error instanceof LostRace || isLostRace(error);

/** For a write of a row with a fresh id: a collision is cured by another id, which the next run draws. */
export const redraw = (key: string) => (error: unknown) =>
  isTaken(error, key) ? new LostRace('A fresh id was taken.', { cause: error }) : error;
