// Thousands of payments of a cent on one loan in one period: the next payment is compared with the first one of another
// loan.
import type { Cleanup } from '../cleanup.ts';
import { enter, inWords, record, spread } from '../report.ts';
import { liveApi } from './api.ts';
import { setLoanStage } from './stage.ts';
import { type LoanRef, pathOf, payment } from './template.ts';

export const crowdedLoanName = 'crowded-loan';

const pairs = 100;
const aim = 1.3;

export async function measureCrowdedLoan(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const { service, loans } = await setLoanStage(cleanup, 2 * pairs + 1);
  const api = liveApi(service);
  const pay = async (loan: LoanRef): Promise<number> => {
    const start = performance.now();
    await api.post(`${pathOf(loan)}/transactions?sync=true`, payment(loan, 0.01));
    return performance.now() - start;
  };
  const [crowded, ...others] = loans as [LoanRef, ...LoanRef[]];
  for (const loan of others.splice(0, pairs)) await pay(loan);
  const count = isQuick ? 400 : 1_900;
  for (let i = 0; i < count; i++) await pay(crowded);
  const millis: { first: number; next: number }[] = [];
  for (const other of others) millis.push({ first: await pay(other), next: await pay(crowded) });
  const [first, next] = [spread(millis.map((one) => one.first)), spread(millis.map((one) => one.next))];
  enter(
    { name: crowdedLoanName, limitSays: 'the first payment of another loan', aim: 0.77 },
    first.median / next.median,
  );
  record({ figure: crowdedLoanName, count, first, next, aim });
  console.log(
    `crowded-loan   the payment after ${count} of its period takes ${(next.median / first.median).toFixed(2)} times as long as a first one (aim: ${aim}): ${inWords(next, 1)} ms and ${inWords(first, 1)} ms`,
  );
  await cleanup.run();
}
