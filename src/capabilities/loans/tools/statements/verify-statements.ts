// Holds the statements that are stored against those that the books of now give.

import type { Fact } from '@tenor/engine/account/facts.ts';
import { statementsThrough } from '@tenor/engine/statement/made.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { finished } from '@tenor/engine/values/steps.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type OfLoans, oneOf } from '../../core/loan/named-loans.ts';
import type { LoanProduct } from '../../core/loan/product.ts';
import type { TurnRow } from '../../core/loan/statement-turns.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { termsOf } from '../../core/timeline/held-loan.ts';
import { indexFacts } from '../../core/timeline/index-facts.ts';
import type { Unlike } from '../../core/timeline/unlike-facts.ts';
import { changesIn } from './changes.ts';
import type { StatementRow } from './tables.ts';

interface StoredLoan {
  readonly product: LoanProduct;
  readonly row: LoanRow;
  readonly facts: readonly { readonly fact: Fact }[];
}

/** A loan of which statements are still to be made is left out. */
export function unlikeStatements(
  { product, row, facts }: StoredLoan,
  statements: readonly StatementRow[],
  turn: TurnRow | undefined,
): Unlike[] {
  if (row.state === null || isPending(row, turn)) return [];
  const asked = {
    terms: termsOf(row),
    facts: [...indexFacts(row.index_known ?? []), ...facts.map(({ fact }) => fact)],
    startedOn: row.state.position.startedOn,
    through: Math.max(row.state.through, ...statements.map(({ statement_on }) => dayOf(statement_on))),
  };
  const computed = new Map(
    finished(statementsThrough(product.statements.rules, asked)).statements.map((one) => [one.ordinal, one]),
  );
  const stored = new Map(statements.map((one) => [one.ordinal, one.figures.figures]));
  return [...new Set([...computed.keys(), ...stored.keys()])].flatMap((ordinal): Unlike[] => {
    const [was, is] = [stored.get(ordinal), computed.get(ordinal)];
    const where = `statement ${ordinal}`;
    if (was === undefined || is === undefined) return [{ where, stored: was ?? null, computed: is ?? null }];
    const changes = changesIn(was, is);
    return changes.length === 0 ? [] : [{ where: `${where} ${changes.join(', ')}`, stored: was, computed: is }];
  });
}

const isPending = ({ state, zone }: LoanRow, turn: TurnRow | undefined): boolean =>
  turn !== undefined && (turn.changed_from !== null || dayOf(dateInZone(turn.act_at, zone)) <= (state?.through ?? 0));

export const statementsOfLoans = ({ db }: Reader, { people, loans }: OfLoans) =>
  db
    .selectFrom('loan_statements')
    .selectAll()
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans))
    .where('is_active', '=', true);

export const turnsOfLoans = ({ db }: Reader, { people, loans }: OfLoans) =>
  db
    .selectFrom('statement_turns')
    .selectAll()
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans));
