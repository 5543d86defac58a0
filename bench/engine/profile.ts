// Shows where a full replay spends its time, by file and function.
import { Session } from 'node:inspector/promises';
import { replay } from '../../engine/installment/replay.ts';
import { type CpuProfile, print, selfTimes } from '../profile.ts';
import { record } from '../report.ts';
import { clockOf, outcome, timed } from './clock.ts';
import { fiveYears, paidOnTime } from './loans.ts';

export async function profileReplay(seconds: number): Promise<void> {
  const { terms, facts, through } = paidOnTime(fiveYears);
  const run = (): unknown => replay(terms, facts, { through });
  timed([{ name: 'replay', run }], clockOf(true));
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  for (const end = performance.now() + 1000 * seconds; performance.now() < end; ) outcome.last = run();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const { functions, files, busyMicros } = selfTimes(profile as CpuProfile, seconds);
  record({ figure: 'engine-replay', profile: true, busyMicros, functions, files });
  console.log('\nengine: full replay');
  print('by file', files, busyMicros);
  print('by function', functions, busyMicros);
}
