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
export interface PersonLine extends Static<typeof PersonLine> {
  /** True: the line is the person itself, and refusals name its fields so. */
  readonly isBare?: boolean;
}

const input = compileInput(PersonLine);
const bareInput = compileInput(Type.Object({ ...BorrowerCreate.properties, contacts: personLineParts.contacts }));

/** A person may stand in a line without an envelope: as POST /people takes it, with `contacts` among its fields. */
export const isBarePerson = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !('person' in value || 'loan' in value) &&
  Object.keys(value).some((name) => Object.hasOwn(BorrowerCreate.properties, name));

interface DecodedLine {
  readonly value: PersonLine;
  readonly ignored: readonly string[];
}

/** Errors: InvalidRequest, InvalidMetaData. */
export function decodePersonLine(value: unknown): DecodedLine {
  if (isBarePerson(value)) return decodeBarePerson(value);
  const decoded = input.decode(value, 'json');
  const { person } = decoded.value;
  if (person == null) {
    const isLoan = typeof value === 'object' && value !== null && 'loan' in value;
    throw refuseField('person', 'is required', isLoan ? 'a person; loans go to POST /loans/import' : 'a person');
  }
  mustBeNamed('person.', person);
  return decoded;
}

export function decodeBarePerson(line: unknown): DecodedLine {
  const { value, ignored } = bareInput.decode(line, 'json');
  const { contacts, ...person } = value;
  mustBeNamed('', person);
  return { value: { person, ...(contacts === undefined ? {} : { contacts }), isBare: true }, ignored };
}

/** The external id makes it safe to send a file again: an object with the same one is not created twice. */
export function mustBeNamed(within: string, { externalId }: { readonly externalId?: string | null }): void {
  if (externalId != null) return;
  const expected = 'an id of your own: with it the file can be sent again, and nothing is made twice';
  throw refuseField(`${within}externalId`, 'is required', expected);
}
