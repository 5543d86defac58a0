// How statements are stored and found.
import type { StatementFigures } from '@tenor/engine/statement/figures.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type PlaceholderOf, prepared, preparedInserts } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { statementId } from '../../core/loan/derived-id.ts';
import { type LoanKeys, loanKeyTypes, oneOf } from '../../core/loan/named-loans.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import type { NextPayment } from '../../money/autopay/next-payment.ts';
import type { LineIds, StatementRow } from './tables.ts';

export const statementsOf = ({ db }: Reader, { personId, loanId }: LoanKeys) =>
  db.selectFrom('loan_statements').selectAll().where('person_id', '=', personId).where('loan_id', '=', loanId);

/** Errors: NotFound. */
export async function findStatement(reader: Reader, keys: LoanKeys, id: string): Promise<StatementRow> {
  const row = await reader.row(statementsOf(reader, keys).where('id', '=', id));
  if (row === undefined) throw notFound('statement', id, 'statementId', 'This loan');
  return row;
}

const activeSince = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys & { readonly since: CivilDate }>) =>
    db
      .selectFrom('loan_statements')
      .selectAll()
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where('is_active', '=', true)
      .where('statement_on', '>=', placeholder('since'))
      .orderBy('statement_on'),
  { ...loanKeyTypes, since: 'date' },
);

const activeBefore = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys & { readonly day: CivilDate }>) =>
    db
      .selectFrom('loan_statements')
      .selectAll()
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where('is_active', '=', true)
      .where('statement_on', '<', placeholder('day'))
      .orderBy('statement_on', 'desc')
      .limit(1),
  { ...loanKeyTypes, day: 'date' },
);

interface KnownStatements {
  /** The last one before the day; undefined: there is none. */
  readonly last: StatementRow | undefined;
  /** All from the day on, which may say something else now. */
  readonly since: readonly StatementRow[];
}

const never = '9999-12-31' as CivilDate;

/** Null: none of them is to be looked at again. */
export async function knownStatements(
  reader: Reader,
  keys: LoanKeys,
  changedFrom: CivilDate | null,
): Promise<KnownStatements> {
  const day = changedFrom ?? never;
  const [[last], since] = await reader.together(
    activeBefore(reader.db, { ...keys, day }),
    activeSince(reader.db, { ...keys, since: day }),
  );
  return { last, since };
}

/** Versions of statements whose periods are counted, by the ordinal: the highest of each. */
export async function versionsOf(
  reader: Reader,
  keys: LoanKeys,
  ordinals: readonly number[],
): Promise<Map<number, number>> {
  if (ordinals.length === 0) return new Map();
  const found = await reader.rows(
    reader.db
      .selectFrom('loan_statements')
      .select(['ordinal', (eb) => eb.fn.max('version').as('version')])
      .where('person_id', '=', keys.personId)
      .where('loan_id', '=', keys.loanId)
      .where('ordinal', 'in', [...ordinals])
      .groupBy('ordinal'),
  );
  return new Map(found.map(({ ordinal, version }) => [ordinal, version]));
}

interface Made {
  readonly figures: StatementFigures;
  readonly autopay: NextPayment | null;
  readonly ids: Readonly<Record<string, LineIds>>;
  readonly version: number;
  readonly changes: readonly string[];
  readonly position: number;
  readonly now: Instant;
  /** Whether its document is made by itself. */
  readonly getsDocument: boolean;
}

/** What a new row needs. The claim of its document begins empty. */
export type NewStatement = Omit<StatementRow, 'company_id' | 'holder' | 'tries'>;

export function newStatement(loan: Pick<LoanRow, 'person_id' | 'id'>, made: Made): NewStatement {
  const { figures, autopay, ids, version, changes, position, now, getsDocument } = made;
  return {
    person_id: loan.person_id,
    id: statementId(loan.id, figures.ordinal, version),
    loan_id: loan.id,
    position,
    ordinal: figures.ordinal,
    version,
    is_active: true,
    year: Number(dateOf(figures.statementOn).slice(0, 4)),
    period_start: dateOf(figures.periodStart),
    period_end: dateOf(figures.periodEnd),
    statement_on: dateOf(figures.statementOn),
    due_on: dateOf(figures.dueOn),
    minimum_due: figures.minimum,
    overdue: figures.overdue,
    new_balance: figures.bridge.newBalance,
    figures: { figures, autopay, ids },
    changes,
    document_id: null,
    // A position is an instant of the machine clock: the work is due at once.
    due_at: getsDocument ? position : null,
    created_at: now,
    updated_at: null,
    deleted_at: null,
  };
}

const columns = [
  'person_id',
  'id',
  'loan_id',
  'position',
  'ordinal',
  'version',
  'is_active',
  'year',
  'period_start',
  'period_end',
  'statement_on',
  'due_on',
  'minimum_due',
  'overdue',
  'new_balance',
  'figures',
  'changes',
  'document_id',
  'due_at',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;

const insertions = preparedInserts('loan_statements', columns);

export function insertStatements(tx: Tx, rows: readonly NewStatement[]): void {
  const stored = rows.map((row) => ({
    ...row,
    figures: JSON.stringify(row.figures),
    changes: JSON.stringify(row.changes),
  }));
  for (const insert of insertions(tx.db, stored)) tx.write(insert, redraw('loan_statements_pkey'));
}

type Ids = { readonly personId: string; readonly id: string; readonly now: Instant };

const replaced = prepared(
  (db, placeholder: PlaceholderOf<Ids>) =>
    db
      .updateTable('loan_statements')
      .set({ is_active: false, updated_at: placeholder('now') })
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('id')),
  { personId: 'text', id: 'text', now: 'timestamptz' },
);

const withdrawn = prepared(
  (db, placeholder: PlaceholderOf<Ids>) =>
    db
      .updateTable('loan_statements')
      .set({ is_active: false, updated_at: placeholder('now'), deleted_at: placeholder('now') })
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('id')),
  { personId: 'text', id: 'text', now: 'timestamptz' },
);

const idsOf = ({ person_id: personId, id }: Pick<StatementRow, 'person_id' | 'id'>, now: Instant): Ids => ({
  personId,
  id,
  now,
});

/** A newer version takes its place. */
export const replaceStatement = (tx: Tx, row: Pick<StatementRow, 'person_id' | 'id'>, now: Instant): void =>
  tx.write(replaced(tx.db, idsOf(row, now)));

/** Its period is none any more. */
export const withdrawStatement = (tx: Tx, row: Pick<StatementRow, 'person_id' | 'id'>, now: Instant): void =>
  tx.write(withdrawn(tx.db, idsOf(row, now)));

/** What its lines are about: the transactions and the purchases behind their causes. */
export async function lineIdsOf(
  reader: Reader,
  { personId, loanId }: LoanKeys,
  statements: readonly StatementFigures[],
): Promise<Readonly<Record<string, LineIds>>> {
  const factOf = (cause: string): string => cause.slice(cause.indexOf(':') + 1);
  const causes = statements.flatMap(({ activities }) => activities).filter(({ type }) => hasObject.has(type));
  const byFact = Map.groupBy(new Set(causes.map(({ cause }) => cause)), factOf);
  if (byFact.size === 0) return {};
  const facts = [...byFact.keys()];
  const of = <T extends 'transactions' | 'purchases'>(table: T) =>
    reader.db
      .selectFrom(table as 'transactions')
      .select(['id', 'fact_id'])
      .where('person_id', '=', personId)
      .where('loan_id', '=', loanId)
      .where('fact_id', '=', oneOf(facts));
  const [transactions, purchases] = await reader.together(of('transactions'), of('purchases'));
  const entries = (rows: readonly { readonly id: string; readonly fact_id: string | null }[], name: keyof LineIds) =>
    rows.flatMap(({ id, fact_id }) =>
      (byFact.get(fact_id ?? '') ?? []).map((cause) => [cause, { [name]: id }] as const),
    );
  return Object.fromEntries([...entries(transactions, 'transactionId'), ...entries(purchases, 'purchaseId')]);
}

const hasObject: ReadonlySet<string> = new Set([
  'purchase',
  'cashAdvance',
  'balanceTransfer',
  'payment',
  'paymentReversal',
  'credit',
  'creditReversal',
  'refund',
  'cashBack',
  'reimbursement',
]);

type WithDocument = {
  readonly personId: string;
  readonly id: string;
  readonly document: string | null;
  readonly now: Instant | null;
};

const withDocument = prepared(
  (db, placeholder: PlaceholderOf<WithDocument>) =>
    db
      .updateTable('loan_statements')
      .set({ document_id: placeholder('document'), updated_at: placeholder('now') })
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('id')),
  { personId: 'text', id: 'text', document: 'text', now: 'timestamptz' },
);

export function writeDocument(tx: Tx, { person_id: personId, id, document_id, updated_at: now }: StatementRow): void {
  tx.write(withDocument(tx.db, { personId, id, document: document_id, now }));
}
