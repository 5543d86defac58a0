// The views of loans, for questions. Amounts are those that paths below a loan show; what is packed is in none.
import type { Table } from '#platform/db/define-table.ts';
import { computed, defineView, money, type View } from '#platform/db/views/view.ts';
import { drawTable, loans, loanTables, transactions } from './core/loan/tables.ts';
import { promises } from './core/promises/base/promise.ts';
import { daysUntil, owedOnDay } from './core/reads/owed-on-day.ts';
import { purchaseTable } from './lines/purchases/tables.ts';
import { autopayPlans } from './money/autopay/tables.ts';

const stamps = { created_at: 'When it was recorded.', updated_at: 'When it changed last.' };
const ofLoan = { loan_id: 'The loan.', person_id: 'Its main borrower.' };

/** The day of each loan by the clock of the company, which in test mode may have been set. */
const today = `(coalesce((select c.now_at from {mode}.test_clocks c where c.company_id = {company}), now())
  at time zone t.zone)::date`;

const standing = 'join {mode}.loan_standing s on s.person_id = t.person_id and s.loan_id = t.id';

const loanView = defineView({
  name: 'loans',
  says: 'Loans and lines of credit.',
  table: loans,
  more: standing,
  columns: {
    id: 'The id of the loan.',
    external_id: 'Your own id of it.',
    person_id: 'Its main borrower.',
    loan_type_id: 'Its loan type.',
    loan_type_version: 'The version of the loan type.',
    status:
      'Where it stands: pending, originated, active, frozen, accelerated, chargedOff, paidOff, declined, canceled.',
    is_closed: 'Whether it is closed.',
    serviced_by: 'Who services it.',
    asset_type: 'What is lent for.',
    zone: 'The time zone of its days.',
    started_date: computed('date', 's.started_on', 'The first day of its books.'),
    paid_off_date: computed('date', 's.paid_off_on', 'The day on which it was paid off.'),
    missed_since_date: computed(
      'date',
      's.missed_since',
      'The due date that was missed first since it was last current.',
    ),
    payment_frequency: computed('text', "t.at_origination->>'paymentFrequency'", 'How often it is paid, as agreed.'),
    created_at: stamps.created_at,
  },
});

const balanceView = defineView({
  name: 'balances',
  says: 'What each loan with books owes today, as GET …/balances shows it: today is that of the loan, by the test clock where one is set.',
  table: loans,
  more: `${standing} cross join lateral (select ${today} as today) as clock
    cross join lateral (select ${daysUntil('today')} as days) as since`,
  where: 's.owed_through is not null',
  columns: {
    loan_id: computed('text', 't.id', ofLoan.loan_id),
    person_id: ofLoan.person_id,
    status: 'Where the loan stands.',
    as_of_date: computed(
      'date',
      'least(today, s.owed_until)',
      'The day of these figures: today, or an earlier one until the work of the day has come to the loan.',
    ),
    principal_amount: money(owedOnDay.principal, 'Principal that is outstanding.'),
    interest_amount: money(owedOnDay.interest, 'Interest that is outstanding, with what was earned until today.'),
    fees_amount: money(owedOnDay.fees, 'Fees that are outstanding.'),
    outstanding_amount: money(
      `${owedOnDay.principal} + ${owedOnDay.interest} + ${owedOnDay.fees}`,
      'All that is outstanding.',
    ),
    due_amount: money(owedOnDay.due, 'What is due and not late.'),
    past_due_amount: money(owedOnDay.pastDue, 'What is late.'),
    days_past_due: computed('integer', owedOnDay.pastDueDays, 'For how many days something is late.'),
    oldest_due_date: computed('date', 's.oldest_due_on', 'The oldest due date that is not paid.'),
    next_due_date: computed('date', 's.next_due_on', 'The next due date.'),
    credit_limit_amount: money('s.credit_limit', 'The credit limit of a line of credit.'),
  },
});

const dayOf = (field: string): string => `date '1970-01-01' + (t.obligation->>'${field}')::integer`;
const cents = (field: string): string => `coalesce((t.obligation->>'${field}')::bigint, 0)`;

const obligationView = defineView({
  name: 'obligations',
  says: 'What was to be paid by which day, of installment loans and lines.',
  table: loanTables.loan_obligations as Table,
  where: 't.deleted_at is null',
  columns: {
    ...ofLoan,
    kind: computed('text', "split_part(t.key, ':', 1)", 'Such as instalment, acceleration, fee or statement.'),
    due_date: 'By when it was to be paid.',
    is_overdue: computed(
      'boolean',
      "coalesce((t.obligation->>'isOverdue')::boolean, false)",
      'Whether it is late, or was when it closed.',
    ),
    closed_date: computed('date', dayOf('closedOn'), 'The day on which nothing of it was open any more.'),
    paid_amount: money(cents('byPayments'), 'What payments fulfilled of it.'),
    credited_amount: money(cents('byCredits'), 'What credits fulfilled of it.'),
    ...stamps,
  },
});

const feeView = defineView({
  name: 'fees',
  says: 'Fees that were charged.',
  table: loanTables.loan_fees as Table,
  where: 't.deleted_at is null',
  columns: {
    id: 'The id of the fee.',
    ...ofLoan,
    type: computed('text', "t.fee->>'type'", 'Its type.'),
    effective_date: computed('date', "date '1970-01-01' + (t.fee->>'on')::integer", 'The day on which it counts.'),
    amount: money("(t.fee->>'amount')::bigint", 'What was charged.'),
    ...stamps,
  },
});

const transactionView = defineView({
  name: 'transactions',
  says: 'Payments and credits.',
  table: transactions,
  columns: {
    id: 'The id of the transaction.',
    external_id: 'Your own id of it.',
    ...ofLoan,
    transaction_type: 'payment or serviceCredit.',
    status: 'What became of it.',
    is_external: 'Whether it was taken elsewhere.',
    amount: money('t.amount', 'Its amount.'),
    effective_date: computed('date', 't.effective_on', 'The day on which it counts.'),
    original_effective_date: computed('date', 't.original_effective_on', 'The day on which it was to count at first.'),
    principal_amount: money('t.paid_principal', 'What of it paid principal.'),
    interest_amount: money('t.paid_interest', 'What of it paid interest.'),
    fees_amount: money('t.paid_fees', 'What of it paid fees.'),
    unapplied_amount: money('t.paid_over', 'What of it was more than was owed.'),
    applied_at: 'When it was put on the books.',
    ...stamps,
  },
});

/** A table of entries as rows of postings. */
const eachPosting =
  "cross join lateral unnest(string_to_array(t.accounts, ' '), t.amounts) with ordinality as each(account, amount, place)";

const ofPostings = (number: string, cause: string, posted: string) => ({
  ...ofLoan,
  number: computed('integer', `${number} + each.place::integer - 1`, 'Its place in the books of the loan.'),
  effective_date: computed('date', 't.effective_on', 'The day on which it counts.'),
  account: computed('text', 'each.account', 'The account of the books.'),
  amount: money('each.amount', 'Debit is positive, credit negative; the postings of a cause on a day add up to zero.'),
  cause: computed('text', cause, 'What it follows from.'),
  posted_at: computed('instant', posted, 'When it was recorded.'),
});

const ownPostings = defineView({
  name: 'fact_postings',
  says: 'Double entry: what payments, fees and other facts posted on their own day when they were recorded.',
  table: loanTables.loan_facts as Table,
  more: eachPosting,
  where: 't.accounts is not null',
  columns: ofPostings('t.postings_from', "t.kind || ':' || t.id", 't.recorded_at'),
});

const laterPostings = defineView({
  name: 'later_postings',
  says: 'Double entry: all other postings: interest, time, corrections. With fact_postings these are the books.',
  table: loanTables.loan_postings as Table,
  more: eachPosting,
  columns: ofPostings('t.number', 't.cause', 't.posted_at'),
});

const promiseView = defineView({
  name: 'promises',
  says: 'Promises to pay.',
  table: promises.definition,
  columns: {
    id: 'The id of the promise.',
    ...ofLoan,
    status: 'What became of it.',
    is_overdue: 'Whether something that was promised by now is missing.',
    made_date: computed('date', 't.made_on', 'The day on which it was promised.'),
    start_date: 'The first day that was promised.',
    end_date: 'The last day that was promised.',
    grace_days: 'Days for which a payment may be late.',
    ...stamps,
  },
});

const autopayView = defineView({
  name: 'autopay',
  says: 'Plans by which loans are paid by themselves.',
  table: autopayPlans,
  columns: {
    id: 'The id of the plan.',
    ...ofLoan,
    status: 'Whether it pays.',
    stopped_reason: 'Why it was stopped.',
    instrument_id: 'By what it pays.',
    since: 'Since when it pays.',
    next_planned_date: computed('date', 't.next_planned_on', 'The next day on which it pays.'),
    last_planned_date: computed('date', 't.last_planned_on', 'The last day on which it was to pay.'),
    ...stamps,
  },
});

const drawView = defineView({
  name: 'draws',
  says: 'Draws of lines of credit.',
  table: drawTable,
  columns: {
    id: 'The id of the draw.',
    external_id: 'Your own id of it.',
    ...ofLoan,
    status: 'Where it stands.',
    is_closed: 'Whether it is closed.',
    is_amortized: 'Whether it is paid back by a schedule of its own.',
    started_date: computed('date', 't.started_on', 'The first day of its books.'),
    ...stamps,
  },
});

const purchaseView = defineView({
  name: 'purchases',
  says: 'Purchases on draws.',
  table: purchaseTable,
  columns: {
    id: 'The id of the purchase.',
    external_id: 'Your own id of it.',
    ...ofLoan,
    draw_id: 'Its draw.',
    type: 'regular, or what takes another back.',
    status: 'What became of it.',
    amount: money('t.amount', 'Its amount.'),
    refunded_amount: money('t.refunded', 'What of it was refunded.'),
    disputed_amount: money('t.disputed', 'What of it is or was rightly in dispute.'),
    purchase_date: 'The day of the purchase.',
    settled_at: 'When it was settled.',
    ...stamps,
  },
});

export const loanViews: readonly View[] = [
  loanView,
  balanceView,
  obligationView,
  feeView,
  transactionView,
  ownPostings,
  laterPostings,
  promiseView,
  autopayView,
  drawView,
  purchaseView,
];
