// What tests draw, they draw by one seed, which the runner prints: the gate always draws the same, and a whole run draws by
// what the commit holds, so that each change is asked something new there.
//   TENOR_SEED=7 npm test -- money-histories      the draws of another run
import { type Random, randomOf } from './fuzz/random.ts';

export const seed = Number(process.env.TENOR_SEED ?? process.env.TENOR_SEED_OF_RUN ?? 1);

/** For draws that need no number of their own: moments at which something is killed, pauses, delays. */
export const dice: Random = randomOf(seed, 0);
