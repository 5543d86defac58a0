// Installment loans: a principal that is paid back by a schedule. All that is special to them, as one value.
import { installment as engine } from '@tenor/engine/installment/product.ts';
import { expectedPayments } from '@tenor/engine/installment/schedule-of.ts';
import type { Position } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { InstallmentSettings } from '#capabilities/products/index.ts';
import type { LoanProduct } from '../../loan/product.ts';
import { activation, takeOverFigures } from './activation.ts';
import { changedAgreement, mustBeSound, wholeAgreement } from './agreement.ts';
import * as examples from './examples.ts';
import { asWhole, lacking } from './lacking.ts';
import { migrationFact } from './migration-fact.ts';
import { nextObligation } from './next-obligation.ts';
import { originationFigures } from './origination.ts';
import { periodOn, startOfPeriod } from './periods.ts';
import { present, shownInState, shownOf } from './present.ts';
import { installmentRoutes } from './routes.ts';
import { presentSchedule } from './schedule-item.ts';
import * as schemas from './schemas.ts';
import { agreedTerms, termsOf } from './terms-of-loan.ts';

export const installment: LoanProduct<Terms, Position> = {
  ...engine,
  routes: installmentRoutes,

  wholeAgreement,
  changedAgreement,
  lacking,
  mustBeSound,
  termsOf: (settings: InstallmentSettings, agreed) => agreedTerms(settings, asWhole(agreed)),
  originationFigures,

  activation,
  unfrozen({ row }, state, facts) {
    const { series } = state.position;
    return {
      paymentFrequency: series.frequency,
      specificDays: [...series.days, ...(series.startDate === null ? [] : [dateOf(series.startDate)])],
      schedule: presentSchedule(row.id, expectedPayments(termsOf(row), state, facts)),
    };
  },

  takeOverFigures,
  migrationFact,
  scheduleAhead: ({ row }, state, facts) => presentSchedule(row.id, expectedPayments(termsOf(row), state, facts)),

  nextObligation,
  periodOn,
  startOfPeriod,
  financedFees: ({ fees }) => (fees.origination?.charged === 'financed' ? ['origination'] : []),
  reamortizesAfterRate: ({ interest }) => interest.afterRateChange === 'solveAgain',

  present,
  shownInState,
  shownOf,
  schemas: {
    title: 'Loan',
    agreement: schemas.AtOriginationInput,
    loan: schemas.loanFields,
    activation: schemas.activationFields,
    activated: schemas.Activated,
    unfrozen: schemas.Unfrozen,
    balances: schemas.TakenOverBalances,
    scheduleItem: schemas.ScheduleItem,
  },
  examples,
};
