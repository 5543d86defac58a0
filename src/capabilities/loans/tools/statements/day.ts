// The day of statements: those of loans on which the books say that there are some to make.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { peopleAsSubjects } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { eventRecorder, writeEvents } from '#platform/events/record-events.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { holdLoans, lockLoans } from '../../core/day/hold-loans.ts';
import type { Position } from '../../core/loan/books.ts';
import { mayBeChanged } from '../../core/loan/lock.ts';
import { eachLoan, keysOf, type LoanIds, type LoanKeys, loanKeyTypes } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { startOfDay, todayOf } from '../../core/loan/today.ts';
import { termsOf } from '../../core/timeline/held-loan.ts';
import { dueStatements } from './due.ts';
import { statementEvents } from './events.ts';
import { makeStatements } from './make.ts';

const page = 500;
/** So many share the cost of a commit. */
const together = 25;

interface Turn extends LoanIds {
  readonly act_at: Instant;
  readonly changed_from: CivilDate | null;
}

export const statementsDay: DailyStep = {
  name: 'statements',
  due: dueStatements,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('statement_turns')
      .select('loan_id as id')
      .where('company_id', '=', companyId)
      .where('act_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Turn>(day, {
      next: nextDue,
      together,
      bring: (tx, now, turns) => bringTurns(day, tx, now, turns),
      isOfTheTime,
      failed({ person_id: person, id: loan }, error) {
        const { mode, companyId: company } = day.realm;
        day.log.error({ err: error, mode, company, person, loan }, 'a statement could not be made; it is tried again');
      },
    }),
};

function nextDue(reader: Reader, now: Instant, after: Turn | undefined): Promise<Turn[]> {
  let due = reader.db
    .selectFrom('statement_turns')
    .select(['act_at', 'person_id', 'loan_id as id', 'changed_from'])
    .where('act_at', '<=', now)
    .orderBy('act_at')
    .orderBy('person_id')
    .orderBy('loan_id')
    .limit(page);
  if (after !== undefined) {
    const place = sql`(${after.act_at}::timestamptz, ${after.person_id}, ${after.id})`;
    due = due.where(sql<boolean>`(act_at, person_id, loan_id) > ${place}`);
  }
  return reader.rows(due);
}

const turnOf = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) =>
    db
      .selectFrom('statement_turns')
      .select(['act_at', 'person_id', 'loan_id as id', 'changed_from'])
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId')),
  loanKeyTypes,
);

/** A loan on which somebody else works is left for later. Its row is read once more when it is locked. */
async function bringTurns(day: PassingDay, tx: Tx, now: Instant, turns: readonly Turn[]): Promise<readonly Turn[]> {
  const locked = await lockLoans(tx, turns);
  if (locked.length === 0) return [];
  const [found, owners, held] = await Promise.all([
    eachLoan(tx, locked, (keys) => turnOf(tx.db, keys)),
    peopleAsSubjects(
      tx,
      locked.map((one) => one.person_id),
    ),
    holdLoans(tx, locked),
  ]);
  const due = found.filter(({ act_at }) => act_at <= now);
  const byId = new Map(held.map((one) => [one.row.id, one]));
  const maker = { realm: tx.realm, now, position: day.position, requestId: null, actor: system };
  const recorded = await Promise.all(
    due.map(async (turn) => {
      const loan = byId.get(turn.id);
      if (loan === undefined || !mayBeChanged(loan.row, day.clock.micros())) return [];
      const recorder = eventRecorder({ ...maker, declared: statementEvents }, owners.get(turn.person_id));
      const ctx = { now, vault: day.vault, emit: recorder.emit, position: day.position };
      const { nextOn } = await makeStatements(ctx, tx, loan, { changedFrom: turn.changed_from });
      endTurn(tx, now, loan, nextOn);
      return recorder.rows;
    }),
  );
  writeEvents(tx, recorded.flat());
  return due;
}

type Next = LoanKeys & { readonly at: Instant };

const laterTurn = prepared(
  (db, placeholder: PlaceholderOf<Next>) =>
    db
      .updateTable('statement_turns')
      .set({ act_at: placeholder('at'), changed_from: null })
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId')),
  { ...loanKeyTypes, at: 'timestamptz' },
);

const noTurn = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) =>
    db
      .deleteFrom('statement_turns')
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId')),
  loanKeyTypes,
);

/** Where the books do nothing on the day of the next statement, the row says when that is. */
function endTurn(tx: Tx, now: Instant, { row, product }: HeldLoan, nextOn: Day | null): void {
  const keys = keysOf(row);
  const isAlone = row.state !== null && nextAloneOf({ row, product }, todayOf(row, now)) !== null;
  if (nextOn === null || !isAlone) tx.write(noTurn(tx.db, keys));
  else tx.write(laterTurn(tx.db, { ...keys, at: startOfDay(nextOn, row.zone) }));
}

const nextAloneOf = ({ row, product }: Pick<HeldLoan, 'row' | 'product'>, today: Day): Day | null =>
  product.statements.nextAlone(termsOf(row), product.restored(row.state!.position) as Position, today);
