// What the borrower has agreed to, and what the borrower does not want.
import type { Channel, ConsentFact, ContactFact } from '../contract.ts';
import type { Ask, Wish } from './ask.ts';
import { channelOfRules, isCall } from './channels.ts';
import { isWork, ownOf } from './contacts.ts';

type ConsentType = ConsentFact['consentType'];

const anyExpress: readonly ConsentType[] = ['priorExpress', 'express', 'priorExpressWritten', 'writtenRevocable'];

/** Which types meet what a rule asks for (conventions 16). */
const meeting: Readonly<Record<string, readonly ConsentType[]>> = {
  priorExpress: anyExpress,
  express: anyExpress,
  directConsent: anyExpress,
  priorExpressWritten: ['priorExpressWritten'],
  writtenRevocable: ['writtenRevocable'],
  written: ['priorExpressWritten', 'writtenRevocable'],
  esign: ['esign'],
};

export const consentsThat = ({ consents }: Ask, word: string, channel: Channel): ConsentFact[] =>
  consents.filter((one) => one.channel === channel && meeting[word]?.includes(one.consentType));

export const covers = ({ contactId }: Pick<ConsentFact, 'contactId'>, contact: ContactFact): boolean =>
  contactId === null || contactId === contact.id;

/** The contacts that may be used: the one that is named, or else each of the borrower's own that fits. */
export function contactsUsed({ contact, facts, channel }: Ask): readonly ContactFact[] {
  if (contact !== null) return [contact];
  const fitting = channel === null ? ['phone' as const, 'email' as const] : [contactTypeOf(channel)];
  return fitting.flatMap((type) => (type === null ? [] : ownOf(facts, type)));
}

function contactTypeOf(channel: Channel): ContactFact['contactType'] | null {
  if (channel === 'voice' || channel === 'text' || channel === 'fax') return 'phone';
  if (channel === 'email') return 'email';
  return channel === 'mail' ? 'address' : null;
}

/** Whether there is such a consent for this channel, and for the contact; where none is named, for all that may be. */
export function isAgreed(ask: Ask, word: string, channel: Channel): boolean {
  const given = consentsThat(ask, word, channel);
  if (given.some(({ contactId }) => contactId === null)) return true;
  const used = contactsUsed({ ...ask, channel });
  return used.length > 0 && used.every((contact) => given.some((one) => covers(one, contact)));
}

/** Consent is for a channel: where none is named, it is needed for each of those of the rule. */
export const isAgreedForAll = (ask: Ask, word: string, channels: readonly Channel[]): boolean =>
  (ask.channel === null ? channels : [ask.channel]).every((channel) => isAgreed(ask, word, channel));

// ---- wishes ----------------------------------------------------------------------------------------------------------

/** A wish about another contact, or about the place of work, leaves this one free. */
function isAbout({ contactId, atWork }: Wish, { contact }: Ask, anywhere: boolean): boolean {
  if (atWork && (anywhere || !isWork(contact))) return false;
  return anywhere || contactId === null || contact === null || contactId === contact.id;
}

/** Consent that was given again later ends a wish. */
function isOver(wish: Wish, { consents, contact, channel }: Ask): boolean {
  const asked = wish.channel ?? channel;
  const at = wish.contactId ?? contact?.id ?? null;
  return consents.some(
    (one) => one.channel === asked && one.givenAt > wish.at && (one.contactId === null || one.contactId === at),
  );
}

/** The wishes against this contact by channels like these; or also those about another contact. */
const wishesAbout = (ask: Ask, isMeant: (channel: Channel) => boolean, anywhere = false): Wish[] =>
  ask.wishes.filter((wish) => (wish.channel === null || isMeant(wish.channel)) && isAbout(wish, ask, anywhere));

/** Wishes not to be contacted that no later consent has ended. */
export const wishesAgainst = (ask: Ask, isMeant: (channel: Channel) => boolean, anywhere = false): Wish[] =>
  wishesAbout(ask, isMeant, anywhere).filter((wish) => !isOver(wish, ask));

/** The requests not to be contacted at work, of the place of work that is addressed. */
export const requestsAtWork = (ask: Ask, endsByConsent: boolean): Wish[] =>
  wishesAbout(ask, (channel) => channel === 'voice' || channel === ask.channel).filter(
    (wish) => wish.atWork && !(endsByConsent && isOver(wish, ask)),
  );

/** The channel of the contact, or any where none is named. Letters by mail and by fax are one. */
export const sameAs =
  ({ channel }: Ask) =>
  (other: Channel): boolean =>
    channel === null ||
    other === channel ||
    (channelOfRules(other) !== null && channelOfRules(other) === channelOfRules(channel));

export const isDialled = (channel: Channel): boolean => isCall(channel) || channel === 'text';
