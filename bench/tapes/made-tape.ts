// A tape with sixty columns: how it is asked for, and how it ends.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { loanCatalogue } from '#capabilities/loan-tapes/catalogue/catalogue.ts';
import { liveApi } from '../loans/api.ts';
import { record } from '../report.ts';
import type { Place, RunningService } from '../service.ts';
import { inWords, spentMsSince } from '../spent.ts';
import { residentMb, watchMemory } from '../watch-memory.ts';

/** Who borrowers are costs opening what is sealed, and is asked for by few. */
const cheapFields = loanCatalogue.names.filter((name) => !name.startsWith('mainBorrower')).slice(0, 125);
const fields = [...cheapFields.slice(0, 30), ...cheapFields.slice(-30)];

const dayMs = 86_400_000;

/** The company is in New York, where the day of UTC may not have begun. */
export const dayOfCompany = (daysAgo: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(Date.now() - daysAgo * dayMs);

export type Format = 'CSV' | 'parquet';

interface Asked {
  readonly loanTapeTypeId: string;
  readonly asOf: string;
  readonly knownAt?: string;
}

interface Made {
  readonly state: string;
  readonly errorMessage: string | null;
  readonly operationId: string;
  readonly asOf: string;
  readonly knownAt: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly numLoans: number;
  readonly numReplayed: number;
  readonly sha256: string;
}

const tapes = '/companies/current/loan-tapes';

export async function makeType(service: RunningService, tapeOutputFormat: Format): Promise<string> {
  const type = { tapeName: 'A tape', status: 'active', fields, tapeOutputFormat, compressionType: 'noCompression' };
  return (await liveApi(service).post('/companies/current/loan-tape-types', type)).id;
}

export const askTape = async (service: RunningService, asked: Asked): Promise<string> =>
  (await liveApi(service).post(tapes, asked)).id;

export const readTape = (service: RunningService, id: string): Promise<Made> => liveApi(service).get(`${tapes}/${id}`);

export async function madeTape(service: RunningService, id: string): Promise<Made> {
  for (;;) {
    const tape = await readTape(service, id);
    if (tape.state === 'succeeded') return tape;
    if (tape.state === 'failed')
      throw new Error(`A tape failed: ${tape.errorMessage}; ${readFileSync(service.log, 'utf8').slice(-3_000)}`);
    await sleep(50);
  }
}

export interface Aim {
  readonly what: string;
  readonly format: Format;
  readonly daysAgo: number;
  readonly loansASecondMin: number;
  readonly moreMbMax: number;
}

interface Stage {
  readonly place: Place;
  readonly service: RunningService;
}

/** Its rate, its processor time, and what the service takes meanwhile and holds afterwards. */
export async function measureTape(figure: string, { place, service }: Stage, aim: Aim): Promise<void> {
  const { what, format, daysAgo, loansASecondMin, moreMbMax } = aim;
  const loanTapeTypeId = await makeType(service, format);
  const before = residentMb(service);
  const memory = watchMemory(service);
  const spent = spentMsSince(service, place);
  const made = await madeTape(service, await askTape(service, { loanTapeTypeId, asOf: dayOfCompany(daysAgo) }));
  const eachThousand = inWords(spent(made.numLoans / 1_000));
  const { early, most } = await memory.stop();
  const { numLoans: count, numReplayed } = made;
  const seconds = (Date.parse(made.finishedAt) - Date.parse(made.startedAt)) / 1_000;
  const rate = Math.round(count / seconds);
  record({ figure: `${figure}, ${what}`, count, rate, loansASecondMin, before, early, most, moreMbMax });
  console.log(
    `${figure}: ${what}: ${count} loans, ${numReplayed} replayed, ${rate} a second, aim ${loansASecondMin}; processor time of a thousand, of the service and its database, ${eachThousand}; ${before} MB before, ${early} in the first tenth, ${most} at the most, aim ${moreMbMax} more`,
  );
}
