// A purchase that is changed is another fact on the timeline: its present one is undone. What names it (refunds, disputes
// and how they ended) names its fact and its day, so these are recorded anew with it.
import type { LineFact } from '@tenor/engine/line/facts.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { factId } from '../../core/timeline/fact-id.ts';
import { dayOfPurchase } from './moment.ts';
import { disputeFact, factKindOf, factOf, nextFactId, outcomeFact, outcomeFactId, undoOf } from './purchase-fact.ts';
import type { DisputeRow, PurchaseRow } from './tables.ts';

/** What names a purchase. */
export interface Naming {
  /** The refunds that are on the timeline. */
  readonly refunds: readonly PurchaseRow[];
  readonly disputes: readonly DisputeRow[];
}

interface RecordedAnew {
  readonly facts: readonly LineFact[];
  /** The rows with their present facts; the changed purchase comes first. */
  readonly purchases: readonly [PurchaseRow, ...PurchaseRow[]];
  readonly disputes: readonly DisputeRow[];
}

interface Change {
  readonly loan: LoanRow;
  readonly today: Day;
  readonly before: PurchaseRow;
  /** Without a fact if it leaves the timeline. */
  readonly after: PurchaseRow;
  /** What it takes back, for a refund. */
  readonly original: PurchaseRow | undefined;
  readonly naming: Naming;
}

export function recordedAnew({ loan, today, before, after, original, naming }: Change): RecordedAnew {
  const facts: LineFact[] = [];
  const undo = (of: string, on: Day): void => {
    const id = factId(loan, 'undo', facts.length);
    facts.push(undoOf(of, on, { id, today }));
  };
  const isPosting = factKindOf(before) === 'authorization' && factKindOf(after) === 'purchase';
  if (before.fact_id !== null && !isPosting) {
    undo(before.fact_id, dayOfPurchase(before, loan));
    // Who was posted and never was, was never authorized either.
    const { holdFact } = before.details;
    if (factKindOf(after) === undefined && holdFact !== undefined && isOwn(before, holdFact)) {
      undo(holdFact, authorizedOn(loan, before));
    }
  }
  const changed = withFact(loan, before, after, original, facts);
  const refunds = naming.refunds.map((row) => {
    undo(row.fact_id as string, dayOfPurchase(row, loan));
    return withFact(loan, row, row, changed, facts);
  });
  const disputes = naming.disputes.map((row) => {
    undo(row.fact_id, dayIn(loan, row.timestamps.submittedAt));
    const outcome = outcomeFact(loan, row, before);
    if (outcome !== undefined) undo(outcome.id, outcome.on);
    return withDisputeFacts(loan, row, changed, facts);
  });
  return { facts, purchases: [changed, ...refunds], disputes };
}

function withFact(
  loan: LoanRow,
  before: PurchaseRow,
  after: PurchaseRow,
  original: PurchaseRow | undefined,
  facts: LineFact[],
): PurchaseRow {
  if (factKindOf(after) === undefined) return after;
  const row = { ...after, fact_id: nextFactId(before, before.fact_id) };
  facts.push(factOf(loan, row, original) as LineFact);
  return row;
}

function withDisputeFacts(loan: LoanRow, before: DisputeRow, of: PurchaseRow, facts: LineFact[]): DisputeRow {
  const submitted = { ...before, fact_id: nextFactId(before, before.fact_id) };
  const row = before.outcome_fact_id === null ? submitted : { ...submitted, outcome_fact_id: outcomeFactId(submitted) };
  facts.push(disputeFact(loan, row, of));
  const outcome = outcomeFact(loan, row, of);
  if (outcome !== undefined) facts.push(outcome);
  return row;
}

/** Whether the hold was its own, and not that of another purchase which it replaced. */
const isOwn = ({ id }: PurchaseRow, fact: string): boolean => fact.split('.')[0] === id;

const authorizedOn = (loan: LoanRow, { details, effective_at }: PurchaseRow): Day =>
  dayIn(loan, details.holdAt ?? effective_at);

const dayIn = (loan: LoanRow, at: Instant | undefined): Day => dayOf(dateInZone(at as Instant, loan.zone));
