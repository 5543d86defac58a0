// One company asks on eight connections for the longest reads that there are; another one reads a person, and somebody
// asks for the health. The limit is the same reading without the first one.
import type { Cleanup } from '../cleanup.ts';
import { testApi } from '../loans/api.ts';
import { personBody } from '../people.ts';
import { startChild, stop } from '../processes.ts';
import { record } from '../report.ts';
import { createPerson } from '../seed.ts';
import { makePlace, type RunningService, startService, testKey } from '../service.ts';
import { besideLine, mustGet, type Times, timesOf } from './beside.ts';
import { anotherCompany } from './doors.ts';

export const sharesName = 'shares';

const rounds = 3;

export async function measureShares(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const loan = await unpaidLoan(service);
  const key = anotherCompany(place);
  const person = await createPerson(service.url, key);
  const seconds = isQuick ? 3 : 15;
  const attacks: Readonly<Record<string, readonly string[]>> = {
    'balances of 2099': [`${loan}/balances?toEffectiveDate=2099-01-01`],
    'all that is long': [
      '/expected-payments',
      '/interest?toEffectiveDate=2099-01-01',
      '/payoff?date=2099-01-01',
      '/explain?figure=outstandingTotalAmount&date=2099-01-01',
      '/periods',
    ].map((path) => loan + path),
  };
  await read(service, key, person, seconds);
  for (const [name, paths] of Object.entries(attacks)) {
    for (let round = 1; round <= rounds; round++) {
      const alone = await read(service, key, person, seconds);
      const env = { ATTACKED_URL: service.url, ATTACKER_KEY: testKey, ATTACK_PATHS: JSON.stringify(paths) };
      const { started } = await startChild('bench/overload/far-ahead.ts', env, place.directory, cleanup);
      const beside = await read(service, key, person, seconds);
      await stop(started);
      record({ figure: sharesName, attack: name, alone, beside });
      for (const what of ['person', 'health'] as const)
        console.log(besideLine(sharesName, `${what} beside ${name}`, alone[what], beside[what]));
    }
  }
  await cleanup.run();
}

/** As long as a loan can be, with late fees; nobody will pay it. */
async function unpaidLoan(service: RunningService): Promise<string> {
  const api = testApi(service);
  const fees = { late: { graceDays: 5, flatAmount: 10, percent: 0.05, rule: 'greater' } };
  const { id: loanTypeId } = await api.post('/loan-types', { name: 'Weekly', fees });
  const { id } = await api.post('/people', JSON.parse(personBody()) as object);
  const atOrigination = {
    amountFinanced: 100_000,
    interestRates: [{ rate: 0.0599 }],
    paymentFrequency: 'weekly',
    specificDays: [1],
    duration: 1200,
  };
  const made = await api.post(`/people/${id}/loans`, { loanTypeId, status: 'originated', atOrigination });
  const path = `/people/${id}/loans/${made.id}`;
  await api.post(`${path}/activate`, {});
  return path;
}

type Read = Readonly<Record<'person' | 'health', Times>>;

async function read(service: RunningService, key: string, person: string, seconds: number): Promise<Read> {
  const until = performance.now() + seconds * 1000;
  const ask = (path: string) => timesOf(() => mustGet(service, key, path), until);
  const [ofPerson, health] = await Promise.all([ask(`/api/people/${person}`), ask('/health/live')]);
  return { person: ofPerson, health };
}
