// A month for a credit agency: how long the service takes from the first loan to the file that is checked. The first month,
// in which nothing was said before, and the one after it.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { liveApi } from '../loans/api.ts';
import { profiled, showProfile } from '../profile.ts';
import { record } from '../report.ts';
import { type Place, type RunningService, withDatabase } from '../service.ts';
import { inWords, spentMsSince } from '../spent.ts';
import { residentMb, watchMemory } from '../watch-memory.ts';
import { setAccounts } from './fill.ts';

export const creditMonthName = 'credit-month';

/** A hundred thousand in a minute. */
const aimOfASecond = 100_000 / 60;

export async function measureCreditMonth(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const { place, service } = await setAccounts(cleanup, isQuick ? 4_000 : 100_000);
  const agency = await makeAgency(service);
  for (const monthsAgo of [2, 1]) {
    const before = residentMb(service);
    const memory = watchMemory(service);
    const spent = spentMsSince(service, place);
    const { numAccounts, seconds } = await madeFile(service, agency, monthEnd(monthsAgo));
    const each = inWords(spent(numAccounts / 1_000));
    const { most } = await memory.stop();
    // Events tell of which loans the agency hears, which is no part of the month that comes next.
    const telling = spentMsSince(service, place);
    await untilTold(place);
    const told = inWords(telling(numAccounts / 1_000));
    const rate = numAccounts / seconds;
    record({ figure: creditMonthName, monthsAgo, numAccounts, seconds, rate, aimOfASecond, before, most });
    console.log(
      `${creditMonthName}: ${monthsAgo === 2 ? 'the first month' : 'the month after it'}: ${numAccounts} accounts in ${seconds.toFixed(1)} s, ${rate.toFixed(0)} a second, aim ${aimOfASecond.toFixed(0)}; processor time of a thousand, of the service and its database, ${each}, and then ${told} to tell by events which loans are new; ${before} MB before, ${most} at the most`,
    );
  }
  await cleanup.run();
}

export async function profileCreditMonth(cleanup: Cleanup): Promise<void> {
  const { place, service } = await setAccounts(cleanup, 4_000, profiled);
  const agency = await makeAgency(service);
  await madeFile(service, agency, monthEnd(2));
  await untilTold(place);
  const { numAccounts, seconds } = await madeFile(service, agency, monthEnd(1));
  await showProfile(creditMonthName, service, { requests: numAccounts, seconds });
  await cleanup.run();
}

const toldMsMax = 900_000;

/** Returns once no operation runs and all events have been told to those who follow them. */
async function untilTold(place: Place): Promise<void> {
  await withDatabase(place, async (client) => {
    for (let waitedMs = 0; waitedMs < toldMsMax; waitedMs += 250) {
      const { rows } = await client.query(
        `select not exists (select from live.operations where finished_at is null)
            and not exists (select from live.waiting_commits)
            and (select min(last_sequence) = max(last_sequence) from live.event_places) as told`,
      );
      if (rows[0].told) return;
      await sleep(250);
    }
    throw new Error('The events of a file have not all been followed.');
  });
}

/** The last day of the month so many before the last one, which is over in every zone. */
function monthEnd(monthsAgo: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 0)).toISOString().slice(0, 10);
}

const makeAgency = async (service: RunningService): Promise<string> =>
  (
    await liveApi(service).post('/companies/current/credit-agencies', {
      agencyName: 'equifax',
      programIdentifier: 'EFX0001',
      identificationNumber: 'TENOR01',
      reporterName: 'Acme Loans',
      reporterAddress: '1 Main Street, Springfield IL 62701',
      reporterTelephone: '2175550100',
    })
  ).id;

interface MadeFile {
  readonly state: string;
  readonly errorMessage: string | null;
  readonly createdAt: string;
  readonly finishedAt: string;
  readonly numAccounts: number;
  readonly findings: readonly object[];
  readonly leftOut: object;
}

async function madeFile(service: RunningService, agency: string, asOf: string) {
  const api = liveApi(service);
  const files = `/companies/current/credit-agencies/${agency}/files`;
  const { id } = await api.post(files, { asOf });
  for (;;) {
    const file = (await api.get(`${files}/${id}`)) as unknown as MadeFile;
    if (file.state === 'made') {
      if (file.numAccounts === 0) throw new Error(`Nobody is told of: ${JSON.stringify(file.leftOut)}`);
      const seconds = (Date.parse(file.finishedAt) - Date.parse(file.createdAt)) / 1_000;
      return { numAccounts: file.numAccounts, seconds };
    }
    if (file.finishedAt !== null)
      throw new Error(
        `A file was not made: ${JSON.stringify(file)}; ${readFileSync(service.log, 'utf8').slice(-3_000)}`,
      );
    await sleep(250);
  }
}
