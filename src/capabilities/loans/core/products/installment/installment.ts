// Installment loans: a principal that is paid back by a schedule. All that is special to them, as one value.

import { explain } from '@tenor/engine/account/explain.ts';
import type { FactKind } from '@tenor/engine/account/facts.ts';
import { installment as engine } from '@tenor/engine/installment/product.ts';
import { expectedPayments, expectingPayments } from '@tenor/engine/installment/schedule-of.ts';
import type { Position, State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { InstallmentSettings } from '#capabilities/products/index.ts';
import { refuseField } from '#platform/errors.ts';
import { inSlices } from '#platform/loop/slices.ts';
import type { LoanProduct } from '../../loan/product.ts';
import { activation, takeOverFigures } from './activation.ts';
import { agreedRates } from './agreed-rates.ts';
import { changedAgreement, mustBeSound, wholeAgreement } from './agreement.ts';
import { amountsOf, exactAmountsOf } from './amounts.ts';
import { collectedByPlan } from './collected-by-plan.ts';
import { disclosedFigures } from './disclosed-figures.ts';
import { accruedSinceDue } from './earned.ts';
import { expectedItems, itemsAhead } from './expected-payments.ts';
import { capitalisedFees, feeCap, mustTakeOriginationFee, openFees } from './fees.ts';
import { partsOf } from './figure-parts.ts';
import { interestEarned } from './interest-earned.ts';
import { asWhole, lacking } from './lacking.ts';
import { mustCostAtMost } from './mapr.ts';
import { migrationFact, termsTakenOver } from './migration-fact.ts';
import { nextKept } from './next-kept.ts';
import { nextObligation } from './next-obligation.ts';
import { obligation, obligations } from './obligation.ts';
import { originationFigures } from './origination.ts';
import { ownBooks, ownBooksInYear } from './own-books.ts';
import { periodInterest } from './period-interest.ts';
import { allPeriods, periodOn, startOfPeriod } from './periods.ts';
import { prepayments } from './prepayments.ts';
import { present, shownOf } from './present.ts';
import { relief } from './relief.ts';
import { presentSchedule } from './schedule-item.ts';
import * as schemas from './schemas.ts';
import { statements } from './statements.ts';
import { agreedTerms, termsOf } from './terms-of-loan.ts';

export const installment: LoanProduct<Terms, Position, State> = {
  ...engine,

  wholeAgreement,
  changedAgreement,
  lacking,
  mustBeSound,
  termsOf: (settings: InstallmentSettings, agreed) => agreedTerms(settings, asWhole(agreed)),
  originationFigures,
  mustCostAtMost,

  activation,
  hasDraws: false,
  newDrawsFact: () => undefined,

  takeOverFigures,
  migrationFact,
  termsTakenOver,
  migratesCredit: false,
  startsWithoutBalances: true,
  scheduleAhead: async ({ row }, state, facts) =>
    presentSchedule(row.id, await inSlices(expectingPayments(termsOf(row), state, facts))),

  // A change of the origination fee counts from the start.
  reach: { isFromTheStart: ({ kind }) => kind === 'feeChange', changes: () => [] },
  firstDayOf: ({ kind, on }, position) => (kind === 'feeChange' ? (position?.startedOn ?? on) : on),
  hasNoMoment: ({ kind }) => withoutMoment.has(kind),
  followsActivation: () => false,
  followsIndex: ({ interest }) => interest.rates.some(({ type }) => type === 'spread'),
  lastTurn: ({ dueDates, startedOn }, through) => dueDates.findLast((day) => day < through) ?? startedOn,
  nextTurn: ({ dueDates, next }) => dueDates[next] ?? null,
  hasTurned: () => false,
  storeParts() {},
  bookingStep: 'due',
  periodInterest,

  // A hundred years: no agreement lasts longer, and every sum stays exact.
  daysAheadMax: () => 36_600,
  amounts: amountsOf,
  exactAmounts: exactAmountsOf,
  limits: () => null,
  drawsOf: () => [],
  accruedSinceDue,
  drawNamed: async (_reader, _loan, drawId) => mustNotNameDraw(drawId),
  cleared: () => undefined,
  interestEarned,
  explain(books, posting) {
    const { terms, state } = ownBooks(books);
    return explain(terms, state, posting);
  },
  partsOf: (figure, books, all) => partsOf(figure, ownBooksInYear(books), all),

  nextObligation,
  nextKept,
  periods: allPeriods,
  seriesOf: ({ series }) => series,
  expectedItems,
  itemsAhead,
  periodOn,
  startOfPeriod,
  obligation,
  obligations,
  openFees,
  capitalisedFees,
  agreedRates,
  rateFact: (rate) => rate,
  feeFact: (fee) => fee,
  broughtFee: () => undefined,
  feeCap,
  promos: {
    kinds: { reducedRate: { of: 'loan', canBeLost: false, isOfTerms: false }, sameAsCash: null },
    areTerms: true,
    leastDays: () => null,
    fact: (promo) => promo,
    ends: () => [],
    draws: () => [],
  },
  reamortizesAfterRate: ({ interest }) => interest.afterRateChange === 'solveAgain',
  hasFixedCharge: ({ interest }) => interest.precomputed != null,

  statements,
  autopay: collectedByPlan,
  relief,
  prepayments,
  freezing: {
    unfrozen({ row }, state, facts) {
      const { series } = state.position;
      return {
        paymentFrequency: series.frequency,
        specificDays: [...series.days, ...(series.startDate === null ? [] : [dateOf(series.startDate)])],
        schedule: presentSchedule(row.id, expectedPayments(termsOf(row), state, facts)),
      };
    },
  },
  originationFee: { mustTake: mustTakeOriginationFee },
  advances: {
    planned: (terms) => terms?.payments.plannedAdvances ?? [],
    lastDay: (position) => (position === null || position.dueDates.length === 0 ? null : position.dueDates.at(-1)! - 1),
  },
  disclosed: disclosedFigures,
  refunds: { eligible: (terms) => terms?.amountFinanced ?? null },

  present,
  shownOf,
  schemas: {
    title: 'Loan',
    agreement: schemas.AtOriginationInput,
    loan: schemas.loanFields,
    activation: schemas.activationFields,
    activated: schemas.Activated,
    unfrozen: schemas.Unfrozen,
    balances: schemas.TakenOverBalances,
  },
};

const withoutMoment: ReadonlySet<FactKind> = new Set<FactKind>([
  'index',
  'rate',
  'promo',
  'ceiling',
  'feeChange',
  'undo',
]);

/** Errors: InvalidRequest. */
function mustNotNameDraw(drawId: string | null | undefined): undefined {
  if (drawId == null) return undefined;
  throw refuseField('drawId', 'names a draw, and an installment loan has none', 'nothing');
}
