// The people of a page of loans as credit agencies know them: opened here for the file, and kept nowhere.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Person, Address as ReportedAddress } from '@tenor/metro2/month/facts.ts';
import type { PersonOfLoan } from '#capabilities/loans/index.ts';
import {
  addressOfContact,
  type ContactedContact,
  contactsOfContacted,
  identifyingOfMany,
  keysOfContacted,
  servicesOfPeople,
  valueOfContact,
} from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LeftOutReason } from './left-out.ts';

export interface Consumer {
  readonly sealer: Sealer;
  readonly name: { readonly first: string; readonly middle: string; readonly last: string } | null;
  /** Credit agencies take no businesses. */
  readonly businessName: string | null;
  readonly birthDate: CivilDate | null;
  readonly ssn: string;
  /** By which the tax office knows them; empty: nobody has said it. */
  readonly tin: string;
  readonly telephone: string;
  readonly address: ReportedAddress | null;
  readonly services: readonly { readonly from: CivilDate; readonly until: CivilDate | null }[];
}

interface From {
  readonly reader: Reader;
  readonly vault: Vault;
}

/** Erased people are left out. */
export async function consumersOf(
  { reader, vault }: From,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Consumer>> {
  if (ids.length === 0) return new Map();
  const [[keys, contacts, services], identifying] = await Promise.all([
    reader.together(
      keysOfContacted(reader.db, ids, {}),
      contactsOfContacted(reader.db, ids, {}),
      servicesOfPeople(reader.db, ids, {}),
    ),
    identifyingOfMany(reader, vault, ids),
  ]);
  const contactsBy = Map.groupBy(contacts, ({ person_id }) => person_id);
  const servicesBy = Map.groupBy(services, ({ person_id }) => person_id);
  return new Map(
    keys.flatMap(({ person_id: id, data_key, erased_at }) => {
      const who = identifying.get(id);
      if (erased_at !== null || who === undefined) return [];
      const sealer = vault.sealer(id, data_key);
      const own = (contactsBy.get(id) ?? []).filter(
        ({ affiliation, status }) => affiliation === 'self' && status !== 'archived',
      );
      const { name } = who;
      const consumer: Consumer = {
        sealer,
        name: name === null ? null : { first: name.firstName, middle: name.middleName ?? '', last: name.lastName },
        businessName: who.businessName,
        birthDate: who.dateOfBirth,
        ssn: who.ssn ?? '',
        tin: who.tin ?? '',
        telephone: phoneOf(sealer, own),
        address: homeOf(sealer, own, who.businessName !== null),
        services: (servicesBy.get(id) ?? []).map(({ start_date: from, end_date: until }) => ({ from, until })),
      };
      return [[id, consumer] as const];
    }),
  );
}

const rank = ({ status, label, valid }: ContactedContact, label1: string): number =>
  (valid ? 0 : 4) + (status === 'primary' ? 0 : 2) + (label === label1 ? 0 : 1);

const best = (contacts: readonly ContactedContact[], type: string, label: string): ContactedContact | undefined =>
  contacts
    .filter(({ contact_type }) => contact_type === type)
    .toSorted((one, other) => rank(one, label) - rank(other, label))[0];

/** Ten digits of the United States, or nothing. */
function phoneOf(sealer: Sealer, contacts: readonly ContactedContact[]): string {
  const found = best(contacts, 'phone', 'personal');
  const value = found === undefined ? null : valueOfContact(sealer, found);
  return /^\+1([2-9]\d{9})$/.exec(value ?? '')?.[1] ?? '';
}

/** The place of work is the home of a business alone; an address at which nobody was found is none of anybody. */
function homeOf(sealer: Sealer, contacts: readonly ContactedContact[], isBusiness: boolean): ReportedAddress | null {
  const homes = contacts.filter(({ label, valid }) => valid && (isBusiness || label !== 'work'));
  const found = best(homes, 'address', 'home');
  const address = found === undefined ? null : addressOfContact(sealer, found);
  if (address === null) return null;
  const { addressLine1, addressLine2, POBox, city, state, postalCode, country } = address;
  const street = addressLine1 ?? (POBox === null ? null : `PO BOX ${POBox}`);
  if (street === null || city === null) return null;
  return {
    country: country ?? 'US',
    street,
    street2: addressLine2 ?? '',
    city,
    state: state ?? '',
    zip: postalCode ?? '',
  };
}

const rolesOf: Readonly<Record<PersonOfLoan['relation'], Person['role']>> = {
  mainBorrower: 'individual',
  coBorrower: 'joint',
  guarantor: 'guarantor',
  authorizedUser: 'authorizedUser',
};

/** With a second borrower both owe it together. */
export const roleOf = ({ relation }: PersonOfLoan, people: readonly PersonOfLoan[]): Person['role'] =>
  relation === 'mainBorrower' && people.some((other) => other.relation === 'coBorrower') ? 'joint' : rolesOf[relation];

/** What a consumer lacks; undefined: nothing. */
export function lackOf(consumer: Consumer | undefined): LeftOutReason | undefined {
  if (consumer === undefined) return 'erased';
  if (consumer.name === null) return 'noName';
  if (consumer.address === null) return 'noAddress';
  return isSsn(consumer.ssn) || consumer.birthDate !== null ? undefined : 'noIdentity';
}

/** An ITIN, or what never was a number, is told to nobody. */
export const isSsn = (ssn: string): boolean => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(ssn);
