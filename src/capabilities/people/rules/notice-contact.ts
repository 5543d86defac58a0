// The two rules of specification 2.4: which contact gets a notice, and which contacts a borrower sees in the portal. It
// says it of emails and texts; calls and letters are chosen likewise.
// When several contacts fit, the one created first is chosen, so that a contact added later does not redirect a
// borrower's notices and the order of rows does not matter.

import type { ContactLabel, ContactStatus, ContactType } from './contact-values.ts';

/** The fields that the rules look at. They are texts and not value types, so that rows fit as they are. */
export interface ContactFacts {
  readonly contactType: string;
  readonly label: string | null;
  readonly affiliation: string | null;
  readonly status: string;
  readonly valid: boolean;
  readonly receiveTextMessages: boolean;
  /** In canonical form, so that text order is time order. */
  readonly createdAt: string;
}

export type NoticeChannel = 'email' | 'text' | 'voice' | 'mail';

// `archived` is missing, so an archived contact never gets a notice.
const noticeStatuses: readonly ContactStatus[] = ['primary', 'secondary', 'additional'];

/** Null when nobody fits: then no notice is sent. */
export function noticeContact<C extends ContactFacts>(contacts: readonly C[], channel: NoticeChannel): C | null {
  const fitting = contacts.filter((contact) => isReachable(contact, channel)).toSorted(byCreation);
  for (const status of noticeStatuses) {
    const found = fitting.find((contact) => contact.status === status);
    if (found !== undefined) return found;
  }
  return null;
}

function isReachable(contact: ContactFacts, channel: NoticeChannel): boolean {
  if (!contact.valid || contact.affiliation !== 'self') return false;
  if (channel === 'email') return contact.contactType === 'email';
  if (channel === 'voice') return contact.contactType === 'phone' && isOfHome(contact);
  if (channel === 'mail') return contact.contactType === 'address' && isOfHome(contact);
  return contact.contactType === 'phone' && contact.label === 'personal' && contact.receiveTextMessages;
}

/** A call or a letter at work may be heard or opened by others. */
const isOfHome = ({ label }: ContactFacts): boolean => label === 'personal' || label === 'home' || label === 'military';

interface PortalPlace {
  readonly contactType: ContactType;
  readonly labels: readonly ContactLabel[];
  readonly status: ContactStatus;
}

/** In the order of the specification: email, mobile phone, home phone, home address. */
const portalPlaces: readonly PortalPlace[] = [
  { contactType: 'email', labels: ['personal', 'work'], status: 'primary' },
  { contactType: 'phone', labels: ['personal'], status: 'primary' },
  { contactType: 'phone', labels: ['home'], status: 'secondary' },
  { contactType: 'address', labels: ['home'], status: 'primary' },
];

/**
 * All contacts that fit, since a borrower may have a personal and a work email that are both primary: place by place,
 * and within a place in order of creation. Contacts that are not valid are shown too, so that the borrower can correct
 * them.
 */
export function portalContacts<C extends ContactFacts>(contacts: readonly C[]): readonly C[] {
  const own = contacts.filter((contact) => contact.affiliation === 'self').toSorted(byCreation);
  return portalPlaces.flatMap((place) => own.filter((contact) => isInPlace(contact, place)));
}

function isInPlace(contact: ContactFacts, place: PortalPlace): boolean {
  const hasLabel = place.labels.some((label) => label === contact.label);
  return hasLabel && contact.contactType === place.contactType && contact.status === place.status;
}

function byCreation(a: ContactFacts, b: ContactFacts): number {
  if (a.createdAt === b.createdAt) return 0;
  return a.createdAt < b.createdAt ? -1 : 1;
}
