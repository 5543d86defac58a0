// Consent, requests, attorneys, death and third parties in the states besides the ten largest.
import { attorney, call, callsInOctober, cease, consent, mailed, moment, ofCase, phone, request } from '../given.ts';
import { blocks, type GoldenCase, golden, until } from '../golden-case.ts';
import {
  afternoon,
  borrowerIn,
  debtorIn,
  endedLongAgo,
  marketing,
  other,
  type State,
  wednesday,
  work,
} from './homes.ts';

const recorded = { isAutodialed: true } as const;
const byText = { channel: 'text' } as const;

/** Recorded calls without consent, where no relationship frees them. */
const announced: readonly State[] = ['IN', 'KY', 'LA', 'MN', 'MS', 'NV', 'NJ', 'ND', 'SC'];
/** They are about offers alone, and inform. */
const ofOffers: readonly State[] = ['AK', 'AR', 'ID', 'MT', 'NH', 'NM', 'WY'];

export const agreed: readonly GoldenCase[] = [
  ...announced.flatMap((state) => [
    golden(
      `${state}-ADAD`,
      'A recorded call without consent.',
      wednesday,
      borrowerIn(state, { loans: endedLongAgo }),
      'warns',
      recorded,
    ),
    golden(
      `${state}-ADAD`,
      state === 'MS' ? 'Consent frees.' : 'A relationship frees.',
      wednesday,
      borrowerIn(state, state === 'MS' ? { consents: [consent('priorExpress', 'voice')] } : {}),
      'silent',
      recorded,
    ),
  ]),
  ...ofOffers.flatMap((state) => [
    golden(`${state}-ADAD`, 'A recorded offer.', wednesday, borrowerIn(state, { loans: endedLongAgo }), 'informs', {
      ...recorded,
      ...marketing,
    }),
    golden(`${state}-ADAD`, 'No offer.', wednesday, borrowerIn(state, { loans: endedLongAgo }), 'silent', recorded),
  ]),
  golden('AZ-SOLICIT-TEXT-DNC', 'Nobody knows whether the number is registered.', wednesday, borrowerIn('AZ'), blocks, {
    ...marketing,
    ...byText,
  }),
  golden(
    'AZ-SOLICIT-TEXT-DNC',
    'It is not.',
    wednesday,
    borrowerIn('AZ', { contacts: [phone('phone', '+14805550100', { onDoNotCallRegistry: false })] }),
    'silent',
    { ...marketing, ...byText },
  ),
  golden(
    'CT-SOLICIT-CONSENT',
    'An offer needs written consent.',
    wednesday,
    borrowerIn('CT', { consents: [consent('priorExpress', 'voice')] }),
    blocks,
    marketing,
  ),
  golden(
    'CT-SOLICIT-CONSENT',
    'There is one.',
    wednesday,
    borrowerIn('CT', { consents: [consent('priorExpressWritten', 'voice')] }),
    'silent',
    marketing,
  ),
  golden('DC-ECOMM-NOTICE-FIRST', 'Texts wait for the notice by mail.', wednesday, borrowerIn('DC'), blocks, byText),
  golden(
    'DC-ECOMM-NOTICE-FIRST',
    'It was mailed.',
    wednesday,
    borrowerIn('DC', { interactions: [mailed('2026-09-15T10:00:00-04:00', { theme: 'opsServicingDebtValidation' })] }),
    'silent',
    byText,
  ),
  golden(
    'DC-ECOMM-CONSENT',
    'Texts need consent to texts.',
    wednesday,
    borrowerIn('DC', { consents: [consent('express', 'email')] }),
    blocks,
    byText,
  ),
  golden(
    'DC-ECOMM-CONSENT',
    'There is one.',
    wednesday,
    borrowerIn('DC', { consents: [consent('express', 'text')] }),
    'silent',
    byText,
  ),
  golden('MN-RECORDED', 'A recorded call of a collector.', wednesday, debtorIn('MN'), blocks, recorded),
  golden('MN-RECORDED', 'A live one.', wednesday, debtorIn('MN'), 'silent'),
  golden('WA-COMM-TEXT', 'An offer by text.', afternoon, borrowerIn('WA'), blocks, { ...marketing, ...byText }),
  golden(
    'WA-COMM-TEXT',
    'The borrower agreed.',
    afternoon,
    borrowerIn('WA', { consents: [consent('priorExpress', 'text')] }),
    'silent',
    { ...marketing, ...byText },
  ),
];

const neighbor = other('neighbor');
const locating = { contactId: 'neighbor', theme: 'opsCollLocateBorrower' } as const;
const asked = { contactId: 'neighbor' } as const;
const atWork = { contactId: 'work' } as const;
const stopped = consent('priorExpress', 'text', { revokedAt: moment('2026-09-20T12:00:00-04:00') });

const represented: readonly (readonly [rule: string, state: State, who: typeof borrowerIn])[] = [
  ['DC-ATTORNEY', 'DC', borrowerIn],
  ['IA-ATTORNEY', 'IA', borrowerIn],
  ['MA-ATTORNEY', 'MA', borrowerIn],
  ['NH-ATTORNEY', 'NH', borrowerIn],
  ['WA-ATTORNEY', 'WA', debtorIn],
  ['WV-ATTORNEY', 'WV', borrowerIn],
];

export const asking: readonly GoldenCase[] = [
  ...represented.flatMap(([rule, state, who]) => [
    golden(rule, 'An attorney is known.', afternoon, who(state, { representatives: [attorney()] }), blocks),
    golden(
      rule,
      'It acts no more.',
      afternoon,
      who(state, { representatives: [attorney({ isActive: false })] }),
      'silent',
    ),
  ]),
  golden('AZ-ATTORNEY', 'An attorney is known.', afternoon, debtorIn('AZ', { representatives: [attorney()] }), blocks),
  golden(
    'AZ-ATTORNEY',
    'The attorney denies it.',
    afternoon,
    debtorIn('AZ', { representatives: [attorney({ denies: true })] }),
    'silent',
  ),
  golden('AZ-CEASE-WRITTEN', 'The borrower wants it to stop.', afternoon, debtorIn('AZ', { cases: [cease()] }), blocks),
  golden(
    'AZ-CEASE-WRITTEN',
    'One notice says that it has.',
    afternoon,
    debtorIn('AZ', { cases: [cease()] }),
    'silent',
    {
      channel: 'mail',
      subject: 'ceaseCommunicationAcknowledgement',
    },
  ),
  golden('CO-CEASE', 'The borrower wants it to stop.', afternoon, debtorIn('CO', { cases: [cease()] }), blocks),
  golden(
    'CO-CEASE',
    'It was only said.',
    afternoon,
    debtorIn('CO', { cases: [cease({ inWriting: false })] }),
    'silent',
  ),
  golden(
    'LA-CEASE',
    'A letter a month.',
    afternoon,
    borrowerIn('LA', {
      cases: [cease({ byRegisteredMail: true })],
      interactions: [mailed('2026-10-01T10:00:00-05:00')],
    }),
    until('2026-11-01T00:00:00-05:00'),
    { channel: 'mail' },
  ),
  golden(
    'LA-CEASE',
    'A letter of 31 August counts until the last day of September, which has no 31st.',
    '2026-09-15T15:00:00-05:00',
    borrowerIn('LA', {
      cases: [cease({ byRegisteredMail: true, receivedAt: moment('2026-08-01T10:00:00-05:00') })],
      interactions: [mailed('2026-08-31T10:00:00-05:00')],
    }),
    until('2026-09-30T00:00:00-05:00'),
    { channel: 'mail' },
  ),
  golden(
    'LA-CEASE',
    'Four personal contacts, and no more.',
    afternoon,
    borrowerIn('LA', { cases: [cease({ byRegisteredMail: true })], interactions: callsInOctober([1, 3, 5, 7]) }),
    blocks,
  ),
  golden(
    'LA-CEASE',
    'It did not come by registered mail.',
    afternoon,
    borrowerIn('LA', { cases: [cease()] }),
    'silent',
  ),
  golden(
    'DC-CALL-OPTOUT',
    'Calls are declined in writing.',
    afternoon,
    borrowerIn('DC', { requests: [request('voice', { inWriting: true })] }),
    blocks,
  ),
  golden(
    'DC-CALL-OPTOUT',
    'They are only declined by word of mouth.',
    afternoon,
    borrowerIn('DC', { requests: [request('voice')] }),
    'silent',
  ),
  golden(
    'VA-SOLICIT-OPTOUT',
    'Texts are stopped for ten years.',
    afternoon,
    borrowerIn('VA', { consents: [stopped] }),
    blocks,
    { ...marketing, ...byText },
  ),
  golden(
    'VA-SOLICIT-OPTOUT',
    'Consent was given again.',
    afternoon,
    borrowerIn('VA', {
      consents: [
        stopped,
        consent('priorExpress', 'text', { id: 'again', givenAt: moment('2026-10-01T12:00:00-04:00') }),
      ],
    }),
    'silent',
    { ...marketing, ...byText },
  ),
  golden(
    'DC-DECEASED',
    'Only the executor is contacted.',
    afternoon,
    borrowerIn('DC', { cases: [ofCase('deceased')] }),
    blocks,
  ),
  golden(
    'DC-DECEASED',
    'The executor is.',
    afternoon,
    borrowerIn('DC', { cases: [ofCase('deceased')], contacts: [other('estateRepresentative')] }),
    'silent',
    { contactId: 'estateRepresentative' },
  ),
  golden(
    'CT-LOCATION-ONCE',
    'A neighbor is asked once.',
    afternoon,
    borrowerIn('CT', { contacts: [neighbor], interactions: [call('2026-05-04T10:00:00-04:00', locating)] }),
    blocks,
    locating,
  ),
  golden(
    'CT-LOCATION-ONCE',
    'That is the first time.',
    afternoon,
    borrowerIn('CT', { contacts: [neighbor] }),
    'silent',
    locating,
  ),
  golden(
    'LA-THIRD-PARTY',
    'A neighbor is not told.',
    afternoon,
    borrowerIn('LA', { contacts: [neighbor] }),
    blocks,
    asked,
  ),
  golden(
    'LA-THIRD-PARTY',
    'The spouse is of the household.',
    afternoon,
    borrowerIn('LA', { contacts: [other('spouse')] }),
    'silent',
    { contactId: 'spouse' },
  ),
  golden(
    'DC-EMPLOYER-FAMILY',
    'A neighbor is not told.',
    afternoon,
    borrowerIn('DC', { contacts: [neighbor] }),
    blocks,
    asked,
  ),
  golden(
    'DC-EMPLOYER-FAMILY',
    'The borrower agreed.',
    afternoon,
    borrowerIn('DC', { contacts: [other('neighbor', { authorizedThirdParty: true })] }),
    'silent',
    asked,
  ),
];

const boss = other('employer', { label: 'work' });
const toBoss = { contactId: 'employer' } as const;
const noOther = phone('phone', '+15035550100', { valid: false });

export const working: readonly GoldenCase[] = [
  golden(
    'AZ-WORK-TIME',
    'Nobody has tried at home.',
    afternoon,
    debtorIn('AZ', { contacts: [work()] }),
    blocks,
    atWork,
  ),
  golden(
    'AZ-WORK-TIME',
    'Somebody has, on the first of thirty days.',
    afternoon,
    debtorIn('AZ', { contacts: [work()], interactions: [call('2026-09-15T10:00:00-07:00')] }),
    'silent',
    atWork,
  ),
  golden('IA-EMPLOYER', 'The employer is not told.', afternoon, borrowerIn('IA', { contacts: [boss] }), blocks, toBoss),
  golden(
    'IA-EMPLOYER',
    'It is asked where the borrower is.',
    afternoon,
    borrowerIn('IA', { contacts: [boss] }),
    'silent',
    {
      ...toBoss,
      theme: 'opsCollLocateBorrower',
    },
  ),
  golden(
    'MD-EMPLOYER',
    'There is no final judgment.',
    afternoon,
    borrowerIn('MD', { contacts: [boss] }),
    blocks,
    toBoss,
  ),
  golden('MD-EMPLOYER', 'The borrower is called.', afternoon, borrowerIn('MD', { contacts: [boss] }), 'silent'),
  golden(
    'MA-WORK-REQUEST',
    'A request by word of mouth holds for ten days.',
    afternoon,
    borrowerIn('MA', {
      contacts: [work()],
      requests: [request(null, { atWork: true, at: moment('2026-10-10T12:00:00-04:00') })],
    }),
    until('2026-10-20T00:00:00-04:00'),
    atWork,
  ),
  golden(
    'MA-WORK-REQUEST',
    'In writing it holds on.',
    afternoon,
    borrowerIn('MA', { contacts: [work()], requests: [request(null, { atWork: true, inWriting: true })] }),
    blocks,
    atWork,
  ),
  golden(
    'MA-WORK-REQUEST',
    'The ten days are over.',
    afternoon,
    borrowerIn('MA', {
      contacts: [work()],
      requests: [request(null, { atWork: true, at: moment('2026-10-04T12:00:00-04:00') })],
    }),
    'silent',
    atWork,
  ),
  golden(
    'NH-WORKPLACE',
    'The second call at work in a month.',
    afternoon,
    borrowerIn('NH', { contacts: [work()], interactions: callsInOctober([1], atWork) }),
    'warns',
    atWork,
  ),
  golden('NH-WORKPLACE', 'The first.', afternoon, borrowerIn('NH', { contacts: [work()] }), 'silent', atWork),
  golden(
    'OR-WORKPLACE',
    'There is another number.',
    afternoon,
    borrowerIn('OR', { contacts: [work({ employerPermits: true })] }),
    blocks,
    atWork,
  ),
  golden(
    'OR-WORKPLACE',
    'There is none, and the employer allows it.',
    afternoon,
    borrowerIn('OR', { contacts: [noOther, work({ employerPermits: true })] }),
    'silent',
    atWork,
  ),
  golden(
    'OR-WORKPLACE',
    'Once in a business week, which begins on Monday.',
    afternoon,
    borrowerIn('OR', {
      contacts: [noOther, work({ employerPermits: true })],
      interactions: callsInOctober([12], atWork),
    }),
    until('2026-10-19T00:00:00-07:00'),
    atWork,
  ),
  golden(
    'SC-WORKPLACE',
    'The borrower asked not to be called there.',
    afternoon,
    borrowerIn('SC', { contacts: [work()], requests: [request('voice', { atWork: true })] }),
    blocks,
    atWork,
  ),
  golden('SC-WORKPLACE', 'Nobody asked.', afternoon, borrowerIn('SC', { contacts: [work()] }), 'silent', atWork),
  golden(
    'VT-WORKPLACE',
    'The employer is not told.',
    afternoon,
    borrowerIn('VT', { contacts: [boss] }),
    blocks,
    toBoss,
  ),
  golden('VT-WORKPLACE', 'The borrower is called.', afternoon, borrowerIn('VT', { contacts: [boss] }), 'silent'),
  golden(
    'WA-FREQ-WORK',
    'The second contact at work in seven days.',
    afternoon,
    debtorIn('WA', { contacts: [work()], interactions: callsInOctober([12], atWork) }),
    until('2026-10-19T00:00:00-07:00'),
    atWork,
  ),
  golden('WA-FREQ-WORK', 'The first.', afternoon, debtorIn('WA', { contacts: [work()] }), 'silent', atWork),
  golden(
    'WI-EMPLOYER',
    'There is no final judgment.',
    afternoon,
    borrowerIn('WI', { contacts: [boss] }),
    blocks,
    toBoss,
  ),
  golden('WI-EMPLOYER', 'Employment is verified.', afternoon, borrowerIn('WI', { contacts: [boss] }), 'silent', {
    ...toBoss,
    theme: 'opsCollVerifyEmployment',
  }),
];
