// What shares and charging add to a read: the same loop of calls that give the thread back twice, as a read does for the
// database, with and without them.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { keyActor } from '#platform/actor.ts';
import { RequestShare, supplies } from '#platform/http/request-share.ts';
import { inSlices } from '#platform/loop/slices.ts';
import { asWork, resume } from '#platform/loop/work.ts';
import type { Cleanup } from '../cleanup.ts';
import { inWords, record, spread } from '../report.ts';

export const chargingName = 'charging';

const rounds = 7;
const calls = 20_000;
/** Companies that ask in turn, so that nobody is alone. */
const companies = 4;

export async function measureCharging(_: Cleanup, isQuick: boolean): Promise<void> {
  const count = isQuick ? calls / 10 : calls;
  const given = supplies(512, 1);
  const holders = Array.from({ length: companies }, (_, i) => ({
    actor: keyActor(`AK-${i}`),
    realm: { mode: 'live', companyId: `CP-${i}` } as const,
  }));
  const bare = (): Promise<unknown> => answer(() => {}, short);
  const charged = async (i: number): Promise<void> => {
    const response = new EventEmitter() as ServerResponse;
    const request = { headers: {} } as IncomingMessage;
    const share = new RequestShare(holders[i % companies]!, given, {
      isUpload: false,
      isRead: true,
      request,
      response,
    });
    await asWork(share.work, async () => {
      await share.begin();
      await answer(resume, () => inSlices(steps()));
    });
    share.end();
    response.emit('close');
  };
  await microsOf(bare, count);
  await microsOf(charged, count);
  const added: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const without = await microsOf(bare, count);
    const withThem = await microsOf(charged, count);
    added.push(withThem - without);
    record({ figure: chargingName, without, withThem });
  }
  console.log(
    `charging       ${inWords(spread(added), 1)} us a read (aim: at most 5), over the same loop without shares and charging`,
  );
}

const short = async (): Promise<string> => '{}';

// biome-ignore lint/correctness/useYield: a short answer is one step.
function* steps() {
  return '{}';
}

/** Two answers of the database, each in a turn of its own. */
async function answer(resumed: () => void, told: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    resumed();
    await undefined;
  }
  await told();
}

async function microsOf(call: (i: number) => Promise<unknown>, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < count; i++) await call(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
