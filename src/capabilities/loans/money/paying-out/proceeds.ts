// Proceeds that the service pays out activate their loan on the day on which they are there. If they come back the loan
// is as before its activation, so that it may be activated again; unless more was done on it since.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import { undoneBy } from '@tenor/engine/account/timeline.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { Refusal } from '#platform/errors.ts';
import { changeLoan } from '../../core/books/change-loan.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { promoActivated } from '../../core/loan/events.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import { todayOf } from '../../core/loan/today.ts';
import { writeLoan } from '../../core/loan/write-loan.ts';
import { factId } from '../../core/timeline/fact-id.ts';
import { allFacts } from '../../core/timeline/held-loan.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import { advanceStatusChanged } from '../advances/base/events.ts';
import { beginLoan } from './activate-loan.ts';
import type { Effect, PaidOut } from './effect.ts';
import type { BeforeProceeds } from './tables.ts';

export const proceedsEffect: Effect = {
  emits: [promoActivated, advanceStatusChanged, ...ledgerEvents],
  async begin({ work, tx, held, row }, on) {
    const { row: loan } = held;
    const before: BeforeProceeds = {
      terms: loan.terms,
      figures: loan.figures,
      promoPrograms: loan.promo_programs,
    };
    const beginning = { on, changes: { disbursement_id: null }, hasHappened: true };
    try {
      await beginLoan(work, tx, held, row.details.activation ?? {}, beginning);
    } catch (error) {
      // A schedule that was to be kept cannot be any more: the money is out, and the loan runs all the same.
      if (!(error instanceof Refusal)) throw error;
      await beginLoan(work, tx, held, {}, beginning);
    }
    return { ...row.details, before };
  },
  async takeBack(paid) {
    const { work, tx, held, row } = paid;
    if (!row.is_on_books) {
      writeLoan(tx, held.row, { ...held.row, disbursement_id: null, updated_at: work.now });
      return true;
    }
    const undos = await undosOf(paid);
    if (undos === undefined) touchLoan(tx, held.row);
    else await changeLoan(work, tx, held, undos, { hasHappened: true, ...asBefore(row.details.before) });
    return undos !== undefined;
  },
  async putBack(paid, on) {
    const { status, disbursement_id } = paid.held.row;
    const isAsBefore = loanStates.from('activate').includes(status) && disbursement_id === null;
    if (isAsBefore) return proceedsEffect.begin(paid, on);
    touchLoan(paid.tx, paid.held.row);
    return undefined;
  },
  async confirm({ tx, held }) {
    touchLoan(tx, held.row);
  },
};

/** What the activation itself brings. */
const broughtAlong: readonly string[] = ['activation', 'agency', 'promo'];

/** Undefined: the loan has money, or more was agreed since. */
async function undosOf({ work, tx, held, row }: PaidOut): Promise<FactOf<'undo'>[] | undefined> {
  const facts = await allFacts(tx, held);
  const gone = undoneBy(facts);
  const standing = facts.filter(({ kind, id }) => kind !== 'undo' && !gone.has(id));
  const programs = (one: HeldLoan['row']['promo_programs']) => one?.length ?? 0;
  const hasMore = programs(held.row.promo_programs) !== programs(row.details.before?.promoPrograms ?? null);
  if (hasMore || standing.some(({ kind }) => !broughtAlong.includes(kind))) return undefined;
  const today: Day = todayOf(held.row, work.now);
  return standing.map(({ id: of, on }, i) => ({
    kind: 'undo',
    id: factId(held.row, 'undo', i),
    of,
    on,
    reason: 'reversed',
    happenedOn: today,
    amount: null,
    nsfFee: false,
  }));
}

const asBefore = (before: BeforeProceeds | undefined) =>
  before === undefined
    ? { isUnbegun: true }
    : {
        isUnbegun: true,
        figures: before.figures,
        promo_programs: before.promoPrograms,
        ...(before.terms === null ? {} : { agreedTerms: before.terms }),
      };
