// What a search asks for: its parameters, and which words of them are searched for. What is not used is named in the
// answer, with the reason, and without the text itself, which is personal.
import Type, { type Static, type TProperties } from 'typebox';
import { refuseField } from '#platform/errors.ts';
import { type PageInput, pageQuery } from '#platform/http/pages.ts';
import { DateOnly, Id, StringEnum, Text, WithoutEffect } from '#platform/input/schemas.ts';
import { personSort } from './queries.ts';
import { isLetter, queryWords } from './rules/search-words.ts';
import { borrowerTypes } from './schemas.ts';

/** A short word is looked up by hundreds of tokens, and computing them for more words would delay other requests. */
const wordsMax = 20;

const words = (description: string) => Type.Optional(Text({ max: 200, description }));

export const readIdentityPermission = 'person.identity:read';
export const readContactsPermission = 'contact:list';
export const readRepresentativesPermission = 'legal.representative:list';

/** Parameters that clients send and that nothing is searched by yet, and what is not there yet. */
const notYet = {
  employeeEmail: 'employees of businesses',
  employeeEmailExact: 'employees of businesses',
  employeePhone: 'employees of businesses',
  employeeName: 'employees of businesses',
} as const;

type Later = { readonly [Name in keyof typeof notYet]: ReturnType<typeof words> };
const later = Object.fromEntries(
  Object.entries(notYet).map(([name, until]) => [name, WithoutEffect(words('Not searched by yet.'), until)]),
) as Later satisfies TProperties;

export const searchQuery = {
  ...pageQuery(personSort),
  _hasTheWords: words(
    `Every word must be found somewhere: in a name, business, street, city or ZIP, or as a whole email, phone or identity with six digits or more. Only names and businesses are looked at for a key without ${readContactsPermission}, no identities for one without ${readIdentityPermission}. At most ${wordsMax} words, with those of the other fields.`,
  ),
  _notTheWords: words('None of these words may be found.'),
  id: Type.Optional(Id('BO', 'borrower')),
  loanId: Type.Optional(
    Id('LN', 'loan', {
      description: 'Who borrows with this loan, alone or with others. Needs the permission loan:list.',
    }),
  ),
  borrowerType: Type.Optional(StringEnum(borrowerTypes)),
  firstName: words(
    'From two letters on, the beginning is enough; so for all names. One letter is found as a whole word, and not used beside longer words.',
  ),
  middleName: words('Like firstName.'),
  lastName: words('Like firstName.'),
  maidenName: words('Like firstName.'),
  fullName: words('Every word must be found in one of the names.'),
  dateOfBirth: Type.Optional(DateOnly),
  email: Type.Optional(Text({ max: 320, description: 'The whole address.' })),
  emailExact: Type.Optional(Text({ max: 320, description: 'The same as email.' })),
  phone: words('The whole number, in any usual form.'),
  address: words('Words of a street line.'),
  city: words('Like firstName.'),
  state: words('A state, by code or name.'),
  postalCode: words('The first five digits count.'),
  taxId: words(
    `The whole number of an identity, with or without dashes. Needs the permission ${readIdentityPermission}; so many in a minute are too many (429).`,
  ),
  paymentMethod: words(
    'The last four digits of an account or a card, a kind of payment instrument (bankAccount, card, paymentNetwork, check), or the beginning of the name of a payment network. Needs the permission payment.instrument:list.',
  ),
  businessName: words('Like firstName.'),
  incorporatedState: words('A state, by code or name.'),
  legalRepFirstName: words(
    `Like firstName, of a legal representative. Needs the permission ${readRepresentativesPermission}.`,
  ),
  legalRepLastName: words(
    `Like firstName, of a legal representative or its firm. Needs the permission ${readRepresentativesPermission}.`,
  ),
  legalRepEmail: words(
    `The whole address of an attorney or another legal representative. Needs the permission ${readContactsPermission}.`,
  ),
  legalRepPhone: words('The whole number, like legalRepEmail.'),
  caseId: Type.Optional(Id('CS', 'case', { description: 'Whose case it is. Needs the permission case:list.' })),
  bankruptcyCourtCase: words(
    'The whole number of a bankruptcy at its court, with or without dashes. Needs the permission case:list.',
  ),
  ...later,
};
export type SearchQuery = PageInput & Omit<Static<Type.TObject<typeof searchQuery>>, keyof PageInput>;

export const nameFields = ['firstName', 'middleName', 'lastName', 'maidenName'] as const;
export const representativeFields = ['legalRepFirstName', 'legalRepLastName'] as const;
const wordFields = [...nameFields, 'fullName', 'businessName', 'address', 'city', ...representativeFields] as const;
type WordField = (typeof wordFields)[number];

/** A word that may be found in any field, as a whole value (an email, a phone, an identity) or as a part of a text. */
export interface AnyWord {
  readonly whole: string | null;
  readonly part: string | null;
}

export interface AskedWords {
  of(field: WordField): readonly string[];
  readonly anywhere: readonly AnyWord[];
  readonly nowhere: readonly AnyWord[];
}

/** The words that are searched for. What is not used is added to `inputErrors`. Errors: InvalidRequest. */
export function askedWords(input: SearchQuery, inputErrors: string[]): AskedWords {
  const texts = wordFields.flatMap((field) =>
    isBlank(input[field]) ? [] : [[field, input[field] as string] as const],
  );
  const fields = new Map(texts.map(([field, text]) => [field, queryWords(text)] as const));
  const anywhere = isBlank(input._hasTheWords) ? undefined : anyWords(input._hasTheWords as string);
  const all: readonly AnyWord[] = [
    ...[...fields.values()].flat().map((part) => ({ whole: null, part })),
    ...(anywhere ?? []),
  ];
  const isUsed = all.every(isShort) ? () => true : (word: AnyWord) => !isShort(word);
  const note = (field: string, before: number, after: number): void => {
    if (before === 0) inputErrors.push(`${field} was not used: it has no letters or digits.`);
    if (after < before) inputErrors.push(`${field}: a single letter was not used beside longer words; two would be.`);
  };
  const used = new Map<string, readonly string[]>();
  for (const [field, words] of fields) {
    const kept = words.filter((part) => isUsed({ whole: null, part }));
    note(field, words.length, kept.length);
    used.set(field, kept);
  }
  mustBeFew([...fields, ['_hasTheWords', anywhere ?? []]]);
  const usedAnywhere = (anywhere ?? []).filter(isUsed);
  if (anywhere !== undefined) note('_hasTheWords', anywhere.length, usedAnywhere.length);
  const nowhere = isBlank(input._notTheWords) ? undefined : anyWords(input._notTheWords as string);
  mustBeFew([['_notTheWords', nowhere ?? []]]);
  if (nowhere !== undefined) note('_notTheWords', nowhere.length, nowhere.length);
  for (const [name, until] of Object.entries(notYet)) {
    if (isBlank(input[name as keyof typeof notYet])) continue;
    inputErrors.push(`${name} was not used: there are no ${until} yet.`);
  }
  return { of: (field) => used.get(field) ?? [], anywhere: usedAnywhere, nowhere: nowhere ?? [] };
}

/** Names the field with the most words. Errors: InvalidRequest. */
function mustBeFew(fields: readonly (readonly [path: string, words: readonly unknown[]])[]): void {
  const count = fields.reduce((sum, [, words]) => sum + words.length, 0);
  if (count <= wordsMax) return;
  const [path] = fields.reduce((a, b) => (b[1].length >= a[1].length ? b : a));
  throw refuseField(path, `asks for ${count} words`, `at most ${wordsMax} words, with those of the other fields`);
}

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

const isShort = ({ part }: AnyWord): boolean => part !== null && isLetter(part);

/**
 * Digits and the characters that people write between them, enough of them for a phone number or an identity number.
 */
export const isNumber = (text: string): boolean => /^[\d\s().+-]+$/.test(text) && text.replace(/\D/g, '').length >= 7;

/** A phone is often written with spaces. `Smith-Jones` asks for two words; `317-555-1212` and an email are one each. */
const anyWords = (text: string): AnyWord[] =>
  (isNumber(text) ? [text] : text.split(/\s+/)).flatMap((word): AnyWord[] => {
    const parts = queryWords(word);
    if (parts.length === 1) return [{ whole: word, part: parts[0] as string }];
    if (word.includes('@') || isNumber(word)) return [{ whole: word, part: null }];
    return parts.map((part) => ({ whole: null, part }));
  });
