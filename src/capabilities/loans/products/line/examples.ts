// Examples of lines for the documents.

import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { rowOfZeros } from './activation.ts';

export const loanCreate = {
  loanTypeId: 'ext-line-of-credit',
  status: 'originated',
  externalId: 'L-2001',
  atOrigination: { creditLimitAmount: 5000, interestRates: [{ rate: 0.1999 }], specificDays: [10] },
};

const ratesValidation = {
  interestRateAtOrigExceedsMax: false,
  interestRateAtOrigBelowMin: false,
  rateCapNotChecked: false,
};

export const scheduleItem = rowOfZeros('LN-7KQ2-M4XA', 1, dayOf('2026-04-10' as CivilDate));
export const activated = { schedule: [scheduleItem], ratesValidation, amountsValidation: {} };
export const unfrozen = {};
export const loan = {};
