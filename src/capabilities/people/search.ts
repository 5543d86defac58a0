// Finds people without readable values: every criterion becomes tokens, and a person must match all criteria. What was
// not used is named in `inputErrors`.
import { sql } from 'kysely';
import Type from 'typebox';
import { normalizeEmail } from '#platform/contacts/email.ts';
import { normalizePhone } from '#platform/contacts/phone.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { Page } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import type { SubjectSearches } from '#platform/subject-search.ts';
import { findPersonId } from './person.ts';
import { anyOf, peoplePage, peopleQuery } from './queries.ts';
import { identityKey } from './rules/identity.ts';
import { matches } from './rules/search-words.ts';
import type { Borrower } from './schemas.ts';
import {
  type AnyWord,
  type AskedWords,
  askedWords,
  isNumber,
  nameFields,
  readContactsPermission,
  readIdentityPermission,
  readRepresentativesPermission,
  representativeFields,
  type SearchQuery,
  type searchQuery,
} from './search-input.ts';
import { type Criterion, matching } from './search-matches.ts';
import { identityToken, type TokenOf, tokensToFind, valueToken, wholeTerm, wordTokens } from './search-tokens.ts';

/**
 * A caller who finds a person by a value learns that the value is theirs, so this needs the permission to read the
 * value.
 */
const needed: readonly (readonly [string, readonly (keyof typeof searchQuery)[]])[] = [
  [readIdentityPermission, ['taxId']],
  [
    readContactsPermission,
    ['email', 'emailExact', 'phone', 'address', 'city', 'state', 'postalCode', 'legalRepEmail', 'legalRepPhone'],
  ],
  [readRepresentativesPermission, representativeFields],
];

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
    inputErrors: Type.Array(Type.String(), { description: 'What was not used, or finds nobody, and why.' }),
    maxScore: Type.Union([Type.Number(), Type.Null()]),
    total: Type.Object({ relation: StringEnum(['eq', 'gte']), value: Type.Integer() }),
  }),
};

const addressFields = ['address', 'city'] as const;

/** What a search may look at, and how it gets the tokens of words. */
interface Finder {
  readonly token: TokenOf<string[]>;
  readonly findsContacts: boolean;
  readonly findsIdentities: boolean;
  /** Counts each search for an identity number, because many of them would be guesses. Errors: TooManyRequests. */
  countGuess(): Promise<void>;
}

function finderOf({ caller, countGuess }: ReadContext, token: TokenOf<string[]>): Finder {
  const findsContacts = caller.permissions.has(readContactsPermission);
  const findsIdentities = caller.permissions.has(readIdentityPermission);
  return { token, findsContacts, findsIdentities, countGuess };
}

function mustSeeWhatIsAsked({ caller }: ReadContext, input: SearchQuery, searches: SubjectSearches): void {
  for (const [permission, fields] of needed) {
    if (fields.some((field) => input[field] !== undefined)) mustHave(caller, permission);
  }
  for (const [{ permission }] of askedElsewhere(input, searches)) mustHave(caller, permission);
}

/** What later capabilities are asked for, with its text. */
const askedElsewhere = (input: SearchQuery, searches: SubjectSearches) =>
  Object.entries(searches).flatMap(([name, search]) => {
    const text = input[name as keyof SearchQuery];
    return typeof text === 'string' && text.trim() !== '' ? [[search, text, name] as const] : [];
  });

/** `searches`: what later capabilities find people by. Errors: Forbidden, TooManyRequests. */
export async function searchPeople(
  ctx: ReadContext,
  input: SearchQuery,
  searches: SubjectSearches,
): Promise<Page<Borrower> & { extra: { search: object } }> {
  mustSeeWhatIsAsked(ctx, input, searches);
  const { reader, vault } = ctx;
  const [unused, wrong]: [string[], string[]] = [[], []];
  const finder = finderOf(ctx, tokensToFind(vault, reader.realm));
  const words = askedWords(input, unused);
  const wanted = [
    ...(await criteria(finder, words, input, wrong)),
    ...(await elsewhere(ctx, askedElsewhere(input, searches), wrong)),
  ];
  const unwanted = await Promise.all(words.nowhere.map((word) => anywhere(finder, word)));
  const shown = (page: Page<Borrower>) => withHits(page, words, [...wrong, ...unused]);
  const hasCriteria = wanted.length + unwanted.length > 0 || input.id !== undefined || input.borrowerType !== undefined;
  // Without criteria nobody is found: a search that lost its words must not list everybody. The same for a wrong word.
  if (!hasCriteria || wrong.length > 0) return shown(await nobody(reader, vault, input));
  const isFiltered = input.borrowerType !== undefined || input.id !== undefined;
  let query = peopleQuery(reader);
  if (input.borrowerType !== undefined) query = query.where('borrower_type', '=', input.borrowerType);
  if (input.id !== undefined) {
    // An unknown id finds nobody and is not refused: this is a search, not a path.
    const id = await findPersonId(reader, input.id);
    query = query.where(anyOf('people.person_id', id === undefined ? [] : [id]));
  }
  const matched = await matching(reader, query, wanted, unwanted, isFiltered);
  if (matched === null) return shown(await nobody(reader, vault, input));
  return shown(await peoplePage(reader, vault, matched.query, input, matched.source));
}

/** What later capabilities find. */
const elsewhere = async (
  { reader, vault }: Pick<ReadContext, 'reader' | 'vault'>,
  asked: ReturnType<typeof askedElsewhere>,
  wrong: string[],
): Promise<Criterion[]> =>
  Promise.all(
    asked.map(async ([search, text, name]): Promise<Criterion> => {
      const found = await search.find(reader, text, vault);
      if ('problem' in found) wrong.push(`${name} ${found.problem}; ${found.expected} would be right.`);
      return { elsewhere: 'problem' in found ? { ids: [] } : found };
    }),
  );

/** An empty page; a wrong order or cursor is refused as in any list. */
const nobody = (reader: Reader, vault: Vault, input: SearchQuery): Promise<Page<Borrower>> =>
  peoplePage(reader, vault, peopleQuery(reader).where(sql<boolean>`false`), input);

async function criteria(finder: Finder, words: AskedWords, input: SearchQuery, wrong: string[]): Promise<Criterion[]> {
  const { token } = finder;
  const inPeople = (fields: readonly string[], asked: readonly string[]): Criterion[] =>
    asked.map((word) => ({ inPeople: wordTokens(token, fields, word) }));
  const inContacts = (field: 'address' | 'city'): Criterion[] =>
    words.of(field).map((word) => ({ inContacts: wordTokens(token, [field], word) }));
  const emails = [input.email, input.emailExact].filter((email) => email !== undefined);
  return [
    ...(await Promise.all(words.anywhere.map((word) => anywhere(finder, word)))),
    ...nameFields.flatMap((field) => inPeople([field], words.of(field))),
    ...inPeople(nameFields, words.of('fullName')),
    ...inPeople(['businessName'], words.of('businessName')),
    ...inContacts('address'),
    ...inContacts('city'),
    ...representativeFields.flatMap((field) =>
      words.of(field).map((word) => ({ inRepresentatives: wordTokens(token, [field], word) })),
    ),
    ...(input.dateOfBirth === undefined ? [] : [{ inPeople: token('dateOfBirth', input.dateOfBirth) }]),
    ...stateCriterion(token, 'incorporatedState', input.incorporatedState, 'inPeople'),
    ...stateCriterion(token, 'state', input.state, 'inContacts'),
    ...(input.postalCode === undefined
      ? []
      : [{ inContacts: token('postalCode', wholeTerm.postalCode(input.postalCode)) }]),
    ...(input.taxId === undefined ? [] : [{ inIdentities: await identitiesOf(finder, input.taxId) }]),
    ...emails.flatMap((email) => valueCriterion(token, 'email', normalizeEmail(email), wrong)),
    ...(input.phone === undefined ? [] : valueCriterion(token, 'phone', await normalizePhone(input.phone), wrong)),
    ...(await reachedLegally(token, input, wrong)),
  ];
}

/** The same values, where an attorney or another legal representative is reached by them. */
async function reachedLegally(token: TokenOf<string[]>, input: SearchQuery, wrong: string[]): Promise<Criterion[]> {
  const { legalRepEmail: email, legalRepPhone: phone } = input;
  const found = [
    ...(email === undefined ? [] : valueCriterion(token, 'email', normalizeEmail(email), wrong, 'legalRepEmail')),
    ...(phone === undefined ? [] : valueCriterion(token, 'phone', await normalizePhone(phone), wrong, 'legalRepPhone')),
  ];
  return found.map(({ inContactValues }) => ({ inLegalValues: inContactValues }));
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
  wrong: string[],
  asked: string = field,
): Criterion[] {
  if ('value' in checked) return [{ inContactValues: valueToken(token, field, checked.value) }];
  wrong.push(`${asked} ${checked.problem}; ${checked.expected} would be right.`);
  return [];
}

/** The word may be in any field. */
const anywhere = async (finder: Finder, { whole, part }: AnyWord): Promise<Criterion> => ({
  ...(whole === null ? {} : await valuesOf(finder, whole)),
  ...(part === null ? {} : textsOf(finder, part)),
});

const textsOf = ({ token, findsContacts }: Finder, word: string): Criterion => ({
  inPeople: wordTokens(token, [...nameFields, 'businessName'], word),
  ...(findsContacts
    ? {
        inContacts: [
          ...wordTokens(token, addressFields, word),
          ...(/^\d{5}$/.test(word) ? token('postalCode', wholeTerm.postalCode(word)) : []),
        ],
      }
    : {}),
});

async function valuesOf(finder: Finder, word: string): Promise<Criterion> {
  return {
    ...(finder.findsContacts ? await reachedBy(finder.token, word) : {}),
    ...(finder.findsIdentities && mayBeIdentity(word) ? { inIdentities: await identitiesOf(finder, word) } : {}),
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

async function identitiesOf({ token, countGuess }: Finder, value: string): Promise<string[]> {
  await countGuess();
  return identityToken(token, value);
}

function withHits(page: Page<Borrower>, words: AskedWords, inputErrors: readonly string[]) {
  const asked = [...words.anywhere.map(({ part }) => part), ...namesAsked.flatMap((field) => words.of(field))];
  const hits = page.items.map((borrower) => hitOf(borrower, asked));
  const scores = hits.map((hit) => hit.score);
  const search = {
    hits,
    inputErrors,
    maxScore: scores.length === 0 ? null : Math.max(...scores),
    total: { relation: page.totalIsLowerBound ? 'gte' : 'eq', value: page.total },
  };
  return { ...page, extra: { search } };
}

const namesAsked = ['fullName', 'businessName', ...nameFields] as const;

/**
 * How well readable names match the words: a whole word counts 1, a beginning a half. Other criteria are exact, and so
 * is a word that is null: a whole value.
 */
function hitOf(borrower: Borrower, asked: readonly (string | null)[]) {
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
  const scores = asked.map((word) => {
    if (word === null) return 1;
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
