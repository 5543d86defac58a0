// Facts of a contact that collection law asks for. What nobody has said is null, which the law's reader takes the careful
// way. They are told of one value: a number that is replaced says nothing of the next one.
import { mustHaveNone } from '#platform/errors.ts';
import type { ContactUpdate } from '../schemas.ts';
import type { ContactRow } from '../tables.ts';

type Kind = Pick<ContactRow, 'contact_type' | 'label'>;

interface Fact {
  fits(contact: Kind): boolean;
  readonly goesWith: string;
}

const ofWork: Fact = { fits: ({ label }) => label === 'work', goesWith: 'the label work' };
const ofPhone: Fact = { fits: ({ contact_type }) => contact_type === 'phone', goesWith: 'contactType phone' };
const ofEmail: Fact = { fits: ({ contact_type }) => contact_type === 'email', goesWith: 'contactType email' };

const facts = [
  { field: 'employerPermits', column: 'employer_permits', of: ofWork },
  { field: 'providedByBorrower', column: 'provided_by_borrower', of: ofPhone },
  { field: 'onDoNotCallRegistry', column: 'on_do_not_call_registry', of: ofPhone },
  { field: 'reassignedCheckedAt', column: 'reassigned_checked_at', of: ofPhone },
  { field: 'transferNoticeDate', column: 'transfer_notice_date', of: ofEmail },
  { field: 'usedByPriorCollector', column: 'used_by_prior_collector', of: ofEmail },
] as const;

type FactColumns = Pick<ContactRow, (typeof facts)[number]['column']>;

interface Told {
  readonly sent: ContactUpdate;
  /** The contact that they were told of before, if it still reaches the same one by the same value. */
  readonly before: FactColumns | undefined;
  readonly after: Kind;
}

/** Errors: InvalidRequest. */
export function factColumns({ sent, before, after }: Told): FactColumns {
  mustHaveNone(
    facts
      .filter(({ field, of }) => sent[field] != null && !of.fits(after))
      .map(({ field, of: { goesWith } }) => ({
        path: field,
        message: 'is nothing that can be said of this contact',
        expected: `nothing, or ${goesWith}`,
      })),
  );
  const columns = facts.map(({ field, column, of }) => {
    const said = sent[field] === undefined ? (before?.[column] ?? null) : sent[field];
    return [column, of.fits(after) ? said : null];
  });
  return Object.fromEntries(columns) as FactColumns;
}
