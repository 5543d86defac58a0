// Where the borrower may be: the states whose rules count, and the clocks that are kept there.
import type { Channel, ContactFact, Evidence, Facts, Jurisdiction, ZoneKnown } from '../contract.ts';
import { type Place, placeOfNumber, placeOfState, placeOfZip } from '../places/places.ts';
import { channelOfRules } from './channels.ts';

interface Found {
  readonly contact: ContactFact;
  readonly place: Place;
  readonly why: Evidence;
}

export interface Whereabouts {
  readonly jurisdictions: readonly Jurisdiction[];
  readonly zones: readonly ZoneKnown[];
  /** The ZIP codes of the borrower's addresses. */
  readonly zips: readonly string[];
}

export function whereabouts(facts: Facts, channel: Channel | null, contact: ContactFact | null): Whereabouts {
  const own = facts.contacts.filter(({ affiliation, valid }) => affiliation === 'self' && valid);
  const addresses = own.filter(({ contactType }) => contactType === 'address').map(foundByAddress);
  const phones = own.filter(({ contactType }) => contactType === 'phone').map(foundByNumber);
  return {
    jurisdictions: statesOf([...addresses, ...phones]),
    zones: zonesOf(facts, { channel, contact, addresses, phones }),
    zips: addresses.flatMap(({ contact: { zip } }) => (zip === null ? [] : [zip])),
  };
}

function foundByAddress(contact: ContactFact): Found {
  const known = contact.zip === null ? placeOfState(contact.state ?? '') : placeOfZip(contact.zip);
  // A ZIP code that lies nowhere leaves the zones of the state that stands beside it.
  const place = known.state === null && contact.state !== null ? placeOfState(contact.state) : known;
  const state = contact.state ?? place.state;
  return { contact, place: { ...place, state }, why: { kind: 'address', contactId: contact.id, isUncertain: false } };
}

function foundByNumber(contact: ContactFact): Found {
  const place = placeOfNumber(contact.number ?? '');
  return { contact, place, why: { kind: 'areaCode', contactId: contact.id, isUncertain: true } };
}

function statesOf(found: readonly Found[]): Jurisdiction[] {
  const whyOf = new Map<string, Evidence[]>();
  for (const { place, why } of found) {
    if (place.state) whyOf.set(place.state, [...(whyOf.get(place.state) ?? []), why]);
  }
  const states = [...whyOf].sort(([one], [other]) => (one < other ? -1 : 1)).map(([code, why]) => ({ code, why }));
  return [{ code: 'federal', why: [{ kind: 'everywhere', contactId: null, isUncertain: false }] }, ...states];
}

interface Located {
  readonly channel: Channel | null;
  readonly contact: ContactFact | null;
  readonly addresses: readonly Found[];
  readonly phones: readonly Found[];
}

function zonesOf({ person }: Facts, { channel, contact, addresses, phones }: Located): ZoneKnown[] {
  if (person.statedZone !== null) {
    return [{ zone: person.statedZone, why: [{ kind: 'stated', contactId: null, isUncertain: false }] }];
  }
  const isDialled = channel === null || ['voice', 'text'].includes(channelOfRules(channel) ?? '');
  const used = contact?.contactType === 'phone' ? [foundByNumber(contact)] : phones;
  const known = byZone(isDialled ? [...addresses, ...used] : addresses);
  return known.length === 0 && !isDialled ? byZone(phones) : known;
}

function byZone(found: readonly Found[]): ZoneKnown[] {
  const whyOf = new Map<string, Evidence[]>();
  for (const { place, why } of found) {
    for (const zone of place.zones) {
      const shown: Evidence = place.informal.includes(zone) ? { ...why, kind: 'informalClock' } : why;
      whyOf.set(zone, [...(whyOf.get(zone) ?? []), shown]);
    }
  }
  return [...whyOf].sort(([one], [other]) => (one < other ? -1 : 1)).map(([zone, why]) => ({ zone, why }));
}
