// Where borrowers live, whom they name, and what they owe.
import { readFileSync } from 'node:fs';
import type { ContactFact, Facts, LoanFact, Moment, Rule, StatedTime } from '../contract.ts';
import type { Dice } from './dice.ts';
import { around, dateOf, msOfDay } from './moments.ts';

interface Gazetteer {
  readonly zip3Ranges: readonly (readonly [string, string, string, string | null])[];
  readonly zip3Mixed: Readonly<
    Record<string, { readonly zipExceptions?: Readonly<Record<string, readonly string[]>> }>
  >;
  readonly areaCodes: Readonly<Record<string, { readonly state: string }>>;
}
const gazetteer: Gazetteer = JSON.parse(readFileSync(new URL('../places/zip-timezones.json', import.meta.url), 'utf8'));

const large = ['CA', 'TX', 'FL', 'NY', 'PA', 'IL', 'OH', 'GA', 'NC', 'MI'];

export function someState(dice: Dice, shipped: readonly Rule[]): string {
  if (dice.chance(0.5)) return dice.pick(large);
  const { jurisdiction } = dice.pick(shipped);
  return jurisdiction === 'federal' ? 'HI' : jurisdiction;
}

export function someContacts(dice: Dice, states: readonly string[], at: Moment): ContactFact[] {
  const contacts: ContactFact[] = [];
  const add = (contactType: ContactFact['contactType'], affiliation: string, state: string): void => {
    contacts.push(someContact(dice, `contact ${contacts.length}`, contactType, affiliation, state, at));
  };
  for (const state of states) {
    if (dice.chance(0.85)) add('address', 'self', state);
    if (dice.chance(0.7)) add('phone', 'self', dice.chance(0.8) ? state : dice.pick(large));
    if (dice.chance(0.5)) add('email', 'self', state);
    if (dice.chance(0.3)) add('phone', 'self', state);
    if (dice.chance(0.4)) add(dice.pick(['phone', 'email', 'address']), dice.pick(affiliations), state);
  }
  return contacts;
}

const affiliations = [
  'spouse',
  'parent',
  'parentOfMinor',
  'guardian',
  'estateRepresentative',
  'employer',
  'attorney',
  'other',
];

export function someContact(
  dice: Dice,
  id: string,
  contactType: ContactFact['contactType'],
  affiliation: string,
  state: string,
  at: Moment,
): ContactFact {
  const zip = contactType === 'address' ? someZip(dice, state) : null;
  return {
    id,
    contactType,
    label: dice.pick(['personal', 'personal', 'home', 'work', 'work', 'military']),
    affiliation,
    valid: dice.chance(0.9),
    number: contactType === 'phone' ? someNumber(dice, state) : null,
    zip: dice.chance(0.05) ? null : zip,
    state: zip === null ? null : stateOfZip(zip, state),
    county: null,
    authorizedThirdParty: affiliation !== 'self' && dice.chance(0.15),
    powerOfAttorney: affiliation !== 'self' && dice.chance(0.1),
    legalRepresentativeId: affiliation === 'attorney' && dice.chance(0.7) ? 'representative 0' : null,
    providedByBorrower: contactType === 'phone' ? dice.pick([true, false, null]) : null,
    onDoNotCallRegistry: contactType === 'phone' ? dice.pick([true, false, null]) : null,
    reassignedCheckedAt: contactType === 'phone' && dice.chance(0.3) ? around(dice, at, 90) : null,
    employerPermits: dice.pick([true, false, null]),
    isInconvenientPlace: dice.chance(0.04),
    transferNoticeSentOn: contactType === 'email' && dice.chance(0.3) ? dateOf(around(dice, at, 50)) : null,
    usedByPriorCollector: contactType === 'email' && dice.chance(0.1),
  };
}

function someZip(dice: Dice, state: string): string {
  if (state === 'NY' && dice.chance(0.6))
    return dice.pick(['10001', '10314', '11001', '11004', '11201', '11368', '11697']);
  if (dice.chance(0.03)) return dice.pick(['09012', '34002', '96201']);
  const ranges = gazetteer.zip3Ranges.filter((range) => range[2] === state);
  if (ranges.length === 0) return '96910';
  const [from, to] = dice.pick(ranges);
  const prefix = String(dice.between(Number(from), Number(to))).padStart(3, '0');
  const exceptions = Object.values(gazetteer.zip3Mixed[prefix]?.zipExceptions ?? {}).flat();
  return exceptions.length > 0 && dice.chance(0.5) ? dice.pick(exceptions) : `${prefix}01`;
}

/** Only exceptions lie in another state than their neighbours; an address says the state it is in. */
const stateOfZip = (zip: string, state: string): string | null =>
  ['090', '340', '962'].includes(zip.slice(0, 3)) ? null : zip === '96910' ? 'GU' : state;

function someNumber(dice: Dice, state: string): string {
  if (dice.chance(0.05))
    return dice.pick(['+18005550100', '+14165550100', '+15005550100', '+18085550100', '+19075550100']);
  const codes = Object.keys(gazetteer.areaCodes).filter((code) => gazetteer.areaCodes[code]!.state === state);
  return `+1${codes.length === 0 ? '671' : dice.pick(codes)}5550100`;
}

export function somePerson(dice: Dice): Facts['person'] {
  const statedTimes = dice.some([0, 0, 0, 0, 1, 2], (index): StatedTime => {
    const from = dice.between(0, 40);
    return {
      id: `time ${index}`,
      kind: dice.pick(['convenient', 'inconvenient']),
      daysOfWeek: dice.chance(0.5) ? [] : dice.some([1, 2, 3], () => dice.between(1, 7)),
      fromMinute: 30 * from,
      toMinute: 30 * dice.between(from + 1, 48),
    };
  });
  const zones = ['America/Phoenix', 'America/New_York', 'Pacific/Guam', 'Asia/Kolkata'];
  return { id: 'person', statedZone: dice.chance(0.07) ? dice.pick(zones) : null, statedTimes };
}

export function someLoan(dice: Dice, id: string, at: Moment): LoanFact {
  const overdue = dice.chance(0.5);
  const missed = dice.chance(0.5)
    ? around(dice, at, 60)
    : at - (365 * dice.between(2, 11) + dice.between(-3, 6)) * msOfDay;
  return {
    id,
    loanTypeId: dice.pick(['type A', 'type B']),
    status: 'active',
    servicedBy: dice.pick(['lender', 'lender', 'debtCollectionAgency']),
    takenOverInDefault: dice.pick([false, false, false, true, null]),
    loanKinds: dice.chance(0.3) ? ['smallLoan(payday)'] : [],
    firstMissedDueDate: overdue ? dateOf(Math.min(missed, at)) : null,
    isOverdue: overdue,
    daysPastDue: overdue ? dice.pick([1, 10, 29, 30, 31, 200]) : 0,
    chargedOffOn: overdue && dice.chance(0.4) ? dateOf(at - dice.between(1, 300) * msOfDay) : null,
    boardedOn: dice.chance(0.8) ? dateOf(at - dice.between(1, 900) * msOfDay) : null,
    endedOn: dice.chance(0.2) ? dateOf(at - dice.between(1, 900) * msOfDay) : null,
  };
}
