// Installment loans: a principal that is paid back by a schedule. All that is theirs, as one value.

import { difference } from '@tenor/engine/account/difference.ts';
import { statusOf } from '@tenor/engine/account/loan.ts';
import { nextActionAt } from '@tenor/engine/account/next-action.ts';
import { payoffOf } from '@tenor/engine/account/payoff.ts';
import { read } from '@tenor/engine/account/read.ts';
import { replay } from '@tenor/engine/installment/replay.ts';
import { expectedPayments } from '@tenor/engine/installment/schedule-of.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { sql } from 'kysely';
import type { LoanProduct } from '../../loan/product.ts';
import { termsOf } from '../../timeline/held-loan.ts';
import { activation, takeOverFigures } from './activation.ts';
import { changedAgreement, wholeAgreement } from './agreement.ts';
import * as examples from './examples.ts';
import { migrationFact } from './migration-fact.ts';
import { nextObligation } from './next-obligation.ts';
import { originationFigures } from './origination.ts';
import { periodOn } from './periods.ts';
import { present, shownState } from './present.ts';
import { installmentRoutes } from './routes.ts';
import { presentSchedule } from './schedule-item.ts';
import * as schemas from './schemas.ts';
import { agreedTerms } from './terms-of-loan.ts';

export const installment: LoanProduct = {
  kind: 'installment',
  routes: installmentRoutes,

  replay,
  difference,
  statusOf,
  nextActionAt,
  read,
  payoffOf,
  lastDueDay: ({ position, through }) => position.dueDates.findLast((day) => day < through) ?? position.startedOn,

  wholeAgreement,
  changedAgreement,
  termsOf: agreedTerms,
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
  isFromBefore: ({ position }, { kind, ordinal }) => kind === 'instalment' && ordinal < position.firstOrdinal,
  financedFees: ({ fees }) => (fees.origination?.charged === 'financed' ? ['origination'] : []),

  present,
  shownState,
  storedDueDay: sql<number | null>`(state->'position'->'dueDates'->>((state->'position'->>'next')::int))::int`,
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
