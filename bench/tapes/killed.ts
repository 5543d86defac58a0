// A tape of 300,000 loans whose process dies by kill -9 while it is made, again and again: the one that is made in the end
// has the same bytes as one that was left alone.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { liveApi } from '../loans/api.ts';
import { setLoanStage } from '../loans/stage.ts';
import { record } from '../report.ts';
import { type Place, type RunningService, startService, withDatabase } from '../service.ts';
import { askTape, dayOfCompany, type Format, madeTape, makeType, readTape } from './made-tape.ts';

export const killedName = 'tapes-killed';

const formats: readonly Format[] = ['CSV', 'parquet'];
/**
 * The process is killed when this share of the loans is in the file. Each share is larger than the one before, because the
 * progress of the killed try is still shown.
 */
const killedAt = [0.05, 0.3, 0.6];

export async function measureKilled(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const { place, service: first } = await setLoanStage(cleanup, isQuick ? 20_000 : 300_000, [], { isOfToday: true });
  let service = first;
  for (const format of formats) {
    const asked = { loanTapeTypeId: await makeType(service, format), asOf: dayOfCompany(0) };
    const { knownAt, sha256, numLoans } = await madeTape(service, await askTape(service, asked));
    const id = await askTape(service, { ...asked, knownAt });
    const died: number[] = [];
    for (const part of killedAt) {
      died.push(await killWhileMaking(service, id, part));
      service = await startService(place, cleanup);
      await endLeases(place);
    }
    const again = await madeTape(service, id);
    if (again.sha256 !== sha256 || again.numLoans !== numLoans)
      throw new Error(`A tape is not the same after a kill: ${JSON.stringify([sha256, again])}`);
    record({ figure: `${killedName}, ${format}`, numLoans, died });
    console.log(`${killedName}: ${format}: ${numLoans} loans, killed after ${died.join(', ')}: the same bytes`);
  }
  await cleanup.run();
}

/** How many loans it had made. */
async function killWhileMaking(service: RunningService, id: string, part: number): Promise<number> {
  for (;;) {
    const { state, operationId } = await readTape(service, id);
    if (state === 'succeeded') throw new Error(`The tape was made before ${part} of it was seen: take more loans.`);
    const { progress } = await liveApi(service).get<Operation>(`/operations/${operationId}`);
    if (state === 'running' && progress.total !== null && progress.done >= part * progress.total) {
      const ended = once(service.child, 'exit');
      service.child.kill('SIGKILL');
      await ended;
      return progress.done;
    }
    await sleep(5);
  }
}

interface Operation {
  readonly progress: { readonly done: number; readonly total: number | null };
}

/** What a dead process had taken is looked at again when its lease has ended. */
const endLeases = (place: Place): Promise<unknown> =>
  withDatabase(place, (client) =>
    client.query("update live.operations set lease_until = 1, position = 1 where state = 'running'"),
  );
