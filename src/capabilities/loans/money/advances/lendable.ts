// Whether more may be lent on a loan, and on which day: it must still be paid back by its schedule.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { loanTypeVersion } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { mustHavePart } from '../../core/loan/not-for.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import { mustHaveNoCharge } from '../../core/loan/tools.ts';
import { positionOf } from '../../core/timeline/held-loan.ts';
import { advanceStates } from './base/advance.ts';
import { advanceErrors } from './base/errors.ts';

/** Errors: NotForLines, LoanStatusForbids, ChargeFixed, LoanTakesNoAdvances, NothingToDo (closed). */
export async function mustLend(reader: Reader, held: HeldLoan): Promise<void> {
  const { row, product } = held;
  const { planned } = mustHavePart(product, 'advances');
  loanStates.mustAllow(row.status, 'advance');
  mustHaveNoCharge(held, 'advances.create');
  const { settings } = await loanTypeVersion(reader, row.loan_type_id, row.loan_type_version);
  const hasSeveral = settings.type === 'installment' && settings.payments.multipleAdvances === true;
  if (!hasSeveral && planned(row.terms).length === 0) {
    throw new Refusal(advanceErrors.LoanTakesNoAdvances, `The loan ${row.id} is lent at once, with its activation.`);
  }
  if (!row.is_closed) return;
  throw new Refusal(loanErrors.NothingToDo, 'Nothing more is lent on a loan that is closed.', {
    data: { reason: 'the loan is closed' },
  });
}

/** Errors: NotForLines, InvalidRequest (advanceDate). */
export function mustComeBeforeTheLastDueDate({ row, product }: HeldLoan, on: Day): void {
  const last = mustHavePart(product, 'advances').lastDay(positionOf(product, row));
  if (last !== null && on <= last) return;
  const expected = last === null ? 'nothing: no due date is left' : `a date until ${dateOf(last)}`;
  throw refuseField(
    'advanceDate',
    'does not come before the last due date, so that nothing would pay it back',
    expected,
  );
}

const daysAheadMax = 3660;

/** The day of a scheduled one. Errors: InvalidRequest (advanceDate). */
export function dayToCome(today: Day, given: CivilDate | null | undefined): Day {
  const day = given == null ? today : dayOf(given);
  if (day >= today && day <= today + daysAheadMax) return day;
  const message = day < today ? 'has passed' : 'lies too far ahead';
  throw refuseField('advanceDate', message, `a date from ${dateOf(today)} to ${dateOf(today + daysAheadMax)}`);
}

/** All advances of a loan together: of more no sum would be exact any more. */
const lentMax = 100_000_000_00;

/** Errors: InvalidRequest (amount). */
export async function mustBeLendable(reader: Reader, { row }: HeldLoan, amount: Cents): Promise<void> {
  if (amount <= 0) throw refuseField('amount', 'must be more than zero', 'an amount of at least 0.01');
  const sum = await reader.row(
    reader.db
      .selectFrom('loan_advances')
      .select((eb) => eb.fn.sum<string | null>('amount').as('lent'))
      .where('person_id', '=', row.person_id)
      .where('loan_id', '=', row.id)
      .where('status', '<>', advanceStates.to('cancel')),
  );
  const left = Math.max(0, lentMax - Number(sum?.lent ?? 0)) as Cents;
  if (amount > left) throw refuseField('amount', 'is more than a loan can lend', `at most ${formatCents(left)}`);
}
