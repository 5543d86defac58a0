// A line with a person: the same in a file of people and in a file of people and their loans.
import { type Static, Type } from 'typebox';
import { refuseField } from '#platform/errors.ts';
import { compileInput } from '#platform/input/compile-input.ts';
import { Nullable } from '#platform/input/schemas.ts';
import { BorrowerCreate, ContactCreate } from '../schemas.ts';

export const personLineParts = {
  person: Type.Optional(
    Nullable(BorrowerCreate, { description: 'As POST /people takes it, with an externalId of your own.' }),
  ),
  contacts: Type.Optional(
    Nullable(Type.Array(ContactCreate, { maxItems: 20 }), {
      description: 'Contacts of the person, as POST /people/{personId}/contacts takes each.',
    }),
  ),
};

export const PersonLine = Type.Object(personLineParts, { title: 'PersonLine' });
export type PersonLine = Static<typeof PersonLine>;

const input = compileInput(PersonLine);

/** Errors: InvalidRequest, InvalidMetaData. */
export function decodePersonLine(value: unknown): { readonly value: PersonLine; readonly ignored: readonly string[] } {
  const decoded = input.decode(value, 'json');
  const { person } = decoded.value;
  if (person == null) {
    const isLoan = typeof value === 'object' && value !== null && 'loan' in value;
    throw refuseField('person', 'is required', isLoan ? 'a person; loans go to POST /loans/import' : 'a person');
  }
  mustBeNamed('person', person);
  return decoded;
}

/** The external id makes it safe to send a file again: an object with the same one is not created twice. */
export function mustBeNamed(part: string, { externalId }: { readonly externalId?: string | null }): void {
  if (externalId != null) return;
  const expected = 'an id of your own: with it the file can be sent again, and nothing is made twice';
  throw refuseField(`${part}.externalId`, 'is required', expected);
}
