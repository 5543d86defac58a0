// An external payment posted with sync=true.
import type { Cleanup } from '../cleanup.ts';
import { profiled } from '../profile.ts';
import { measurePost, type PostFigure, postAims, profilePost } from './post-to-loans.ts';
import { setLoanStage } from './stage.ts';
import { type LoanRef, pathOf, payment } from './template.ts';

/** So many loans that each is paid only a few times, as in a month of real use. */
const loanCount = 3_000;
const amount = 10;

export const paying = {
  table: 'transactions',
  request: (loan: LoanRef) => ({ path: `${pathOf(loan)}/transactions?sync=true`, body: payment(loan, amount) }),
};

const figures: readonly PostFigure<LoanRef>[] = [
  { ...paying, name: 'post-payment', aims: postAims, hasKey: false, connections: [8, 1, 32] },
  { ...paying, name: 'post-payment-idempotent', aims: undefined, hasKey: true, connections: [8] },
];

export const paymentFigures = figures.map((figure) => ({
  name: figure.name,
  async measure(cleanup: Cleanup, isQuick: boolean): Promise<void> {
    await measurePost(figure, await setLoanStage(cleanup, isQuick ? 2_000 : loanCount), cleanup, isQuick);
    await cleanup.run();
  },
  async profile(cleanup: Cleanup, seconds: number): Promise<void> {
    await profilePost(figure, await setLoanStage(cleanup, loanCount, profiled), seconds);
    await cleanup.run();
  },
}));
