// Storing what a replay made of a loan: the difference, in tables that are there to be read.
import type { Difference } from '@tenor/engine/difference.ts';
import type { Fact } from '@tenor/engine/facts.ts';
import type { Step } from '@tenor/engine/state.ts';
import { zeroCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type HoleOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { LoanRow } from '../tables.ts';
import type { LoanContext } from './change-loan.ts';
import { feeId, obligationId } from './derived-id.ts';

type Loan = Pick<LoanRow, 'person_id' | 'id' | 'facts_count' | 'postings_count'>;

const insertFact = preparedInsert('loan_facts', [
  'person_id',
  'loan_id',
  'number',
  'id',
  'kind',
  'effective_on',
  'fact',
  'recorded_at',
  'api_key_id',
]);

export function writeFacts(ctx: LoanContext, tx: Tx, loan: Loan, facts: readonly Fact[]): void {
  for (const [i, fact] of facts.entries()) {
    tx.write(
      insertFact(tx.db, {
        person_id: loan.person_id,
        loan_id: loan.id,
        number: loan.facts_count + i + 1,
        id: fact.id,
        kind: fact.kind,
        effective_on: dateOf(fact.on),
        fact: JSON.stringify(fact),
        recorded_at: ctx.now,
        api_key_id: ctx.keyId,
      }),
    );
  }
}

export function writePostings(ctx: LoanContext, tx: Tx, loan: Loan, { postings }: Difference): void {
  for (const [i, { on, account, cause, amount }] of postings.entries()) {
    tx.write(
      insertPosting(tx.db, {
        person_id: loan.person_id,
        loan_id: loan.id,
        number: loan.postings_count + i + 1,
        effective_on: dateOf(on),
        account,
        cause,
        amount,
        posted_at: ctx.now,
      }),
    );
  }
}

const insertPosting = preparedInsert('loan_postings', [
  'person_id',
  'loan_id',
  'number',
  'effective_on',
  'account',
  'cause',
  'amount',
  'posted_at',
]);

/** What the engine makes is kept by the engine's own key, so that its id stays through every replay. */
type Kept = { readonly personId: string; readonly loanId: string; readonly key: string };

const keptOf = (loan: Loan, key: string): Kept => ({ personId: loan.person_id, loanId: loan.id, key });

const putObligation = prepared((db, hole: HoleOf<Kept & { id: string; body: string; due: string; at: Instant }>) =>
  db
    .insertInto('loan_obligations')
    .values({
      person_id: hole('personId'),
      loan_id: hole('loanId'),
      key: hole('key'),
      id: hole('id'),
      due_date: hole('due') as never,
      obligation: hole('body'),
      created_at: hole('at'),
    } as never)
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'loan_id', 'key']).doUpdateSet({
        obligation: sql`excluded.obligation`,
        due_date: sql`excluded.due_date`,
        updated_at: sql`excluded.created_at`,
        deleted_at: null,
      }),
    ),
);

const dropObligation = prepared((db, hole: HoleOf<Kept & { at: Instant }>) =>
  db
    .updateTable('loan_obligations')
    .set({ deleted_at: hole('at') })
    .where('person_id', '=', hole('personId'))
    .where('loan_id', '=', hole('loanId'))
    .where('key', '=', hole('key')),
);

export function writeObligations(ctx: LoanContext, tx: Tx, loan: Loan, { obligations }: Difference): void {
  for (const { key, after } of obligations) {
    const kept = { ...keptOf(loan, key), at: ctx.now };
    if (after === null) tx.write(dropObligation(tx.db, kept));
    else {
      const id = obligationId(loan.id, after);
      tx.write(putObligation(tx.db, { ...kept, id, body: JSON.stringify(after), due: dateOf(after.dueDate) }));
    }
  }
}

const putFee = prepared((db, hole: HoleOf<Kept & { id: string; body: string; at: Instant }>) =>
  db
    .insertInto('loan_fees')
    .values({
      person_id: hole('personId'),
      loan_id: hole('loanId'),
      key: hole('key'),
      id: hole('id'),
      fee: hole('body'),
      created_at: hole('at'),
    } as never)
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'loan_id', 'key']).doUpdateSet({
        fee: sql`excluded.fee`,
        updated_at: sql`excluded.created_at`,
        deleted_at: null,
      }),
    ),
);

const dropFee = prepared((db, hole: HoleOf<Kept & { at: Instant }>) =>
  db
    .updateTable('loan_fees')
    .set({ deleted_at: hole('at') })
    .where('person_id', '=', hole('personId'))
    .where('loan_id', '=', hole('loanId'))
    .where('key', '=', hole('key')),
);

export function writeFees(ctx: LoanContext, tx: Tx, loan: Loan, { fees }: Difference): void {
  const standing = new Set(fees.map(({ after }) => after?.key));
  for (const { before, after } of fees) {
    if (after !== null) {
      const kept = { ...keptOf(loan, after.key), at: ctx.now };
      tx.write(putFee(tx.db, { ...kept, id: feeId(loan.id, after.key), body: JSON.stringify(after) }));
    } else if (before !== null && !standing.has(before.key)) {
      tx.write(dropFee(tx.db, { ...keptOf(loan, before.key), at: ctx.now }));
    }
  }
}

type Split = Pick<Step, 'principal' | 'interest' | 'fees' | 'over'>;
const noSplit: Split = { principal: zeroCents, interest: zeroCents, fees: zeroCents, over: zeroCents };

const putSplit = prepared((db, hole: HoleOf<Split & { personId: string; factId: string; at: Instant | null }>) =>
  db
    .updateTable('transactions')
    .set({
      paid_principal: hole('principal'),
      paid_interest: hole('interest'),
      paid_fees: hole('fees'),
      paid_over: hole('over'),
      applied_at: hole('at'),
    })
    .where('person_id', '=', hole('personId'))
    .where('fact_id', '=', hole('factId')),
);

/** How each payment and credit was divided, which a change of the past may have made otherwise. */
export function writeSplits(ctx: LoanContext, tx: Tx, loan: Loan, { steps }: Difference): void {
  const splits = new Map<string, Split | null>();
  for (const { before, after } of steps) {
    const step = after ?? before;
    if (step === null || !moneyKinds.has(step.kind)) continue;
    const factId = step.cause.slice(step.cause.indexOf(':') + 1);
    if (after !== null || !splits.has(factId)) splits.set(factId, after);
  }
  for (const [factId, split] of splits) {
    const at = split === null ? null : ctx.now;
    tx.write(putSplit(tx.db, { ...(split ?? noSplit), personId: loan.person_id, factId, at }));
  }
}

const moneyKinds: ReadonlySet<Step['kind']> = new Set(['payment', 'serviceCredit', 'reimbursement']);
