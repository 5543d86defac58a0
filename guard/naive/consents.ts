// Consents, and the wish not to be contacted (conventions 15 and 16).
import type { ConsentFact, RequestFact } from '../contract.ts';
import { type Asked, isAtWork, isNamed, type NarrowChannel, narrow } from './reach.ts';

const metBy: Readonly<Record<string, readonly string[]>> = {
  priorExpress: ['priorExpress', 'express', 'priorExpressWritten', 'writtenRevocable'],
  express: ['priorExpress', 'express', 'priorExpressWritten', 'writtenRevocable'],
  priorExpressWritten: ['priorExpressWritten'],
  writtenRevocable: ['writtenRevocable'],
  written: ['priorExpressWritten', 'writtenRevocable'],
  esign: ['esign'],
};

/** The consents of a kind that hold at the moment for the channel and the contact of the question. */
export function consentsNow(kind: string, channel: NarrowChannel, asked: Asked): ConsentFact[] {
  return asked.facts.consents.filter(
    (consent) =>
      (metBy[kind] ?? []).includes(consent.consentType) &&
      narrow(consent.channel) === channel &&
      (consent.contactId === null || consent.contactId === asked.contact?.id) &&
      consent.givenAt <= asked.moment &&
      (consent.revokedAt === null || consent.revokedAt > asked.moment),
  );
}

export const hasConsentNow = (kind: string, channel: NarrowChannel, asked: Asked): boolean =>
  consentsNow(kind, channel, asked).length > 0;

interface Wish {
  readonly at: number;
  readonly contactId: string | null;
  /** Null: it is about every channel. */
  readonly channel: NarrowChannel | null;
  readonly inWriting: boolean;
  readonly atWork: boolean;
}

/** The wishes that hold at the moment against one of the channels at the contact of the question. */
export function wishes(asked: Asked, channels: readonly NarrowChannel[]): Wish[] {
  return wishesOfAllContacts(asked, channels).filter(
    (wish) => wish.contactId === null || !isNamed(asked) || wish.contactId === asked.contact?.id,
  );
}

export function wishesOfAllContacts(asked: Asked, channels: readonly NarrowChannel[]): Wish[] {
  const all: Wish[] = [];
  for (const request of asked.facts.requests) {
    if (request.at > asked.moment) continue;
    if (request.withdrawnAt !== null && request.withdrawnAt <= asked.moment) continue;
    if (request.atWork && !isAboutThisWork(request, asked)) continue;
    const channel = request.channel === null ? null : narrow(request.channel);
    all.push({
      at: request.at,
      contactId: request.contactId,
      channel,
      inWriting: request.inWriting,
      atWork: request.atWork,
    });
  }
  for (const consent of asked.facts.consents) {
    if (consent.revokedAt === null || consent.revokedAt > asked.moment) continue;
    const channel = narrow(consent.channel);
    all.push({ at: consent.revokedAt, contactId: consent.contactId, channel, inWriting: false, atWork: false });
  }
  return all.filter((wish) => (wish.channel === null || channels.includes(wish.channel)) && !isTakenBack(wish, asked));
}

/** A wish about work is about no other contact. */
const isAboutThisWork = (request: RequestFact, asked: Asked): boolean =>
  isNamed(asked) && isAtWork(asked.contact) && (request.contactId === null || request.contactId === asked.contact.id);

/** Giving consent again, for the channel and the contact of the wish, ends it. */
function isTakenBack(wish: Wish, asked: Asked): boolean {
  return asked.facts.consents.some(
    (consent) =>
      narrow(consent.channel) === (wish.channel ?? asked.channel) &&
      (consent.contactId === null || consent.contactId === (wish.contactId ?? asked.question.contactId)) &&
      consent.givenAt > wish.at &&
      consent.givenAt <= asked.moment &&
      (consent.revokedAt === null || consent.revokedAt > asked.moment),
  );
}
