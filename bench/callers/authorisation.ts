// What it costs to find out who calls: the same reads with one key, with many keys in turn, and with the tokens of many
// sessions, while the company has a thousand keys, a hundred roles and ten thousand sessions.
import type { Cleanup } from '../cleanup.ts';
import { interleaved, type Target, warmUp } from '../load.ts';
import { inWords, record, spread } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { liveKey, makePlace, startService } from '../service.ts';
import { type Callers, seedCallers } from './people.ts';

export const authorisationName = 'authorisation';

/** So many callers call within a second, so that none is looked up anew all the time. */
const calling = 64;

export async function measureAuthorisation(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const service = await startService(makePlace(cleanup), cleanup);
  const ids = await seedPeople(service, 200);
  const howMany = isQuick ? { keys: 100, users: 10, sessions: 1_000 } : { keys: 990, users: 100, sessions: 10_000 };
  const callers = await seedCallers(service, howMany);
  const target = (name: string, headers: (i: number) => Record<string, string>): Target => ({
    ...service,
    name,
    setupClient(client, index, connections) {
      const share = Array.from({ length: calling / connections }, (_, i) => i * connections + index);
      client.setRequests(
        share.map((i) => ({ method: 'GET', path: `/api/people/${ids[i % ids.length]}`, headers: headers(i) })),
      );
    },
  });
  const [one, ...others] = [
    target('one key', () => ({ 'x-api-key': liveKey })),
    target('many keys', (i) => ({ 'x-api-key': spreadOver(callers.keys, i) })),
    target('many sessions', (i) => ({ authorization: `Bearer ${spreadOver(callers.tokens, i)}` })),
  ] as const;
  const seconds = isQuick ? 1 : 3;
  await warmUp([one, ...others], seconds);
  const rounds = await interleaved([one, ...others], { connections: 8, seconds, rounds: isQuick ? 3 : 7 });
  const micros = (name: string) =>
    rounds.filter(({ target: of }) => of === name).map(({ processorMicrosPerRequest: used }) => used);
  for (const { name } of others) {
    const ratio = spread(micros(name).map((used, i) => used / (micros(one.name)[i] as number)));
    record({ figure: authorisationName, caller: name, ...howMany, ratio, rounds });
    console.log(
      `authorisation  ${name}: processor time of a read ${inWords(ratio, 3)} of that with one key (aim: at most 1.05); ${spread(micros(name)).median.toFixed(0)} and ${spread(micros(one.name)).median.toFixed(0)} us`,
    );
  }
  await cleanup.run();
}

/** Taken from all parts of the list. */
const spreadOver = (all: Callers['keys'], i: number): string => all[Math.floor((i * all.length) / calling)] as string;
