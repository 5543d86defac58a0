// Payments backdated to the first days of a loan with 1,200 instalments behind it. Each of them changes every instalment
// after it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { personBody } from '../people.ts';
import { nowMs } from '../processes.ts';
import { inWords, record, spread } from '../report.ts';
import { makePlace, startService, testKey } from '../service.ts';
import { testApi } from './api.ts';
import { dayMs, pathOf, setClock } from './template.ts';

/** The most that a loan may have. */
const instalments = 1_200;
const payments = 10;

export const backdatedHistory = { name: 'backdated-history', measure };

async function measure(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const duration = isQuick ? 200 : instalments;
  const service = await startService(makePlace(cleanup), cleanup);
  const api = testApi(service);
  const begun = Date.now() - (duration + 1) * 7 * dayMs;
  const at = (days: number) => new Date(begun + days * dayMs).toISOString();
  await setClock(api, at(0));
  const { id: personId } = await api.post('/people', JSON.parse(personBody()));
  const made = await api.post(`/people/${personId}/loans`, weeklyLoan(duration));
  const path = pathOf({ personId, loanId: made.id });
  await api.post(`${path}/activate`, {});
  await setClock(api, new Date().toISOString());
  await dayIsOver(`${service.url}/api${path}/refresh`);
  const millis: number[] = [];
  for (let i = 1; i <= payments; i++) {
    const start = nowMs();
    await api.post(`${path}/transactions?sync=true`, { ...payment, effectiveAt: at(i) });
    millis.push(nowMs() - start);
  }
  const days = duration * 7;
  record({ figure: backdatedHistory.name, duration, days, millis });
  console.log(
    `backdated-history   a payment on the first days of a loan of ${duration} instalments and ${days} days of interest, none paid: ${inWords(spread(millis), 0)} ms`,
  );
  await cleanup.run();
}

const weeklyLoan = (duration: number) => ({
  loanTypeId: 'ext-installment',
  status: 'originated',
  atOrigination: {
    amountFinanced: 24_000,
    interestRates: [{ rate: 0.1499 }],
    paymentFrequency: 'weekly',
    specificDays: [3],
    duration,
  },
});

const payment = { type: 'oneTime', status: 'succeeded', isExternal: true, amount: 100, paymentNetworkName: 'Till' };

/** The work of so many days goes on after the clock is set, and holds the loan meanwhile. */
async function dayIsOver(refresh: string): Promise<void> {
  const headers = { 'x-api-key': testKey, 'content-type': 'application/json' };
  for (;;) {
    const { status } = await fetch(refresh, { method: 'POST', headers, body: '{}' });
    if (status < 300) return;
    if (status !== 423) throw new Error(`Refreshing the loan: ${status}`);
    await sleep(200);
  }
}
