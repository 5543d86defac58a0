// Reads of a loan.
import type { Cleanup } from '../cleanup.ts';
import { profiled } from '../profile.ts';
import { measureRead, profileRead } from '../reads.ts';
import { setLoanStage } from './stage.ts';
import { type LoanRef, pathOf } from './template.ts';

const loanCount = 1_000;

export const loanReads = [
  { name: 'get-loan', below: '', coldAim: 0.7 },
  { name: 'get-balances', below: '/balances', coldAim: 0.5 },
  { name: 'get-obligations', below: '/obligations', coldAim: 0.4 },
].map(({ name, below, coldAim }) => {
  const pathsOf = (loans: readonly LoanRef[]) => loans.map((loan) => `/api${pathOf(loan)}${below}`);
  return {
    name,
    async measure(cleanup: Cleanup, isQuick: boolean): Promise<void> {
      const stage = await setLoanStage(cleanup, loanCount, [], { hasCold: true });
      await measureRead({ name, aim: 0.95, coldAim }, stage, pathsOf(stage.loans), cleanup, isQuick);
    },
    async profile(cleanup: Cleanup, seconds: number): Promise<void> {
      const { service, loans } = await setLoanStage(cleanup, loanCount, profiled);
      await profileRead(name, service, pathsOf(loans), seconds);
      await cleanup.run();
    },
  };
});
