// The hours of the states: the last second that is allowed, the first moment that is refused, and when it opens again.
import { type GoldenCase, golden, until } from '../golden-case.ts';
import { borrowerIn, debtorIn, endedLongAgo, marketing, type State } from './homes.ts';

type Row = readonly [rule: string, state: State, open: string, closed: string, again: string];

/** Hours of contacts about collection, by whom they bind. */
const ofCollectors: readonly Row[] = [
  ['AR-HOURS', 'AR', '2026-10-14T20:59:59-05:00', '2026-10-14T21:00:00-05:00', '2026-10-15T08:00:00-05:00'],
  ['CO-HOURS', 'CO', '2026-10-14T20:59:59-06:00', '2026-10-14T21:00:00-06:00', '2026-10-15T08:00:00-06:00'],
  ['ME-HOURS', 'ME', '2026-10-14T20:59:59-04:00', '2026-10-14T21:00:00-04:00', '2026-10-15T08:00:00-04:00'],
  ['MA-HOURS-COLL', 'MA', '2026-10-14T20:59:59-04:00', '2026-10-14T21:00:00-04:00', '2026-10-15T08:00:00-04:00'],
  ['RI-HOURS', 'RI', '2026-10-14T08:00:00-04:00', '2026-10-14T07:59:59-04:00', '2026-10-14T08:00:00-04:00'],
  ['WA-HOURS', 'WA', '2026-10-14T07:30:00-07:00', '2026-10-14T07:29:59-07:00', '2026-10-14T07:30:00-07:00'],
  ['WI-AGENCY-HOURS', 'WI', '2026-10-14T20:59:59-05:00', '2026-10-14T21:00:00-05:00', '2026-10-15T08:00:00-05:00'],
];
const ofCreditors: readonly Row[] = [
  ['CT-CREDITOR-TIMES', 'CT', '2026-10-14T20:59:59-04:00', '2026-10-14T21:00:00-04:00', '2026-10-15T08:00:00-04:00'],
  ['DC-HOURS', 'DC', '2026-10-14T20:59:59-04:00', '2026-10-14T21:00:00-04:00', '2026-10-15T08:00:00-04:00'],
  ['MA-HOURS-CRED', 'MA', '2026-10-14T20:59:59-04:00', '2026-10-14T21:00:00-04:00', '2026-10-15T08:00:00-04:00'],
  ['OR-HOURS', 'OR', '2026-10-14T20:59:59-07:00', '2026-10-14T21:00:00-07:00', '2026-10-15T08:00:00-07:00'],
  ['VT-HOURS', 'VT', '2026-10-14T20:59:59-04:00', '2026-10-14T21:00:00-04:00', '2026-10-15T08:00:00-04:00'],
  // The clocks are put back in the night: it opens nine hours later by the sun, and eight by the clock.
  ['WV-HOURS', 'WV', '2026-10-31T20:59:59-04:00', '2026-10-31T21:00:00-04:00', '2026-11-01T08:00:00-05:00'],
];

/** Hours in which something may be offered. */
const ofOffers: readonly Row[] = [
  ['AL-SOLICIT-HOURS', 'AL', '2026-10-14T19:59:59-05:00', '2026-10-14T20:00:00-05:00', '2026-10-15T08:00:00-05:00'],
  ['AL-SOLICIT-HOURS', 'AL', '2026-10-17T19:59:59-05:00', '2026-10-17T20:00:00-05:00', '2026-10-19T08:00:00-05:00'],
  ['CT-SOLICIT-HOURS', 'CT', '2026-10-14T09:00:00-04:00', '2026-10-14T08:59:59-04:00', '2026-10-14T09:00:00-04:00'],
  ['KY-SOLICIT-HOURS', 'KY', '2026-10-14T10:00:00-04:00', '2026-10-14T09:59:59-04:00', '2026-10-14T10:00:00-04:00'],
  // Columbus Day is a Monday.
  ['LA-SOLICIT-HOURS', 'LA', '2026-10-10T19:59:59-05:00', '2026-10-10T20:00:00-05:00', '2026-10-13T08:00:00-05:00'],
  ['MD-SOLICIT-HOURS', 'MD', '2026-10-14T19:59:59-04:00', '2026-10-14T20:00:00-04:00', '2026-10-15T08:00:00-04:00'],
  ['MA-SOLICIT-HOURS', 'MA', '2026-10-14T19:59:59-04:00', '2026-10-14T20:00:00-04:00', '2026-10-15T08:00:00-04:00'],
  ['MN-SOLICIT-HOURS', 'MN', '2026-10-14T09:00:00-05:00', '2026-10-14T08:59:59-05:00', '2026-10-14T09:00:00-05:00'],
  ['MS-SOLICIT-HOURS', 'MS', '2026-10-17T19:59:59-05:00', '2026-10-17T20:00:00-05:00', '2026-10-19T08:00:00-05:00'],
  ['NV-SOLICIT-HOURS', 'NV', '2026-10-14T19:59:59-07:00', '2026-10-14T20:00:00-07:00', '2026-10-15T09:00:00-07:00'],
  ['NM-SOLICIT-HOURS', 'NM', '2026-10-14T20:59:59-06:00', '2026-10-14T21:00:00-06:00', '2026-10-15T09:00:00-06:00'],
  ['OK-SOLICIT-HOURS', 'OK', '2026-10-14T19:59:59-05:00', '2026-10-14T20:00:00-05:00', '2026-10-15T08:00:00-05:00'],
  ['OR-SOLICIT-HOURS', 'OR', '2026-10-14T19:59:59-07:00', '2026-10-14T20:00:00-07:00', '2026-10-15T08:00:00-07:00'],
  ['RI-SOLICIT-HOURS', 'RI', '2026-10-16T17:59:59-04:00', '2026-10-16T18:00:00-04:00', '2026-10-17T10:00:00-04:00'],
  ['RI-SOLICIT-HOURS', 'RI', '2026-10-17T16:59:59-04:00', '2026-10-17T17:00:00-04:00', '2026-10-19T09:00:00-04:00'],
  ['SD-SOLICIT', 'SD', '2026-10-17T20:59:59-05:00', '2026-10-17T21:00:00-05:00', '2026-10-19T09:00:00-05:00'],
  ['UT-SOLICIT', 'UT', '2026-10-14T20:59:59-06:00', '2026-10-14T21:00:00-06:00', '2026-10-15T08:00:00-06:00'],
  // From Saturday evening over Sunday and Columbus Day to Tuesday.
  ['UT-SOLICIT', 'UT', '2026-10-10T20:59:59-06:00', '2026-10-10T21:00:00-06:00', '2026-10-13T08:00:00-06:00'],
  ['VA-SOLICIT', 'VA', '2026-10-14T20:59:59-04:00', '2026-10-14T21:00:00-04:00', '2026-10-15T08:00:00-04:00'],
  ['WA-SOLICIT', 'WA', '2026-10-14T19:59:59-07:00', '2026-10-14T20:00:00-07:00', '2026-10-15T08:00:00-07:00'],
  ['WY-SOLICIT', 'WY', '2026-10-14T19:59:59-06:00', '2026-10-14T20:00:00-06:00', '2026-10-15T08:00:00-06:00'],
];

/** Days on which nothing is offered end at midnight. */
const ofDays: readonly Row[] = [
  ['AL-SOLICIT-SUNHOL', 'AL', '2026-10-17T23:59:59-05:00', '2026-10-18T00:00:00-05:00', '2026-10-19T00:00:00-05:00'],
  ['LA-SOLICIT-SUNHOL', 'LA', '2026-10-10T23:59:59-05:00', '2026-10-11T00:00:00-05:00', '2026-10-13T00:00:00-05:00'],
  ['MS-SOLICIT-SUN', 'MS', '2026-10-12T00:00:00-05:00', '2026-10-11T23:59:59-05:00', '2026-10-12T00:00:00-05:00'],
  // Independence Day of 2026 is a Saturday, observed on the Friday before.
  ['RI-SOLICIT-SUNHOL', 'RI', '2026-07-02T23:59:59-04:00', '2026-07-03T00:00:00-04:00', '2026-07-06T00:00:00-04:00'],
];

/** These say what is usual, and refuse nothing. */
const ofInformation: readonly (readonly [rule: string, state: State, open: string, closed: string])[] = [
  ['MO-SOLICIT', 'MO', '2026-10-14T20:59:59-05:00', '2026-10-14T21:00:00-05:00'],
  ['NJ-SOLICIT', 'NJ', '2026-10-14T20:59:59-04:00', '2026-10-14T21:00:00-04:00'],
  ['SC-SOLICIT', 'SC', '2026-10-14T20:59:59-04:00', '2026-10-14T21:00:00-04:00'],
  ['TN-SOLICIT', 'TN', '2026-10-14T20:59:59-05:00', '2026-10-14T21:00:00-05:00'],
  ['WV-SOLICIT', 'WV', '2026-10-14T20:59:59-04:00', '2026-10-14T21:00:00-04:00'],
];

const recorded = { isAutodialed: true } as const;

const refused = (rows: readonly Row[], who: typeof borrowerIn, asked = {}): GoldenCase[] =>
  rows.flatMap(([rule, state, open, closed, again]) => [
    golden(rule, 'The last second, or the first, is allowed.', open, who(state), 'silent', asked),
    golden(rule, 'The second beside it is refused.', closed, who(state), until(again), asked),
  ]);

export const hours: readonly GoldenCase[] = [
  ...refused(ofCollectors, debtorIn),
  ...refused(ofCreditors, borrowerIn),
  ...refused([...ofOffers, ...ofDays], borrowerIn, marketing),
  ...ofInformation.flatMap(([rule, state, open, closed]) => [
    golden(rule, 'Within the hours there is nothing to say.', open, borrowerIn(state), 'silent', marketing),
    golden(rule, 'After them it is said.', closed, borrowerIn(state), 'informs', marketing),
  ]),
  golden(
    'NE-RECORDED-SUN',
    'A recording on Sunday before one.',
    '2026-10-18T12:59:59-05:00',
    borrowerIn('NE'),
    'warns',
    recorded,
  ),
  golden(
    'NE-RECORDED-SUN',
    'A recording on Sunday at one.',
    '2026-10-18T13:00:00-05:00',
    borrowerIn('NE'),
    'silent',
    recorded,
  ),
  golden('ME-ADAD', 'A recorded offer on a weekday at five.', '2026-10-14T17:00:00-04:00', borrowerIn('ME'), 'warns', {
    ...recorded,
    ...marketing,
  }),
  golden('ME-ADAD', 'A second before five.', '2026-10-14T16:59:59-04:00', borrowerIn('ME'), 'silent', {
    ...recorded,
    ...marketing,
  }),
  golden(
    'IN-ADAD',
    'A recording at eight in the evening.',
    '2026-10-14T20:00:00-04:00',
    borrowerIn('IN', { loans: endedLongAgo }),
    'warns',
    recorded,
  ),
];
