// How many loans a second a tape with sixty columns has: of today by the figures, as CSV and as Parquet, and of a past day by
// replay; and what memory the service takes meanwhile. The proof against the ledger is part of it.
import type { Cleanup } from '../cleanup.ts';
import { setLoanStage } from '../loans/stage.ts';
import { type Aim, measureTape } from './made-tape.ts';

export const tapesName = 'tapes';
export const millionName = 'tapes-million';

const ofToday: readonly Aim[] = [
  { what: 'of today, CSV', format: 'CSV', daysAgo: 0, loansASecondMin: 20_000, moreMbMax: 200 },
  { what: 'of today, Parquet', format: 'parquet', daysAgo: 0, loansASecondMin: 20_000, moreMbMax: 400 },
];
const ofPastDay: Aim = {
  what: 'of a past day, CSV',
  format: 'CSV',
  daysAgo: 100,
  loansASecondMin: 2_000,
  moreMbMax: 200,
};

export async function measureTapes(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const stage = await setLoanStage(cleanup, isQuick ? 5_000 : 100_000);
  for (const aim of [...ofToday, ofPastDay]) await measureTape(tapesName, stage, aim);
  await cleanup.run();
}

/** Whether ten times as many loans take more memory. */
export async function measureMillion(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const stage = await setLoanStage(cleanup, isQuick ? 20_000 : 1_000_000, [], { isOfToday: true });
  for (const aim of ofToday) await measureTape(millionName, stage, aim);
  await cleanup.run();
}
