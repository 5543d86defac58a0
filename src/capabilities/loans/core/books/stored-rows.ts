// What is stored of the books of loans, to be compared with what a replay gives.
import type { Reader } from '#platform/db/realm-database.ts';
import { type OfLoans, oneOf } from '../loan/named-loans.ts';

export const obligationsOf = ({ db }: Reader, { people, loans }: OfLoans) =>
  db
    .selectFrom('loan_obligations')
    .select(['person_id', 'loan_id', 'key', 'due_date', 'obligation'])
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans))
    .where('deleted_at', 'is', null);

export const feesOf = ({ db }: Reader, { people, loans }: OfLoans) =>
  db
    .selectFrom('loan_fees')
    .select(['person_id', 'loan_id', 'key', 'id', 'fee'])
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans))
    .where('deleted_at', 'is', null);

export const transactionsOf = ({ db }: Reader, { people, loans }: OfLoans) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans))
    .where('fact_id', 'is not', null);
