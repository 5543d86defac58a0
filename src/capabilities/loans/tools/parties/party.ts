// The people of a loan, in their roles over time. The loan itself names those who are on it now (`additional_people`): what
// they reach follows from that. Rows say since when, and keep those who went.
import { type Static, Type } from 'typebox';
import { type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { DateOnly, Nullable, Text } from '#platform/input/schemas.ts';
import { thingOfLoan } from '../../core/loan/declared-thing.ts';
import { byLoan, eventsOf } from '../../core/loan/thing-events.ts';
import { dated, from, id, ofLoan } from '../../core/loan/thing-fields.ts';

export const mayReadWords = 'Signed in, they see the loan, and pay on it by accounts of their own.';

export const parties = thingOfLoan({
  table: 'loan_people',
  name: 'loan person',
  object: 'loanPerson',
  prefix: 'LP',
  fields: {
    ...ofLoan,
    /** The person who is on the loan of `person_id`. */
    personId: from('other_person_id', id('BO-4MW7-Q6ZC')),
    loanRelationType: from(
      'relation',
      Text({
        max: 50,
        description: 'mainBorrower, one of those that are taken here, or as the loan was agreed with.',
        example: 'coBorrower',
      }),
    ),
    mayRead: Type.Boolean({ description: mayReadWords }),
    startDate: from('start_date', DateOnly),
    endDate: from('end_date', Nullable(DateOnly, { description: 'The last day. Null: is on the loan.' })),
    ...dated,
  },
  changes: ['end_date'],
});
export type LoanPerson = Static<typeof parties.schema>;
export type LoanPersonRow = RowOf<typeof parties.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_people: Stored<typeof parties.definition>;
  }
}

export const partyTables = tablesByName(parties.definition);

/** Their personId is that of the main borrower. */
const ofParty = eventsOf(
  parties,
  { loanPersonId: 'id', otherPersonId: 'personId', loanRelationType: 'loanRelationType' },
  byLoan,
);
export const tellParty = ofParty.tell;
export const partyAdded = ofParty.kind('loan.person.added', 'Somebody else came on a loan.');
export const partyUpdated = ofParty.kind('loan.person.updated', 'Whether somebody on a loan sees it became another.');
export const partyEnded = ofParty.kind('loan.person.ended', 'Somebody is on a loan no more.');
