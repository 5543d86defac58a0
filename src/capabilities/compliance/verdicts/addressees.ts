// For whom messages are made, before anybody asks whether these may go out: the text and the contact of a message need no
// history. The guard reads all of it, and is asked when the message is queued, and again when it is sent.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Facts } from '@tenor/guard/contract.ts';
import { type Settings, storedSettings } from '#capabilities/company/index.ts';
import { loansOfContacted, loansSharedWith } from '#capabilities/loans/index.ts';
import { contactsOfContacted, keysOfContacted } from '#capabilities/people/index.ts';
import { readTogether } from '#platform/db/as-one-statement.ts';
import { loansByBorrower } from '../facts/loans-by-borrower.ts';
import { loanFact } from '../facts/plain-facts.ts';
import type { KnownOfPerson } from '../facts/read-facts.ts';
import { type Asking, type MessageGuard, messageGuard } from './judge-messages.ts';

/** What a message says of a borrower and of their loans, and where it can reach them. */
export interface Addressee extends Pick<KnownOfPerson, 'personId' | 'person' | 'contacts' | 'loans'> {
  readonly facts: Pick<Facts, 'loans'>;
}

export interface Addressees {
  readonly settings: Settings;
  /** Undefined: there is no such borrower. */
  knownOf(personId: string): Addressee | undefined;
  /** For the few messages whose channel depends on what the rules say. It is made once. */
  guard(): Promise<MessageGuard>;
}

const read = readTogether(
  { persons: keysOfContacted, contacts: contactsOfContacted, ownLoans: loansOfContacted, settings: storedSettings },
  { sharedLoans: loansSharedWith },
);

export async function addresseesOf(from: Parameters<typeof messageGuard>[0], asking: Asking): Promise<Addressees> {
  const { people, now, timezone } = asking;
  const { persons, contacts, settings, ...found } = await read(from.reader, people, {});
  const loans = loansByBorrower({ people: persons, ...found }, dateInZone(now, timezone));
  const contactsByPerson = Map.groupBy(contacts, ({ person_id }) => person_id);
  const known = new Map(
    persons.map((person): [string, Addressee] => {
      const { person_id: personId } = person;
      const owed = loans.get(personId) ?? [];
      const facts = { loans: owed.map(loanFact) };
      return [personId, { personId, person, contacts: contactsByPerson.get(personId) ?? [], loans: owed, facts }];
    }),
  );
  let guard: Promise<MessageGuard> | undefined;
  return {
    settings: settings[0]?.settings ?? {},
    knownOf: (personId) => known.get(personId),
    guard() {
      guard ??= messageGuard(from, asking);
      return guard;
    },
  };
}
