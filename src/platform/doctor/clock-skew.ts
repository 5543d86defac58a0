// Leases, tokens and the order of recording use the clock of each machine, so two machines with different clocks get
// them wrong.
import { type Check, fine, type InspectedDatabase, rowsOf, warning, wrong } from './check.ts';

const skewMsMax = { warning: 1_000, error: 30_000 };
const tries = 5;

export const clockSkew: Check<InspectedDatabase> = {
  name: 'clock',
  async look(inspected) {
    const skewMs = await leastDoubtful(inspected);
    const size = Math.abs(skewMs);
    const says = `The clock of the database is ${(size / 1000).toFixed(size < 1_000 ? 3 : 0)} seconds ${skewMs < 0 ? 'behind' : 'ahead of'} that of this machine`;
    const remedy = 'Let both machines keep time by NTP: "timedatectl" tells whether one does.';
    if (size >= skewMsMax.error) return [wrong(`${says}.`, remedy)];
    if (size >= skewMsMax.warning) return [warning(`${says}.`, remedy)];
    return [fine(`${says}: as good as none.`)];
  },
};

/**
 * The server reads its clock at some moment between question and answer, so the quickest of several answers is the most
 * exact.
 */
async function leastDoubtful(inspected: InspectedDatabase): Promise<number> {
  let best = { tookMicros: Number.POSITIVE_INFINITY, skewMs: 0 };
  for (let i = 0; i < tries; i++) {
    const asked = inspected.clock.micros();
    const [row] = await rowsOf<{ at: string }>(
      inspected,
      'select (extract(epoch from clock_timestamp()) * 1e6)::bigint::text as at',
    );
    const heard = inspected.clock.micros();
    const tookMicros = heard - asked;
    if (tookMicros < best.tookMicros) best = { tookMicros, skewMs: (Number(row?.at) - (asked + heard) / 2) / 1000 };
  }
  return best.skewMs;
}
