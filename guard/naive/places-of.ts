// Where the borrower may be: the states whose rules count (conventions 4), and the zones whose clocks do (conventions 5).
import type { ContactFact, Facts, Locality, Question } from '../contract.ts';
import { type Local, localOf } from './clock.ts';
import { gazetteer } from './gazetteer.ts';
import { type Place, placeOfPhone, placeOfState, placeOfZip } from './places.ts';
import type { NarrowChannel } from './reach.ts';

const isOwn = (contact: ContactFact): boolean => contact.valid && contact.affiliation === 'self';

const ownAddresses = (facts: Facts): ContactFact[] =>
  facts.contacts.filter((contact) => isOwn(contact) && contact.contactType === 'address');

export const ownPhones = (facts: Facts): ContactFact[] =>
  facts.contacts.filter((contact) => isOwn(contact) && contact.contactType === 'phone');

const placeOf = (contact: ContactFact): Place => {
  if (contact.contactType === 'phone') return placeOfPhone(contact.number ?? '', gazetteer);
  const { zip, state } = contact;
  if (zip === null) return state === null ? { zones: [] } : placeOfState(state, gazetteer);
  const place = placeOfZip(zip, gazetteer);
  return state === null ? place : { ...place, state };
};

export function statesOf(facts: Facts): Set<string> {
  const states = new Set<string>();
  for (const contact of [...ownAddresses(facts), ...ownPhones(facts)]) {
    const { state } = placeOf(contact);
    if (state !== undefined) states.add(state);
  }
  return states;
}

export function isIn(locality: Locality, facts: Facts): boolean {
  return ownAddresses(facts).some((address) => {
    const zip = (address.zip ?? '').slice(0, 5);
    return locality.zips.some((entry) => isInEntry(zip, entry.replace(' (part)', '')));
  });
}

/** An entry is a ZIP `11004`, a prefix `116`, or a range of prefixes `100-104`. */
function isInEntry(zip: string, entry: string): boolean {
  if (zip.length < 3) return false;
  const [from, to = from] = entry.split('-') as [string, string?];
  return from.length === 5 ? zip === from : from <= zip.slice(0, 3) && zip.slice(0, 3) <= to;
}

export function zonesFor(question: Question, channel: NarrowChannel, facts: Facts): string[] {
  if (facts.person.statedZone !== null) return [facts.person.statedZone];
  const zones = new Set<string>();
  const add = (contact: ContactFact): void => {
    for (const zone of placeOf(contact).zones) zones.add(zone);
  };
  for (const address of ownAddresses(facts)) add(address);
  if (channel === 'voice' || channel === 'text') {
    const used = facts.contacts.find((contact) => contact.id === question.contactId && contact.contactType === 'phone');
    for (const phone of used === undefined ? ownPhones(facts) : [used]) add(phone);
  } else if (zones.size === 0) {
    for (const phone of ownPhones(facts)) add(phone);
  }
  return [...zones];
}

/** The clock in each of the zones. */
export const localsOf = (moment: number, zones: readonly string[]): Local[] =>
  zones.map((zone) => localOf(moment, zone));
