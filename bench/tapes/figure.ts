// How many loans a second a tape with sixty columns has: of today by the figures, as CSV and as Parquet, and of a past day by
// replay; and what memory the service takes meanwhile. The proof against the ledger is part of it.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { loanCatalogue } from '#capabilities/loan-tapes/catalogue/catalogue.ts';
import type { Cleanup } from '../cleanup.ts';
import { setLoanStage } from '../loans/stage.ts';
import { record } from '../report.ts';
import { liveKey, type RunningService } from '../service.ts';
import { inWords, spentMsSince } from '../spent.ts';
import { residentMb, watchMemory } from '../watch-memory.ts';

export const tapesName = 'tapes';

interface Aim {
  readonly what: string;
  readonly format: 'CSV' | 'parquet';
  readonly daysAgo: number;
  readonly loansASecondMin: number;
  readonly moreMbMax: number;
}

const aims: readonly Aim[] = [
  { what: 'of today, CSV', format: 'CSV', daysAgo: 0, loansASecondMin: 20_000, moreMbMax: 200 },
  { what: 'of today, Parquet', format: 'parquet', daysAgo: 0, loansASecondMin: 20_000, moreMbMax: 400 },
  { what: 'of a past day, CSV', format: 'CSV', daysAgo: 100, loansASecondMin: 2_000, moreMbMax: 200 },
];

const dayMs = 86_400_000;

/** The company is in New York, where the day of UTC may not have begun. */
const dayOfCompany = (daysAgo: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(Date.now() - daysAgo * dayMs);

/** Who borrowers are costs opening what is sealed, and is asked for by few. */
const sixtyFields = loanCatalogue.names.filter((name) => !name.startsWith('mainBorrower')).slice(0, 125);
const fields = [...sixtyFields.slice(0, 30), ...sixtyFields.slice(-30)];

export async function measureTapes(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const count = isQuick ? 5_000 : 100_000;
  const { place, service } = await setLoanStage(cleanup, count);
  for (const { what, format, daysAgo, loansASecondMin, moreMbMax } of aims) {
    const before = residentMb(service);
    const memory = watchMemory(service);
    const spent = spentMsSince(service, place);
    const made = await madeTape(service, format, dayOfCompany(daysAgo));
    const eachThousand = inWords(spent(made.numLoans / 1_000));
    const { early, most } = await memory.stop();
    const seconds = (Date.parse(made.finishedAt) - Date.parse(made.startedAt)) / 1_000;
    const rate = Math.round(made.numLoans / seconds);
    record({ figure: `${tapesName}, ${what}`, count, rate, loansASecondMin, before, early, most, moreMbMax });
    console.log(
      `${tapesName}: ${what}: ${made.numLoans} loans, ${made.numReplayed} replayed, ${rate} a second, aim ${loansASecondMin}; processor time of a thousand, of the service and its database, ${eachThousand}; ${before} MB before, ${early} early, ${most} at the most, aim ${moreMbMax} more`,
    );
  }
  await cleanup.run();
}

interface Asked {
  readonly id: string;
}

interface Made {
  readonly state: string;
  readonly errorMessage: string | null;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly numLoans: number;
  readonly numReplayed: number;
}

async function madeTape({ url, log }: RunningService, tapeOutputFormat: string, asOf: string): Promise<Made> {
  const ask = async <T = Asked>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const said = (await answer.json()) as { data: T };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(said)}`);
    return said.data;
  };
  const type = { tapeName: 'A tape', status: 'active', fields, tapeOutputFormat, compressionType: 'noCompression' };
  const { id: loanTapeTypeId } = await ask('POST', '/companies/current/loan-tape-types', type);
  const { id } = await ask('POST', '/companies/current/loan-tapes', { loanTapeTypeId, asOf });
  for (;;) {
    const tape = await ask<Made>('GET', `/companies/current/loan-tapes/${id}`);
    if (tape.state === 'succeeded') return tape;
    if (tape.state === 'failed')
      throw new Error(`A tape failed: ${tape.errorMessage}; ${readFileSync(log, 'utf8').slice(-3_000)}`);
    await sleep(50);
  }
}
