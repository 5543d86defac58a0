// Whom a paper is for: the name of the borrower and the address to which mail goes.
import { linesOfAddress } from '#capabilities/people/index.ts';
import type { Shown } from '#platform/http/shown-by.ts';

interface Person {
  readonly name: {
    readonly firstName: string | null;
    readonly middleName: string | null;
    readonly lastName: string | null;
    readonly suffix: string | null;
  } | null;
  readonly businessDetails: {
    readonly businessLegalName?: string | null;
    readonly businessName?: string | null;
  } | null;
}

interface Contact {
  readonly contactType: string;
  readonly status: string;
  readonly address: Readonly<Record<string, string | null>> | null;
}

const filled = (parts: readonly (string | null | undefined)[]): string[] =>
  parts.filter((one): one is string => one != null && one !== '');

export async function readerLines(shown: Shown): Promise<string[]> {
  const person = (await shown('people.read')) as Person;
  const contacts = (await shown('contacts.list')) as { readonly items: readonly Contact[] };
  const { name, businessDetails: business } = person;
  const names =
    name === null
      ? filled([business?.businessLegalName ?? business?.businessName])
      : [filled([name.firstName, name.middleName, name.lastName, name.suffix]).join(' ')];
  const addresses = contacts.items.filter(({ address, status }) => address !== null && status !== 'archived');
  const { address } = addresses.find(({ status }) => status === 'primary') ?? addresses[0] ?? { address: null };
  return [...names, ...(address === null ? [] : linesOfAddress(address))];
}
