// Lines of credit: credit that is spent in draws and paid back by statements. All that is special to them, as one value.

import type { AnyFact } from '@tenor/engine/account/order.ts';
import type { Reach } from '@tenor/engine/account/tail.ts';
import { explainLine } from '@tenor/engine/line/explain.ts';
import type { LineFactOf } from '@tenor/engine/line/facts.ts';
import { line as engine } from '@tenor/engine/line/product.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import type { LinePosition } from '@tenor/engine/line/state.ts';
import { followsIndex } from '@tenor/engine/line/stored.ts';
import { lineReach } from '@tenor/engine/line/tail.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { cut } from '../../loan/exact-amounts.ts';
import type { LoanProduct } from '../../loan/product.ts';
import { activation } from './activation.ts';
import { changedAgreement, LineAgreement, lacking, mustBeSound, wholeAgreement } from './agreement.ts';
import { amountsOf, drawsOf, exactAmountsOf, limitsOf } from './amounts.ts';
import { broughtFee } from './brings-fee.ts';
import { cleared } from './cleared.ts';
import { collectedByPlan } from './collected-by-plan.ts';
import { daysAheadMax } from './days-ahead.ts';
import { storeDraws } from './draw-changes.ts';
import { drawNamed } from './draw-named.ts';
import { partsOf } from './figure-parts.ts';
import { firstDayOf, followsActivation, hasNoMoment } from './first-day-of.ts';
import { hasTurned, nextActionAt, nextTurn } from './idle.ts';
import { interestEarned } from './interest-earned.ts';
import { mustCostAtMost } from './mapr.ts';
import { migrationFact } from './migration-fact.ts';
import { nextDueOn, nextObligation, obligation, obligations, openFees } from './obligation.ts';
import { originationFigures } from './origination.ts';
import { ownBooks, ownBooksInYear } from './own-books.ts';
import { allPeriods, periodOn, startOfPeriod } from './periods.ts';
import { present, shownOf } from './present.ts';
import { promos } from './promos.ts';
import { agreedRates, rateFact } from './rates.ts';
import { storeRefundSplits } from './refund-splits.ts';
import { relief } from './relief.ts';
import * as schemas from './schemas.ts';
import { newDrawsFact } from './spending.ts';
import { statements } from './statements.ts';
import { TakenOverBalances } from './taken-over.ts';
import { termsOfLine } from './terms-of-line.ts';

export const line: LoanProduct<LineTerms, LinePosition, LineState> = {
  ...engine,
  kind: 'lineOfCredit',

  wholeAgreement,
  changedAgreement,
  lacking,
  mustBeSound,
  termsOf: termsOfLine,
  originationFigures,
  mustCostAtMost: (path, { terms }, cost) => mustCostAtMost(path, terms, cost),

  activation,
  hasDraws: true,
  newDrawsFact,

  takeOverFigures: async (_reader, { row }) => row.figures,
  migrationFact,
  termsTakenOver: () => undefined,
  migratesCredit: true,
  startsWithoutBalances: false,
  scheduleAhead: async () => [],

  reach: lineReach as Reach<AnyFact>,
  firstDayOf,
  hasNoMoment,
  followsActivation,
  followsIndex: (_terms, kept) => kept !== null && followsIndex(kept),
  lastTurn: ({ periodStart, startedOn }, through) => (periodStart < through ? periodStart : startedOn),
  nextTurn,
  hasTurned,
  nextActionAt,
  storeParts(tx, change) {
    storeDraws(tx, change);
    storeRefundSplits(tx, change);
  },
  bookingStep: 'statement',
  *periodInterest(_terms, { after }) {
    const booked = new Map(
      after.records.steps.flatMap((step) => (step.kind === 'statement' ? [[step.on, step.interest]] : [])),
    );
    yield;
    return (on) => booked.get(on) ?? (0 as Cents);
  },

  daysAheadMax,
  amounts: (terms, state) => amountsOf(terms, state),
  exactAmounts: (terms, state) => exactAmountsOf(terms, state),
  limits: limitsOf,
  drawsOf,
  accruedSinceDue: (terms, _before, state) => cut(amountsOf(terms, state).accruedTotal),
  drawNamed,
  cleared,
  interestEarned,
  explain(books, posting) {
    const { terms, state } = ownBooks(books);
    return explainLine(terms, state, posting);
  },
  partsOf: (figure, books, all) => partsOf(figure, ownBooksInYear(books), all),

  nextObligation,
  // What the running period would ask for grows with each day's interest, so it is computed at each read.
  nextKept: (_, { position }, __, validUntil) => ({ validUntil, nextDueOn: nextDueOn(position) ?? null }),
  obligation,
  obligations,
  periods: allPeriods,
  seriesOf: ({ cycle }) => cycle,
  expectedItems: async () => [],
  itemsAhead: async () => [],
  periodOn,
  startOfPeriod,
  openFees,
  capitalisedFees: () => new Map(),
  agreedRates,
  rateFact,
  feeFact: (fee, drawId) => ({ ...fee, draw: drawId ?? null }) satisfies LineFactOf<'fee'>,
  broughtFee,
  feeCap: ({ fees }, type) => fees.periodic.find((fee) => fee.type === type)?.cap ?? null,
  promos,
  reamortizesAfterRate: () => false,
  hasFixedCharge: () => false,

  statements,
  autopay: collectedByPlan,
  relief,
  prepayments: null,

  present,
  shownOf,
  schemas: {
    title: 'LineOfCredit',
    agreement: LineAgreement,
    loan: schemas.lineFields,
    activation: {},
    activated: schemas.Activated,
    unfrozen: null,
    balances: TakenOverBalances,
  },
};
