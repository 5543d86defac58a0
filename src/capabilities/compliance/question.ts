// Reads what is asked, against what is known of the borrower: the contact, the loans and the moment.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { ContactFact, Facts, Question } from '@tenor/guard/contract.ts';
import { isOffer, offerProblems, reachedBy, subjectNow, themeOf } from '#capabilities/interactions/index.ts';
import {
  type Channel,
  type ContactedContact,
  normalizeAddress,
  normalizeEmail,
  normalizePhone,
  sealerOf,
  valueOfContact,
  wrongField,
} from '#capabilities/people/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { errors, mustHaveNone, type Problem, Refusal, refuseField } from '#platform/errors.ts';
import { referenceOf } from '#platform/ids.ts';
import { momentIf, momentOf } from './facts/moments.ts';
import { nothingKnown, placeIn } from './facts/open-facts.ts';
import type { KnownOfPerson } from './facts/read-facts.ts';
import type { CanInteract, CanInteractWithMany } from './schemas.ts';

const yearSeconds = 366 * 86_400;
const yearsBackMax = 10;

export interface Moments {
  readonly at: Instant;
  readonly knownAt: Instant | null;
}

type OfContact = Omit<CanInteractWithMany, 'people' | 'withInforming'>;
/** What is said of one borrower: by whom or what, and about which loans. */
export type OfPerson = Pick<
  CanInteract,
  'contactId' | 'contactExternalId' | 'externalContactId' | 'contactDetails' | 'loanId' | 'loanIds'
>;

/** What is asked of every borrower alike. Errors: InvalidRequest. */
export function contactOf(
  sent: OfContact,
  now: Instant,
): { moments: Moments; question: Omit<Question, 'loanIds' | 'contactId'> } {
  const { channel, isAutodialed, voiceKind } = sent;
  const at = sent.at ?? now;
  const knownAt = sent.knownAt ?? null;
  const subject = sent.subject == null ? null : subjectNow(sent.subject);
  mustHaveNone([
    ...momentProblems({ at, knownAt }, now),
    ...channelProblems(sent),
    ...offerProblems(subject, sent.isTransactional),
  ]);
  return {
    moments: { at, knownAt },
    question: {
      at: momentOf(at),
      knownAt: momentIf(knownAt),
      channel,
      direction: sent.direction ?? 'outbound',
      theme: themeOf(subject, sent.theme),
      subject,
      isTransactional: sent.isTransactional ?? !isOffer(subject),
      isAutodialed: isAutodialed ?? false,
      voice: voiceKind ?? 'live',
      checkAtCompanyNoon: sent.checkAtCompanyNoon ?? false,
    },
  };
}

function momentProblems({ at, knownAt }: Moments, now: Instant): Problem[] {
  const last = addSeconds(now, yearSeconds);
  const first = addSeconds(now, -yearsBackMax * yearSeconds);
  const range = `a moment from ${first} to`;
  return [
    ...(at > last || at < first ? [{ path: 'at', message: 'is too far away', expected: `${range} ${last}` }] : []),
    ...(knownAt !== null && (knownAt > now || knownAt < first)
      ? [{ path: 'knownAt', message: 'is in the future, or too long ago', expected: `${range} now` }]
      : []),
  ];
}

function channelProblems({ channel, isAutodialed, voiceKind }: OfContact): Problem[] {
  const expected = 'nothing, or the channel voice';
  const message = `is nothing that can be said of ${channel}`;
  const isSpoken = channel === null || channel === 'voice';
  return [
    ...(isAutodialed === true && !isSpoken && channel !== 'text' ? [{ path: 'isAutodialed', message, expected }] : []),
    ...(voiceKind != null && voiceKind !== 'live' && !isSpoken ? [{ path: 'voiceKind', message, expected }] : []),
  ];
}

// ---- the contact -----------------------------------------------------------------------------------------------------

/** The contact that was sent in full, read as one on file would be. */
export interface SentContact {
  readonly fact: ContactFact;
  readonly email: string | null;
}

/** So the facts of a verdict name it. */
const idOfSent = 'contactDetails';

/** Errors: InvalidRequest. */
export async function sentContact({ contactDetails: sent }: OfPerson): Promise<SentContact | null> {
  if (sent == null) return null;
  const { contactType, label, affiliation, value, address } = sent;
  const isAddress = contactType === 'address';
  if (isAddress ? address == null : value == null) {
    const field = isAddress ? 'address' : 'value';
    throw refuseField(`contactDetails.${field}`, 'is required', isAddress ? 'an address' : `a ${contactType}`);
  }
  const place = isAddress ? addressIn(address) : null;
  const text = isAddress ? null : await valueIn(contactType, value as string);
  return {
    email: contactType === 'email' ? text : null,
    fact: {
      ...nothingKnown,
      id: idOfSent,
      contactType,
      label: (label ?? 'personal') as ContactFact['label'],
      affiliation: affiliation ?? 'self',
      valid: true,
      number: contactType === 'phone' ? text : null,
      ...placeIn(place),
      authorizedThirdParty: false,
      powerOfAttorney: false,
      legalRepresentativeId: null,
    },
  };
}

async function valueIn(type: 'email' | 'phone', value: string): Promise<string> {
  const checked = type === 'email' ? normalizeEmail(value) : await normalizePhone(value);
  if ('value' in checked) return checked.value;
  throw wrongField('contactDetails.value', checked);
}

function addressIn(address: NonNullable<OfPerson['contactDetails']>['address']) {
  const checked = normalizeAddress(address ?? {});
  if ('value' in checked) return checked.value;
  const field = checked.field === undefined ? '' : `.${checked.field}`;
  throw wrongField(`contactDetails.address${field}`, checked);
}

// ---- the question ----------------------------------------------------------------------------------------------------

interface Asked {
  readonly sent: OfPerson;
  readonly details: SentContact | null;
  readonly channel: Channel | null;
  /** What stands before the names of its fields: `people[3].` in a list. */
  readonly path: string;
  readonly vault: Vault;
}

interface Named {
  readonly contactId: string | null;
  readonly loanIds: readonly string[];
  /** With the contact that is not on file. */
  readonly contacts: readonly ContactFact[];
}

/** Errors: NotFound, InvalidRequest. */
export function namedOf(asked: Asked, known: KnownOfPerson): Named {
  const { contacts } = known.facts;
  const loanIds = loansNamed(asked, known);
  mustBeOne(asked);
  if (asked.details === null) return { contactId: contactNamed(asked, known), loanIds, contacts };
  const { fact } = asked.details;
  mustFit(asked, fact.contactType, `${asked.path}contactDetails.contactType`);
  const there = onFile(asked, known);
  if (there !== undefined) return { contactId: there, loanIds, contacts };
  return { contactId: fact.id, loanIds, contacts: [...contacts, fact] };
}

const reaches = ['contactId', 'contactExternalId', 'externalContactId', 'contactDetails'] as const;

/** Errors: InvalidRequest. */
function mustBeOne({ sent, path }: Asked): void {
  const [, second] = reaches.filter((name) => sent[name] != null);
  if (second !== undefined) throw refuseField(`${path}${second}`, 'names a second contact', 'one of them, or none');
}

/** Errors: NotFound, InvalidRequest. */
function contactNamed(asked: Asked, { contacts }: KnownOfPerson): string | null {
  const { sent, path } = asked;
  const field = reaches.find((name) => sent[name] != null);
  if (field === undefined) return null;
  const given = sent[field] as string;
  const named = field === 'contactId' ? referenceOf(given) : { externalId: given };
  const isIt = (row: ContactedContact) => ('id' in named ? row.id === named.id : row.external_id === named.externalId);
  const found = contacts.find(isIt);
  if (found === undefined) throw noSuch('contact', given, `${path}${field}`);
  mustFit(asked, found.contact_type, `${path}${field}`);
  return found.id;
}

/** Errors: InvalidRequest. */
function mustFit({ channel }: Asked, type: ContactFact['contactType'], path: string): void {
  const needed = channel === null ? null : reachedBy(channel);
  if (needed === null || needed === type) return;
  throw refuseField(path, `is no ${needed} but ${type}`, `a contact of this borrower for ${channel}: a ${needed}`);
}

/** The id under which the same number or email is on file. */
function onFile({ details, vault }: Asked, { contacts, facts, person }: KnownOfPerson): string | undefined {
  const { fact, email } = details as SentContact;
  if (fact.number !== null) return facts.contacts.find(({ number }) => number === fact.number)?.id;
  if (email === null || person.erased_at !== null) return undefined;
  const sealer = sealerOf(vault, person);
  const emails = contacts.filter(({ contact_type: type }) => type === 'email');
  return emails.find((row) => valueOfContact(sealer, row) === email)?.id;
}

/** Errors: NotFound. */
function loansNamed({ sent, path }: Asked, { loans }: KnownOfPerson): string[] {
  const given = [
    ...(sent.loanId == null ? [] : [['loanId', sent.loanId] as const]),
    ...(sent.loanIds ?? []).map((one, i) => [`loanIds[${i}]`, one] as const),
  ];
  const found = given.map(([field, reference]) => {
    const named = referenceOf(reference);
    const loan = loans.find((one) => ('id' in named ? one.id === named.id : one.externalId === named.externalId));
    if (loan === undefined) throw noSuch('loan', reference, `${path}${field}`);
    return loan.id;
  });
  return [...new Set(found)];
}

const noSuch = (what: string, reference: string, path: string): Refusal =>
  new Refusal(errors.NotFound, `This borrower has no ${what} ${reference}.`, { data: { path } });

/** The facts with a contact that is not on file. */
export const withContacts = (facts: Facts, contacts: readonly ContactFact[]): Facts =>
  contacts === facts.contacts ? facts : { ...facts, contacts };
