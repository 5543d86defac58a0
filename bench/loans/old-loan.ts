// What a past of 2,000 days costs: a loan with 66 paid instalments beside one with a single paid instalment.
import type { Client } from 'autocannon';
import type { Cleanup } from '../cleanup.ts';
import { interleaved, type Target, warmUp } from '../load.ts';
import { shuffled } from '../people.ts';
import { figureLine, tableHead } from '../report.ts';
import { liveKey, makePlace, startService, withDatabase } from '../service.ts';
import { copyOf, copyTemplate, type LoanRef, makeTemplate, pathOf, payment, type Template } from './template.ts';

export const oldLoanName = 'old-loan';

const loanCount = 500;
const duration = 84;
const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };

const questions: readonly { readonly name: string; readonly aim: number | null; request(loan: LoanRef): object }[] = [
  { name: 'loan', aim: 0.91, request: (loan) => get(loan, '') },
  { name: 'balances', aim: 0.91, request: (loan) => get(loan, '/balances') },
  { name: 'running obligation', aim: 0.91, request: (loan) => get(loan, '/obligations?isOpen=true') },
  { name: 'payment', aim: 0.91, request: (loan) => ({ ...get(loan, '/transactions?sync=true'), ...paying(loan) }) },
  // The answer has 67 obligations instead of two.
  { name: 'all obligations', aim: null, request: (loan) => get(loan, '/obligations') },
];
const get = (loan: LoanRef, below: string) => ({ method: 'GET', path: `/api${pathOf(loan)}${below}`, headers });
const paying = (loan: LoanRef) => ({ method: 'POST', body: JSON.stringify(payment(loan, 1)) });

export async function measureOldLoan(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const old = await makeTemplate(service, { months: 66, duration });
  const young = await makeTemplate(service, { months: 1, duration });
  await withDatabase(place, async (client) => {
    await copyTemplate(client, old, 'live', { count: loanCount });
    await copyTemplate(client, young, 'live', { from: loanCount + 1, count: loanCount });
    await client.query('vacuum analyze');
  });
  const seconds = isQuick ? 1 : 3;
  console.log(tableHead());
  for (const { name, aim, request } of questions) {
    const side = (label: string, template: Template, from: number): Target => ({
      ...service,
      name: label,
      setupClient(client: Client, index, connections) {
        const loans = Array.from({ length: loanCount }, (_, i) => copyOf(template, from + i));
        client.setRequests(shuffled(loans.filter((_, i) => i % connections === index)).map(request));
      },
    });
    const [a, b] = [side('old', old, 1), side('new', young, loanCount + 1)];
    await warmUp([a, b], seconds);
    const driven = await interleaved([a, b], { connections: 8, seconds, rounds: isQuick ? 3 : 5 });
    const of = (label: string) => driven.filter(({ target }) => target === label);
    const figure = { name: `${oldLoanName}: ${name}`, limit: 'new', limitSays: 'the same of a new loan', aim };
    console.log(figureLine(figure, 8, of('old'), of('new')));
  }
  await cleanup.run();
}
