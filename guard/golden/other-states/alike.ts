// Rules that many states have in the same words: licences, what follows federal law, recordings, and the periods of
// limitation. One row for each, with the dates as literals.
import { loan } from '../given.ts';
import { blocks, type GoldenCase, golden } from '../golden-case.ts';
import { borrowerIn, debtorIn, type State, signingIn, wednesday } from './homes.ts';

const spaced = (states: string): State[] => states.split(' ') as State[];

const licensed = spaced('AL AK AZ AR CO CT DE HI ID IN IA KS ME MD MA MN NE NV NJ NM ND OR RI TN WA WV WI WY');
const following = spaced('AL AK AZ AR DE HI ID IN IA KS KY LA MN MS MO MT NE NV NH NJ NM ND OK SD TN UT VA WY');
const recorded = spaced('CT DE MD MA MT NV NH WA');

const ofCollectors = (rule: string, state: State): GoldenCase[] => [
  golden(rule, 'It is about collectors.', wednesday, debtorIn(state), 'informs'),
  golden(rule, 'It is not about creditors.', wednesday, borrowerIn(state), 'silent'),
];

export const alike: readonly GoldenCase[] = [
  ...licensed.flatMap((state) => ofCollectors(`${state}-LICENSE`, state)),
  ...following.flatMap((state) => ofCollectors(`${state}-FOLLOWS-FEDERAL`, state)),
  ...recorded.flatMap((state) => [
    golden(`${state}-RECORDING`, 'Who records says so first.', wednesday, borrowerIn(state), 'informs'),
    golden(`${state}-RECORDING`, 'A letter is not recorded.', wednesday, borrowerIn(state), 'silent', {
      channel: 'mail',
    }),
  ]),
  ...['CT-COLLECTOR-LOG', 'MN-FDCPA-INCORP', 'MN-MEDICAL', 'NV-FDCPA-INCORP', 'NV-FIRST-NOTICE-MED'].flatMap((rule) =>
    ofCollectors(rule, rule.slice(0, 2) as State),
  ),
];

/** Rules whose period has run since the first of the days, and has a day to go from the second on. */
const barred: readonly (readonly [
  rule: string,
  state: State,
  who: typeof borrowerIn,
  over: string,
  running: string,
])[] = [
  ['CT-TIME-BARRED', 'CT', debtorIn, '2023-10-14', '2023-10-15'],
  ['DC-TIME-BARRED', 'DC', borrowerIn, '2023-10-14', '2023-10-15'],
  ['ME-TIME-BARRED', 'ME', debtorIn, '2020-10-14', '2020-10-15'],
  ['MD-TIME-BARRED', 'MD', borrowerIn, '2023-10-14', '2023-10-15'],
  ['MA-TIME-BARRED', 'MA', borrowerIn, '2020-10-14', '2020-10-15'],
  ['MN-TIME-BARRED', 'MN', borrowerIn, '2020-10-14', '2020-10-15'],
  ['NM-TIME-BARRED-RULE', 'NM', debtorIn, '2022-10-14', '2022-10-15'],
  ['OR-TIME-BARRED', 'OR', debtorIn, '2020-10-14', '2020-10-15'],
  ['WV-TIME-BARRED', 'WV', borrowerIn, '2021-10-14', '2021-10-15'],
];

/** The right itself ends with the period. */
const extinguished: typeof barred = [
  ['MS-TIME-BARRED', 'MS', borrowerIn, '2023-10-14', '2023-10-15'],
  ['WI-TIME-BARRED', 'WI', borrowerIn, '2020-10-14', '2020-10-15'],
];

const since = (firstMissedDueDate: string) => ({ loans: [loan({ firstMissedDueDate, isOverdue: true })] });

export const limitations: readonly GoldenCase[] = [
  ...barred.flatMap(([rule, state, who, over, running]) => [
    golden(rule, 'The period is over on its last anniversary.', wednesday, who(state, since(over)), 'warns'),
    golden(rule, 'The day before it is not.', wednesday, who(state, since(running)), 'silent'),
    golden(rule, 'The notice of it is free.', wednesday, who(state, since(over)), 'silent', {
      theme: 'opsServicingTimeBarredNotice',
    }),
  ]),
  ...extinguished.flatMap(([rule, state, who, over, running]) => [
    golden(rule, 'The debt is gone, so nobody collects.', wednesday, who(state, since(over)), blocks),
    golden(rule, 'The loan may be serviced, with a warning.', wednesday, who(state, since(over)), 'warns', {
      theme: 'opsServicing',
    }),
    golden(
      rule,
      'With a month to go it is not.',
      wednesday,
      who(state, since(running.replace('-10-', '-11-'))),
      'silent',
    ),
  ]),
];

/** What informs whoever is asked of it, and is silent by the other party, by another channel, or before its day. */
export const saying: readonly GoldenCase[] = [
  golden('CO-DISCLOSE', 'The first letter of a collector.', wednesday, debtorIn('CO'), 'informs', { channel: 'mail' }),
  golden('CO-DISCLOSE', 'A creditor owes none.', wednesday, borrowerIn('CO'), 'silent', { channel: 'mail' }),
  golden(
    'CO-AUTOMATED-DECISIONS',
    'It is law from 2027 on.',
    '2027-01-01T10:00:00-07:00',
    borrowerIn('CO'),
    'informs',
    {
      channel: 'mail',
    },
  ),
  golden(
    'CO-AUTOMATED-DECISIONS',
    'On the last day of 2026 it is not.',
    '2026-12-31T10:00:00-07:00',
    borrowerIn('CO'),
    'silent',
    {
      channel: 'mail',
    },
  ),
  golden('DC-ECOMM-OPTOUT', 'Texts say how to opt out.', wednesday, borrowerIn('DC'), 'informs', { channel: 'text' }),
  golden('DC-ECOMM-OPTOUT', 'Calls do not.', wednesday, borrowerIn('DC'), 'silent'),
  golden('DC-SCOPE', 'It says whom the law of the District reaches.', wednesday, borrowerIn('DC'), 'informs'),
  golden('DC-SCOPE', 'Signing in is no collection.', wednesday, borrowerIn('DC'), 'silent', signingIn),
  golden('DC-DISCLOSE-WRITTEN', 'What is written says what it is for.', wednesday, borrowerIn('DC'), 'informs', {
    channel: 'mail',
  }),
  golden('DC-DISCLOSE-WRITTEN', 'A call is not written.', wednesday, borrowerIn('DC'), 'silent'),
  golden('MD-FDCPA-INCORP', 'It binds any collector, creditors included.', wednesday, borrowerIn('MD'), 'informs'),
  golden('MD-FDCPA-INCORP', 'Signing in is no collection.', wednesday, borrowerIn('MD'), 'silent', signingIn),
  golden('MA-VISITS', 'A creditor that writes is told of visits.', wednesday, borrowerIn('MA'), 'informs', {
    channel: 'mail',
  }),
  golden('MA-VISITS', 'A collector is not.', wednesday, debtorIn('MA'), 'silent', { channel: 'mail' }),
  golden('MA-CALLER-ID', 'A creditor says who calls.', wednesday, borrowerIn('MA'), 'informs'),
  golden('MA-CALLER-ID', 'It is not about collectors.', wednesday, debtorIn('MA'), 'silent'),
  golden('MA-VALIDATION-CRED', 'A creditor owes a notice too.', wednesday, borrowerIn('MA'), 'informs', {
    channel: 'mail',
  }),
  golden('MA-VALIDATION-CRED', 'It is not about collectors.', wednesday, debtorIn('MA'), 'silent', { channel: 'mail' }),
  golden('NV-HIGH-INTEREST', 'It is about creditors.', wednesday, borrowerIn('NV'), 'informs'),
  golden('NV-HIGH-INTEREST', 'It is not about collectors.', wednesday, debtorIn('NV'), 'silent'),
  golden('OR-DISCLOSE-ID', 'The caller says for whom.', wednesday, borrowerIn('OR'), 'informs'),
  golden('OR-DISCLOSE-ID', 'Signing in is no collection.', wednesday, borrowerIn('OR'), 'silent', signingIn),
  golden('WA-CONSUMER-LOAN', 'It is about creditors.', wednesday, borrowerIn('WA'), 'informs'),
  golden('WA-CONSUMER-LOAN', 'It is not about collectors.', wednesday, debtorIn('WA'), 'silent'),
  golden('WI-NOTICE-CURE', 'A creditor owes the notice of the right to cure.', wednesday, borrowerIn('WI'), 'informs', {
    channel: 'mail',
  }),
  golden('WI-NOTICE-CURE', 'It is not about collectors.', wednesday, debtorIn('WI'), 'silent', { channel: 'mail' }),
];
