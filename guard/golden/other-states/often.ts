// How often, in the states besides the ten largest.
import type { InteractionFact } from '../../contract.ts';
import { call, callsInOctober, loan, phone, text } from '../given.ts';
import { type GoldenCase, golden, until } from '../golden-case.ts';
import { afternoon, borrowerIn, debtorIn, endedLongAgo, marketing, other, type State, work } from './homes.ts';

/** The law has a standard and no number, so the number of federal law warns. */
const harassing: readonly (readonly [rule: string, state: State])[] = [
  ['CT-CREDITOR-HARASS', 'CT'],
  ['HI-UNUSUAL-TIMES', 'HI'],
  ['IA-HARASS', 'IA'],
  ['MD-HARASS', 'MD'],
  ['NH-HARASS', 'NH'],
  ['OR-FREQ-REASONABLE', 'OR'],
  ['SC-UNCONSC', 'SC'],
  ['VT-HARASS', 'VT'],
  ['WI-HARASS', 'WI'],
];

const each = (count: number, one: (i: number) => InteractionFact): InteractionFact[] =>
  Array.from({ length: count }, (_, i) => one(i));
const today = (minute: number, more: Partial<InteractionFact> = {}): InteractionFact =>
  call(`2026-10-14T09:${String(minute).padStart(2, '0')}:00-04:00`, more);
const at = (contactId: string) => ({ contactId });

/** Three offers of the same subject, one an hour. */
const offers = (count: number): InteractionFact[] =>
  each(count, (i) => call(`2026-10-14T${String(10 + i)}:00:00-04:00`, { isTransactional: false, subject: 'freeForm' }));
const offer = { ...marketing, subject: 'freeForm' };
const tomorrowAtTen = until('2026-10-15T10:00:00-04:00');

const payday = [loan({ loanKinds: ['smallLoan(payday)'] })];

export const often: readonly GoldenCase[] = [
  ...harassing.flatMap(([rule, state]) => [
    golden(
      rule,
      'The eighth call in seven days.',
      afternoon,
      borrowerIn(state, { interactions: callsInOctober([8, 9, 10, 11, 12, 13, 14]) }),
      'warns',
    ),
    golden(
      rule,
      'The seventh.',
      afternoon,
      borrowerIn(state, { interactions: callsInOctober([9, 10, 11, 12, 13, 14]) }),
      'silent',
    ),
  ]),
  golden(
    'DC-FREQ-CALLS',
    'The fifth call in seven days.',
    afternoon,
    borrowerIn('DC', { interactions: callsInOctober([8, 12, 13, 14]) }),
    until('2026-10-15T00:00:00-04:00'),
  ),
  golden(
    'DC-FREQ-CALLS',
    'One of the four did not connect.',
    afternoon,
    borrowerIn('DC', { interactions: [...callsInOctober([8, 12, 13]), ...callsInOctober([14], { connected: false })] }),
    'silent',
  ),
  golden(
    'DC-FREQ-AFTER-CONVERSATION',
    'Seven days are quiet, the day of the conversation is the first.',
    afternoon,
    borrowerIn('DC', { interactions: callsInOctober([8], { conversation: true }) }),
    until('2026-10-15T00:00:00-04:00'),
  ),
  golden(
    'DC-FREQ-AFTER-CONVERSATION',
    'The eighth day is free.',
    afternoon,
    borrowerIn('DC', { interactions: callsInOctober([7], { conversation: true }) }),
    'silent',
  ),
  golden(
    'DC-FREQ-ECOMM',
    'The sixth text in seven days.',
    afternoon,
    borrowerIn('DC', {
      interactions: each(5, (i) => text(`2026-10-${String(9 + i).padStart(2, '0')}T10:00:00-04:00`)),
    }),
    until('2026-10-16T00:00:00-04:00'),
    { channel: 'text' },
  ),
  golden(
    'DC-FREQ-ECOMM',
    'The fifth.',
    afternoon,
    borrowerIn('DC', { interactions: each(4, (i) => text(`2026-10-${String(10 + i)}T10:00:00-04:00`)) }),
    'silent',
    { channel: 'text' },
  ),
  golden(
    'MD-SOLICIT-FREQ',
    'The fourth offer in 24 hours.',
    afternoon,
    borrowerIn('MD', { interactions: offers(3) }),
    tomorrowAtTen,
    offer,
  ),
  golden('MD-SOLICIT-FREQ', 'The third.', afternoon, borrowerIn('MD', { interactions: offers(2) }), 'silent', offer),
  golden(
    'OK-SOLICIT-FREQ',
    'The fourth offer in 24 hours.',
    afternoon,
    borrowerIn('OK', { interactions: offers(3) }),
    tomorrowAtTen,
    offer,
  ),
  golden(
    'OK-SOLICIT-FREQ',
    'It has another subject.',
    afternoon,
    borrowerIn('OK', { interactions: offers(3) }),
    'silent',
    {
      ...marketing,
      subject: 'freeFormBranded',
    },
  ),
  golden(
    'OR-SOLICIT-FREQ',
    'The fourth offer, and the relationship is over.',
    afternoon,
    borrowerIn('OR', { interactions: offers(3), loans: endedLongAgo }),
    tomorrowAtTen,
    offer,
  ),
  golden(
    'OR-SOLICIT-FREQ',
    'A relationship frees.',
    afternoon,
    borrowerIn('OR', { interactions: offers(3) }),
    'silent',
    offer,
  ),
  golden(
    'WA-FREQ-WEEK',
    'The fourth contact in seven days.',
    afternoon,
    debtorIn('WA', { interactions: callsInOctober([12, 13, 14]) }),
    until('2026-10-19T00:00:00-07:00'),
  ),
  golden(
    'WA-FREQ-WEEK',
    'One answered an inquiry.',
    afternoon,
    debtorIn('WA', {
      interactions: [...callsInOctober([12, 13]), ...callsInOctober([14], { requestedByBorrower: true })],
    }),
    'silent',
  ),
  golden(
    'WA-CELL-DAY',
    'The third call of a day to a mobile.',
    afternoon,
    debtorIn('WA', { interactions: each(2, (i) => call(`2026-10-14T1${i}:30:00-04:00`)) }),
    'warns',
  ),
  golden(
    'WA-CELL-DAY',
    'The calls were of yesterday.',
    afternoon,
    debtorIn('WA', { interactions: each(2, (i) => call(`2026-10-13T1${i}:30:00-04:00`)) }),
    'silent',
  ),
  golden(
    'WA-SMALL-LOAN-FREQ',
    'The fourth contact about a payday loan.',
    afternoon,
    borrowerIn('WA', { loans: payday, interactions: callsInOctober([12, 13, 14]) }),
    until('2026-10-19T00:00:00-07:00'),
  ),
  golden(
    'WA-SMALL-LOAN-FREQ',
    'Another loan.',
    afternoon,
    borrowerIn('WA', { interactions: callsInOctober([12, 13, 14]) }),
    'silent',
  ),
  golden(
    'WV-FREQ-CALLS',
    'The thirty-first call in a week.',
    afternoon,
    borrowerIn('WV', { interactions: each(30, (i) => today(i)) }),
    until('2026-10-21T00:00:00-04:00'),
  ),
  golden(
    'WV-FREQ-CALLS',
    'The thirtieth.',
    afternoon,
    borrowerIn('WV', { interactions: each(29, (i) => today(i)) }),
    'silent',
  ),
  golden(
    'WV-FREQ-CONVERSATIONS',
    'Ten conversations close the next call.',
    afternoon,
    borrowerIn('WV', { interactions: each(10, (i) => today(i, { conversation: true })) }),
    until('2026-10-21T00:00:00-04:00'),
  ),
  golden(
    'WV-FREQ-CONVERSATIONS',
    'Nine, and calls that nobody answered.',
    afternoon,
    borrowerIn('WV', { interactions: each(15, (i) => today(i, { conversation: i < 9 })) }),
    'silent',
  ),
];

const mother = other('parent', { label: 'home' });
const toWork = callsInOctober([1, 13], at('work'));

export const oftenInMassachusetts: readonly GoldenCase[] = [
  golden(
    'MA-FREQ-CRED-HOME',
    'The third call in seven days.',
    afternoon,
    borrowerIn('MA', { interactions: callsInOctober([12, 13]) }),
    until('2026-10-19T00:00:00-04:00'),
  ),
  golden(
    'MA-FREQ-CRED-HOME',
    'The second.',
    afternoon,
    borrowerIn('MA', { interactions: callsInOctober([7, 13]) }),
    'silent',
  ),
  golden(
    'MA-FREQ-CRED-OTHER',
    'The third call to work in thirty days.',
    afternoon,
    borrowerIn('MA', { contacts: [work()], interactions: toWork }),
    until('2026-10-31T00:00:00-04:00'),
    at('work'),
  ),
  golden(
    'MA-FREQ-CRED-OTHER',
    'Calls to a mobile are counted elsewhere.',
    afternoon,
    borrowerIn('MA', { contacts: [work()], interactions: callsInOctober([1, 13]) }),
    'silent',
    at('work'),
  ),
  golden(
    'MA-FREQ-COLL-HOME',
    'The third call in seven days.',
    afternoon,
    debtorIn('MA', { interactions: callsInOctober([12, 13]) }),
    until('2026-10-19T00:00:00-04:00'),
  ),
  golden(
    'MA-FREQ-COLL-HOME',
    'To a phone at home, too, the second is free.',
    afternoon,
    debtorIn('MA', {
      contacts: [phone('home', '+13395550101', { label: 'home' })],
      interactions: callsInOctober([13], at('home')),
    }),
    'silent',
    at('home'),
  ),
  golden(
    'MA-FREQ-COLL-OTHER',
    'The third call to work in thirty days.',
    afternoon,
    debtorIn('MA', { contacts: [work()], interactions: toWork }),
    until('2026-10-31T00:00:00-04:00'),
    at('work'),
  ),
  golden(
    'MA-FREQ-COLL-OTHER',
    'The second.',
    afternoon,
    debtorIn('MA', { contacts: [work()], interactions: toWork.slice(1) }),
    'silent',
    at('work'),
  ),
  golden(
    'MA-FREQ-HOUSEHOLD',
    'The third call that reaches the mother.',
    afternoon,
    borrowerIn('MA', { contacts: [mother], interactions: callsInOctober([12, 13], at('parent')) }),
    until('2026-10-19T00:00:00-04:00'),
    at('parent'),
  ),
  golden(
    'MA-FREQ-HOUSEHOLD',
    'The calls reached the borrower.',
    afternoon,
    borrowerIn('MA', { contacts: [mother], interactions: callsInOctober([12, 13]) }),
    'silent',
    at('parent'),
  ),
];
