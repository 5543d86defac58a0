// What investors have of a loan: a row for each of them and each change. Those of the agreement stand in the loan, and
// have none.
import type { Static } from 'typebox';
import { type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { DateOnly, DateTime, Described, Nullable, Rate } from '#platform/input/schemas.ts';
import { thingOfLoan } from '../../core/loan/declared-thing.ts';
import { from, id, ofLoan } from '../../core/loan/thing-fields.ts';

export const share = Described(Rate, {
  description: 'The part of the loan that is theirs; 1 is all of it.',
  example: 0.75,
});

export const associations = thingOfLoan({
  table: 'investor_associations',
  name: 'investor',
  object: 'loanInvestorAssociation',
  prefix: 'IA',
  fields: {
    ...ofLoan,
    investorId: from('investor_id', id('IR-6N9F-T3XB')),
    share: from('share', share),
    effectiveDate: from('effective_date', DateOnly),
    endDate: Nullable(DateOnly, { description: 'Its last day. Null: it holds, or was replaced.' }),
    replacedAt: Nullable(DateTime, { description: 'When another change of the same day took its place.' }),
    createdAt: from('created_at', DateTime),
  },
  // The rows of one change have the same.
  columns: { change_id: 'text' },
});
export type InvestorAssociation = Static<typeof associations.schema>;
export type AssociationRow = RowOf<typeof associations.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    investor_associations: Stored<typeof associations.definition>;
  }
}

export const ownerTables = tablesByName(associations.definition);
