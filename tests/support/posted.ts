// The books as they are stored, for tests that look behind the service.

const inRows = (table: string, cause: string, schema: string): string =>
  `select loan_id, effective_on, ${cause} as cause, account, amount
   from ${schema}.${table}, unnest(string_to_array(accounts, ' '), amounts) as each(account, amount)`;

/** Each posting, to be selected from: those that lie with their facts, and those of entries by themselves. */
export const posted = (schema = 'test'): string =>
  `(${inRows('loan_postings', 'cause', schema)} union all
    ${inRows('loan_facts', "kind || ':' || id", schema)} where accounts is not null) as posted`;

/** The loans whose postings do not add up to zero. */
export const unbalanced = (schema = 'test'): string =>
  `select loan_id from ${posted(schema)} group by loan_id having sum(amount) <> 0`;
