// Finds people without readable values: every criterion becomes tokens, and a person must match all criteria. Criteria
// that are not supported yet are named in the header Ignored-Fields.
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHave, type ReadContext } from '#platform/http/endpoint.ts';
import { type Page, type PageInput, pageQuery } from '#platform/http/pages.ts';
import { DateOnly, Id, StringEnum, Text } from '#platform/input/schemas.ts';
import { findPersonId } from './person.ts';
import { anyOf, peoplePage, peopleQuery, personSort } from './queries.ts';
import { normalizeEmail } from './rules/email.ts';
import { identityKey } from './rules/identity.ts';
import { normalizePhone } from './rules/phone.ts';
import { matches, queryWords } from './rules/search-words.ts';
import { type Borrower, borrowerTypes } from './schemas.ts';
import { type Criterion, matching } from './search-matches.ts';
import { identityToken, type TokenOf, tokensToFind, valueToken, wholeTerm, wordTokens } from './search-tokens.ts';

const words = (description: string) => Type.Optional(Text({ max: 200, description }));

/**
 * A caller who finds a person by a value learns that the value is theirs, so this needs the permission to read the
 * value.
 */
export const readIdentityPermission = 'person.identity:read';
const readContactsPermission = 'contact:list';
const needed: readonly (readonly [string, readonly (keyof typeof searchQuery)[]])[] = [
  [readIdentityPermission, ['taxId']],
  [readContactsPermission, ['email', 'emailExact', 'phone', 'address', 'city', 'state', 'postalCode']],
];

export const searchQuery = {
  ...pageQuery(personSort),
  _hasTheWords: words(
    `Every word must be found somewhere: in a name, business, street, city or ZIP, or as a whole email, phone or identity with six digits or more. Only names and businesses are looked at for a key without ${readContactsPermission}, no identities for one without ${readIdentityPermission}.`,
  ),
  _notTheWords: words('None of these words may be found.'),
  id: Type.Optional(Id('BO', 'borrower')),
  borrowerType: Type.Optional(StringEnum(borrowerTypes)),
  firstName: words('From three letters on, the beginning is enough; so for all names.'),
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
  businessName: words('Like firstName.'),
  incorporatedState: words('A state, by code or name.'),
};
type SearchQuery = PageInput & Omit<Static<Type.TObject<typeof searchQuery>>, keyof PageInput>;

export const searchExtra = {
  search: Type.Object({
    hits: Type.Array(
      Type.Object({
        id: Type.String(),
        score: Type.Number({ description: '1 where every word is found whole, less where only its beginning is.' }),
        highlight: Type.Object(
          {},
          { additionalProperties: true, description: 'The fields in which words were found.' },
        ),
      }),
    ),
    inputErrors: Type.Array(Type.String()),
    maxScore: Type.Union([Type.Number(), Type.Null()]),
    total: Type.Object({ relation: StringEnum(['eq', 'gte']), value: Type.Integer() }),
  }),
};

const nameFields = ['firstName', 'middleName', 'lastName', 'maidenName'] as const;
const addressFields = ['address', 'city'] as const;

/** What a search may look at, and how it gets the tokens of words. */
interface Finder {
  readonly token: TokenOf<string[]>;
  readonly findsContacts: boolean;
  readonly findsIdentities: boolean;
  /** Counts each search for an identity number, because many of them would be guesses. Errors: TooManyRequests. */
  countGuess(): void;
}

function finderOf({ caller, countGuess }: ReadContext, token: TokenOf<string[]>): Finder {
  const findsContacts = caller.permissions.has(readContactsPermission);
  const findsIdentities = caller.permissions.has(readIdentityPermission);
  return { token, findsContacts, findsIdentities, countGuess };
}

function mustSeeWhatIsAsked({ caller }: ReadContext, input: SearchQuery): void {
  for (const [permission, fields] of needed) {
    if (fields.some((field) => input[field] !== undefined)) mustHave(caller, permission);
  }
}

/** Errors: Forbidden, TooManyRequests. */
export async function searchPeople(
  ctx: ReadContext,
  input: SearchQuery,
): Promise<Page<Borrower> & { extra: { search: object } }> {
  mustSeeWhatIsAsked(ctx, input);
  const { reader, vault } = ctx;
  const inputErrors: string[] = [];
  const finder = finderOf(ctx, tokensToFind(vault, reader.realm));
  const wanted = await criteria(finder, input, inputErrors);
  const unwanted = input._notTheWords === undefined ? [] : await anywhere(finder, input._notTheWords);
  const hasCriteria = wanted.length + unwanted.length > 0 || input.id !== undefined || input.borrowerType !== undefined;
  // Without criteria nobody is found: a search that lost its words must not list everybody. The same for a wrong word.
  if (!hasCriteria || inputErrors.length > 0) return withHits(await nobody(reader, vault, input), input, inputErrors);
  const isFiltered = input.borrowerType !== undefined || input.id !== undefined;
  let query = peopleQuery(reader);
  if (input.borrowerType !== undefined) query = query.where('borrower_type', '=', input.borrowerType);
  if (input.id !== undefined) {
    // An unknown id finds nobody and is not refused: this is a search, not a path.
    const id = await findPersonId(reader, input.id);
    query = query.where(anyOf('people.person_id', id === undefined ? [] : [id]));
  }
  const matched = await matching(reader, query, wanted, unwanted, isFiltered);
  if (matched === null) return withHits(await nobody(reader, vault, input), input, inputErrors);
  return withHits(await peoplePage(reader, vault, matched.query, input, matched.source), input, inputErrors);
}

/** An empty page; a wrong order or cursor is refused as in any list. */
const nobody = (reader: Reader, vault: Vault, input: SearchQuery): Promise<Page<Borrower>> =>
  peoplePage(reader, vault, peopleQuery(reader).where(sql<boolean>`false`), input);

async function criteria(finder: Finder, input: SearchQuery, inputErrors: string[]): Promise<Criterion[]> {
  const { token } = finder;
  const inPeople = (fields: readonly string[], text: string | undefined): Criterion[] =>
    text === undefined ? [] : wordTokens(token, fields, text).map((tokens) => ({ inPeople: tokens }));
  const inContacts = (fields: readonly string[], text: string | undefined): Criterion[] =>
    text === undefined ? [] : wordTokens(token, fields, text).map((tokens) => ({ inContacts: tokens }));
  const emails = [input.email, input.emailExact].filter((email) => email !== undefined);
  return [
    ...(input._hasTheWords === undefined ? [] : await anywhere(finder, input._hasTheWords)),
    ...nameFields.flatMap((field) => inPeople([field], input[field])),
    ...inPeople(nameFields, input.fullName),
    ...inPeople(['businessName'], input.businessName),
    ...inContacts(['address'], input.address),
    ...inContacts(['city'], input.city),
    ...(input.dateOfBirth === undefined ? [] : [{ inPeople: token('dateOfBirth', input.dateOfBirth) }]),
    ...stateCriterion(token, 'incorporatedState', input.incorporatedState, 'inPeople'),
    ...stateCriterion(token, 'state', input.state, 'inContacts'),
    ...(input.postalCode === undefined
      ? []
      : [{ inContacts: token('postalCode', wholeTerm.postalCode(input.postalCode)) }]),
    ...(input.taxId === undefined ? [] : [{ inIdentities: identitiesOf(finder, input.taxId) }]),
    ...emails.flatMap((email) => valueCriterion(token, 'email', normalizeEmail(email), inputErrors)),
    ...(input.phone === undefined
      ? []
      : valueCriterion(token, 'phone', await normalizePhone(input.phone), inputErrors)),
  ];
}

function stateCriterion(
  token: TokenOf<string[]>,
  field: 'state' | 'incorporatedState',
  text: string | undefined,
  where: 'inPeople' | 'inContacts',
): Criterion[] {
  if (text === undefined) return [];
  return [{ [where]: token(field, wholeTerm[field](text)) }];
}

function valueCriterion(
  token: TokenOf<string[]>,
  field: 'email' | 'phone',
  checked: { value: string } | { problem: string; expected: string },
  inputErrors: string[],
): Criterion[] {
  if ('value' in checked) return [{ inContactValues: valueToken(token, field, checked.value) }];
  inputErrors.push(`${field} ${checked.problem}; ${checked.expected} would be right.`);
  return [];
}

/**
 * Digits and the characters that people write between them, enough of them for a phone number or an identity number.
 */
const isNumber = (text: string): boolean => /^[\d\s().+-]+$/.test(text) && text.replace(/\D/g, '').length >= 7;

/** Each word may be in any field. */
async function anywhere(finder: Finder, text: string): Promise<Criterion[]> {
  // A phone is often written with spaces.
  const spaced = isNumber(text) ? [text] : text.split(/\s+/);
  return (await Promise.all(spaced.map((word) => wordCriteria(finder, word)))).flat();
}

/** `Smith-Jones` asks for two words; `317-555-1212` and an email address are one word each. */
async function wordCriteria(finder: Finder, word: string): Promise<Criterion[]> {
  const parts = queryWords(word);
  const isWhole = word.includes('@') || isNumber(word);
  if (parts.length === 1) return [{ ...(await valuesOf(finder, word)), ...textsOf(finder, parts[0] as string) }];
  return isWhole ? [await valuesOf(finder, word)] : parts.map((part) => textsOf(finder, part));
}

const textsOf = ({ token, findsContacts }: Finder, word: string): Criterion => ({
  inPeople: wordTokens(token, [...nameFields, 'businessName'], word).flat(),
  ...(findsContacts
    ? {
        inContacts: [
          ...wordTokens(token, addressFields, word).flat(),
          ...(/^\d{5}$/.test(word) ? token('postalCode', wholeTerm.postalCode(word)) : []),
        ],
      }
    : {}),
});

async function valuesOf(finder: Finder, word: string): Promise<Criterion> {
  return {
    ...(finder.findsContacts ? await reachedBy(finder.token, word) : {}),
    ...(finder.findsIdentities && mayBeIdentity(word) ? { inIdentities: identitiesOf(finder, word) } : {}),
  };
}

async function reachedBy(token: TokenOf<string[]>, word: string): Promise<Criterion> {
  if (word.includes('@')) return { inContactValues: valueToken(token, 'email', word) };
  if (!isNumber(word)) return {};
  const phone = await normalizePhone(word);
  return { inContactValues: 'value' in phone ? valueToken(token, 'phone', phone.value) : [] };
}

/** Names and house numbers are not guesses, and are not looked for among identities. */
const mayBeIdentity = (word: string): boolean =>
  !word.includes('@') && identityKey(word).replace(/\D/g, '').length >= 6;

function identitiesOf({ token, countGuess }: Finder, value: string): string[] {
  countGuess();
  return identityToken(token, value);
}

function withHits(page: Page<Borrower>, input: SearchQuery, inputErrors: string[]) {
  const hits = page.items.map((borrower) => hitOf(borrower, input));
  const scores = hits.map((hit) => hit.score);
  const search = {
    hits,
    inputErrors,
    maxScore: scores.length === 0 ? null : Math.max(...scores),
    total: { relation: page.totalIsLowerBound ? 'gte' : 'eq', value: page.total },
  };
  return { ...page, extra: { search } };
}

/** How well readable names match the words: a whole word counts 1, a beginning a half. Other criteria are exact. */
function hitOf(borrower: Borrower, input: SearchQuery) {
  const asked = [input._hasTheWords, input.fullName, input.businessName, ...nameFields.map((field) => input[field])];
  const askedWords = asked.flatMap((text) => (text === undefined ? [] : queryWords(text)));
  const { name, businessDetails } = borrower;
  const fields: Record<string, string | null | undefined> = {
    'name.firstName': name?.firstName,
    'name.middleName': name?.middleName,
    'name.lastName': name?.lastName,
    'name.maidenLastName': name?.maidenLastName,
    'name.preferredFirstName': name?.preferredFirstName,
    'businessDetails.businessName': businessDetails?.businessName,
    'businessDetails.businessLegalName': businessDetails?.businessLegalName,
  };
  const highlight: Record<string, string> = {};
  const scores = askedWords.map((word) => {
    const answers = Object.entries(fields).map(([field, text]) => {
      const how = text ? matches(text, word) : null;
      if (how !== null) highlight[field] = text as string;
      return how === 'exact' ? 1 : how === 'prefix' ? 0.5 : 0;
    });
    return Math.max(0, ...answers);
  });
  // A word that is in no name was found in an address or as a whole value.
  const score = scores.length === 0 ? 1 : scores.reduce((sum, one) => sum + (one || 1), 0) / scores.length;
  return { id: borrower.id, score: Math.round(score * 100) / 100, highlight };
}
