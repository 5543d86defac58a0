// What is known of a borrower that only the borrower should know, opened to be compared. Nothing of it is shown.
import { lastFoursOf } from '#capabilities/instruments/index.ts';
import { loansKnownBy } from '#capabilities/loans/index.ts';
import { type Identifying, identifyingOf, type PersonRow } from '#capabilities/people/index.ts';
import type { ContactsOf, OwnContact } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';

export interface Known extends Pick<Identifying, 'dateOfBirth' | 'ssn' | 'home'> {
  /** Only contacts that were there before anybody could have put them there for this. */
  readonly contacts: readonly OwnContact[];
  readonly lastFours: readonly string[];
  readonly loans: Awaited<ReturnType<typeof loansKnownBy>>;
}

export async function knownOf(
  { vault, now }: CommandContext,
  tx: Tx,
  owner: PersonRow,
  contactsOf: ContactsOf,
): Promise<Known> {
  const { person_id: personId } = owner;
  const [identifying, contacts, lastFours, loans] = await Promise.all([
    identifyingOf(tx, vault, owner),
    contactsOf(tx, { vault, personId, now }),
    lastFoursOf(tx, personId),
    loansKnownBy(tx, personId),
  ]);
  return { ...identifying, contacts: contacts.filter(({ wasThere }) => wasThere), lastFours, loans };
}
