// An interaction is recorded, beside a payment: both are one small commit about a borrower. What is said is sealed with
// the key of the borrower, and the copies that have the loans have no key of their own: so the service makes the people.
import type { Cleanup } from '../cleanup.ts';
import { interleaved, warmUp } from '../load.ts';
import { paying } from '../loans/post-payment.ts';
import { targetOf } from '../loans/post-to-loans.ts';
import { setLoanStage } from '../loans/stage.ts';
import type { LoanRef } from '../loans/template.ts';
import { figureLine, tableHead } from '../report.ts';
import { seedPeople } from '../seed.ts';

export const recordInteractionName = 'record-interaction';

const figure = { name: recordInteractionName, limit: 'payment', limitSays: 'a payment in the same run', aim: 0.8 };

const recording = {
  hasKey: false,
  request: ({ personId }: LoanRef) => ({
    path: `/people/${personId}/interactions`,
    body: {
      channel: 'voice',
      theme: 'opsCollDebt',
      status: 'succeeded',
      connected: true,
      conversation: false,
      messageLeft: true,
      content: { recordingUrl: 'https://calls.acme.example/81', text: 'Left word to call back.' },
    },
  }),
};

export async function measureRecordInteraction(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const { service, loans } = await setLoanStage(cleanup, isQuick ? 1_000 : 3_000);
  const people = (await seedPeople(service)).map((personId) => ({ personId, loanId: '' }));
  const ours = targetOf(people, recording)('interaction', service);
  const payment = targetOf(loans, { ...paying, hasKey: false })('payment', service);
  await warmUp([ours, payment], isQuick ? 1 : 5);
  console.log(tableHead());
  for (const connections of [8, 1, 32]) {
    const rounds = await interleaved([ours, payment], {
      connections,
      rounds: isQuick ? 3 : 5,
      seconds: isQuick ? 1 : 3,
    });
    const of = (name: string) => rounds.filter(({ target }) => target === name);
    console.log(figureLine(figure, connections, of(ours.name), of(payment.name)));
  }
  await cleanup.run();
}
