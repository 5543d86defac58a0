// All kinds of papers that are made when somebody asks for one.

import { autopayAgreement } from './kinds/autopay-agreement.ts';
import { deferralAgreement } from './kinds/deferral-agreement.ts';
import { payoffLetter } from './kinds/payoff-letter.ts';
import { receipt } from './kinds/receipt.ts';
import { schedule } from './kinds/schedule.ts';
import { settlementAgreement } from './kinds/settlement-agreement.ts';
import { statement } from './kinds/statement-paper.ts';
import { truthInLending } from './kinds/truth-in-lending.ts';
import type { PaperKind } from './paper-kind.ts';

export const paperKinds = {
  payoffLetter,
  schedule,
  truthInLending,
  settlementAgreement,
  deferralAgreement,
  autopayAgreement,
  receipt,
  statement,
} as const satisfies Record<string, PaperKind>;
export type PaperName = keyof typeof paperKinds;
