// Federal rules about what collectors say and when: 15 USC 1692-1692p and Regulation F (12 CFR part 1006).
import {
  address,
  attorney,
  borrower,
  call,
  callsInOctober,
  cease,
  consent,
  debtor,
  email,
  emailed,
  loan,
  mailed,
  moment,
  ofCase,
  phone,
  request,
  text,
} from './given.ts';
import { blocks, type GoldenCase, until } from './golden-case.ts';

const morning = '2026-10-14T10:00:00-04:00';
const working = phone('work', '+15185550111', { label: 'work' });
const workMail = email('work mail', { label: 'work' });
const friend = phone('friend', '+15185550122', { affiliation: 'other' });
const wife = phone('wife', '+15185550133', { affiliation: 'spouse' });
const inHawaii = phone('phone', '+18085550100');
const atNine = '2026-10-05T21:00:00-04:00';

export const callCases: readonly GoldenCase[] = [
  {
    rule: 'FED-FREQ-7IN7',
    says: 'After seven calls in seven days the eighth waits until the first is no longer among the seven days.',
    at: morning,
    facts: debtor('NY', { interactions: callsInOctober([8, 9, 10, 11, 12, 13, 14]) }),
    answer: until('2026-10-15T00:00:00-04:00'),
  },
  {
    rule: 'FED-FREQ-7IN7',
    says: 'A call eight days ago, its own day counted, is not among the seven days.',
    at: morning,
    facts: debtor('NY', { interactions: callsInOctober([7, 9, 10, 11, 12, 13, 14]) }),
    answer: 'silent',
  },
  {
    rule: 'FED-FREQ-7IN7',
    says: 'A busy signal is not counted.',
    at: morning,
    facts: debtor('NY', {
      interactions: [
        ...callsInOctober([8, 9, 10, 11, 12, 13]),
        call('2026-10-14T09:00:00-04:00', { connected: false }),
      ],
    }),
    answer: 'silent',
  },
  {
    rule: 'FED-FREQ-7IN7',
    says: 'Each debt is counted by itself.',
    at: morning,
    facts: debtor('NY', {
      loans: [loan(), loan({ id: 'other loan' })],
      interactions: callsInOctober([8, 9, 10, 11, 12, 13, 14], { loanIds: ['other loan'] }),
    }),
    asked: { loanIds: ['loan'] },
    answer: 'silent',
  },
  {
    rule: 'FED-FREQ-7IN7',
    says: 'Texts do not count.',
    at: morning,
    facts: debtor('NY', {
      interactions: [...callsInOctober([9, 10, 11, 12, 13, 14]), text('2026-10-14T09:30:00-04:00')],
    }),
    answer: 'silent',
  },
  {
    rule: 'FED-FREQ-7IN7',
    says: 'A call that the borrower has directly agreed to within seven days is free.',
    at: morning,
    facts: debtor('NY', {
      interactions: callsInOctober([8, 9, 10, 11, 12, 13, 14]),
      consents: [consent('express', 'voice', { givenAt: moment('2026-10-14T09:30:00-04:00') })],
    }),
    answer: 'silent',
  },
  {
    rule: 'FED-FREQ-POSTCONV',
    says: 'A conversation on a Monday closes calls until the following Monday.',
    at: '2026-10-11T20:00:00-04:00',
    facts: debtor('NY', { interactions: [call('2026-10-05T19:00:00-04:00', { conversation: true })] }),
    answer: until('2026-10-12T00:00:00-04:00'),
  },
  {
    rule: 'FED-FREQ-POSTCONV',
    says: 'On the following Monday, day 8, the next call may be made.',
    at: '2026-10-12T08:00:00-04:00',
    facts: debtor('NY', { interactions: [call('2026-10-05T19:00:00-04:00', { conversation: true })] }),
    answer: 'silent',
  },
  {
    rule: 'FED-FREQ-POSTCONV',
    says: 'Whoever called, a conversation counts.',
    at: morning,
    facts: debtor('NY', {
      interactions: [call('2026-10-13T15:00:00-04:00', { conversation: true, direction: 'inbound' })],
    }),
    answer: until('2026-10-20T00:00:00-04:00'),
  },
  {
    rule: 'FED-LOCATION',
    says: 'A third party may be asked once where the borrower is.',
    at: morning,
    facts: debtor('NY', { contacts: [friend] }),
    asked: { contactId: 'friend', theme: 'opsCollLocateBorrower' },
    answer: 'silent',
  },
  {
    rule: 'FED-LOCATION',
    says: 'A third party is not asked a second time.',
    at: morning,
    facts: debtor('NY', {
      contacts: [friend],
      interactions: [call('2026-03-02T10:00:00-05:00', { contactId: 'friend', theme: 'opsCollLocateBorrower' })],
    }),
    asked: { contactId: 'friend', theme: 'opsCollLocateBorrower' },
    answer: blocks,
  },
];

export const timeCases: readonly GoldenCase[] = [
  {
    rule: 'FED-TIME',
    says: 'One second before nine in the evening is inside.',
    at: '2026-10-14T20:59:59-04:00',
    facts: debtor('NY'),
    answer: 'silent',
  },
  {
    rule: 'FED-TIME',
    says: 'Nine in the evening is outside, until eight in the morning.',
    at: '2026-10-14T21:00:00-04:00',
    facts: debtor('NY'),
    answer: until('2026-10-15T08:00:00-04:00'),
  },
  {
    rule: 'FED-TIME',
    says: 'One second before eight is outside.',
    at: '2026-10-14T07:59:59-04:00',
    facts: debtor('NY'),
    answer: until('2026-10-14T08:00:00-04:00'),
  },
  {
    rule: 'FED-TIME',
    says: 'A letter has no hours.',
    at: '2026-10-14T23:00:00-04:00',
    facts: debtor('NY'),
    asked: { channel: 'mail' },
    answer: 'silent',
  },
  {
    rule: 'FED-TIME',
    says: 'A creditor in its own name is not bound.',
    at: '2026-10-14T23:00:00-04:00',
    facts: borrower('NY'),
    answer: 'silent',
  },
  {
    rule: 'FED-TIME',
    says: 'The night of 25 hours ends by the clock on the wall.',
    at: '2026-10-31T21:00:00-04:00',
    facts: debtor('NY'),
    answer: until('2026-11-01T08:00:00-05:00'),
  },
  {
    rule: 'FED-TIME',
    says: 'So does the night of 23 hours.',
    at: '2026-03-07T22:00:00-05:00',
    facts: debtor('NY'),
    answer: until('2026-03-08T08:00:00-04:00'),
  },
  {
    rule: 'FED-TIME',
    says: 'A Hawaiian number of somebody in New York opens only when both are awake.',
    at: '2026-10-14T12:00:00-04:00',
    facts: debtor('NY', { contacts: [inHawaii] }),
    answer: until('2026-10-14T14:00:00-04:00'),
  },
  {
    rule: 'FED-TIME',
    says: 'An email to the same person asks the address alone.',
    at: '2026-10-14T12:00:00-04:00',
    facts: debtor('NY', { contacts: [inHawaii] }),
    asked: { channel: 'email' },
    answer: 'silent',
  },
  {
    rule: 'FED-TIME',
    says: 'The area code 850 lies in two zones: half past eight of the one is half past nine of the other.',
    at: '2026-10-14T20:30:00-05:00',
    facts: debtor('FL', { contacts: [address('address', '32501', 'FL'), phone('phone', '+18505550100')] }),
    answer: until('2026-10-15T08:00:00-05:00'),
  },
  {
    rule: 'FED-TIME',
    says: 'Arizona keeps standard time in summer.',
    at: '2026-07-01T07:30:00-07:00',
    facts: debtor('NY', { contacts: [address('address', '85001', 'AZ'), phone('phone', '+16025550100')] }),
    answer: until('2026-07-01T08:00:00-07:00'),
  },
  {
    rule: 'FED-TIME',
    says: 'Guam is a day ahead.',
    at: '2026-07-02T21:00:00+10:00',
    facts: debtor('NY', { contacts: [address('address', '96910', 'GU'), phone('phone', '+16715550100')] }),
    answer: until('2026-07-03T08:00:00+10:00'),
  },
  {
    rule: 'FED-TIME',
    says: 'Puerto Rico keeps the time of summer in New York all year.',
    at: '2026-01-14T20:59:00-04:00',
    facts: debtor('NY', { contacts: [address('address', '00601', 'PR'), phone('phone', '+17875550100')] }),
    answer: 'silent',
  },
  {
    rule: 'FED-TIME',
    says: 'A zone that the borrower has stated replaces all evidence.',
    at: '2026-10-14T22:00:00-04:00',
    facts: debtor('NY', { person: { statedZone: 'America/Los_Angeles' } }),
    answer: 'silent',
  },
  {
    rule: 'FED-TIME',
    says: 'A military address and a free number have no clock, and no next time.',
    at: morning,
    facts: debtor('NY', { contacts: [address('address', '09012', 'AE'), phone('phone', '+18005550100')] }),
    answer: blocks,
  },
  {
    rule: 'FED-TIME',
    says: 'An hour that the borrower called convenient is inside.',
    at: atNine,
    facts: debtor('NY', {
      person: { statedTimes: [{ id: 'late', kind: 'convenient', daysOfWeek: [1], fromMinute: 1260, toMinute: 1320 }] },
    }),
    answer: 'silent',
  },
  {
    rule: 'FED-TIME-CONSUMER',
    says: 'Working hours that the borrower called inconvenient are closed.',
    at: morning,
    facts: debtor('NY', {
      person: { statedTimes: [{ id: 'busy', kind: 'inconvenient', daysOfWeek: [3], fromMinute: 540, toMinute: 1020 }] },
    }),
    answer: until('2026-10-14T17:00:00-04:00'),
  },
  {
    rule: 'FED-TIME-CONSUMER',
    says: 'On another day of the week they are open.',
    at: '2026-10-15T10:00:00-04:00',
    facts: debtor('NY', {
      person: { statedTimes: [{ id: 'busy', kind: 'inconvenient', daysOfWeek: [3], fromMinute: 540, toMinute: 1020 }] },
    }),
    answer: 'silent',
  },
  {
    rule: 'FED-PLACE',
    says: 'A number at a place that the borrower called inconvenient is not called.',
    at: morning,
    facts: debtor('NY', { contacts: [phone('hospital', '+15185550144', { isInconvenientPlace: true })] }),
    asked: { contactId: 'hospital' },
    answer: blocks,
  },
  {
    rule: 'FED-PLACE',
    says: 'The number at home is.',
    at: morning,
    facts: debtor('NY', { contacts: [phone('hospital', '+15185550144', { isInconvenientPlace: true })] }),
    answer: 'silent',
  },
];

export const whomCases: readonly GoldenCase[] = [
  {
    rule: 'FED-ATTORNEY',
    says: 'A represented borrower is left to the attorney.',
    at: morning,
    facts: debtor('NY', { representatives: [attorney()] }),
    answer: blocks,
  },
  {
    rule: 'FED-ATTORNEY',
    says: 'An attorney who does not answer in a reasonable time lifts it.',
    at: morning,
    facts: debtor('NY', { representatives: [attorney({ isUnresponsive: true })] }),
    answer: 'silent',
  },
  {
    rule: 'FED-ATTORNEY',
    says: 'An attorney for another debt does not matter.',
    at: morning,
    facts: debtor('NY', {
      loans: [loan(), loan({ id: 'other' })],
      representatives: [attorney({ loanIds: ['other'] })],
    }),
    asked: { loanIds: ['loan'] },
    answer: 'silent',
  },
  {
    rule: 'FED-ATTORNEY',
    says: 'The attorney may be called.',
    at: morning,
    facts: debtor('NY', {
      contacts: [phone('office', '+15185550155', { affiliation: 'attorney', legalRepresentativeId: 'attorney' })],
      representatives: [attorney()],
    }),
    asked: { contactId: 'office' },
    answer: 'silent',
  },
  {
    rule: 'FED-WORK',
    says: 'Nobody knows whether the employer allows it, so it does not.',
    at: morning,
    facts: debtor('NY', { contacts: [working] }),
    asked: { contactId: 'work' },
    answer: blocks,
  },
  {
    rule: 'FED-WORK',
    says: 'The employer is known to allow it.',
    at: morning,
    facts: debtor('NY', { contacts: [phone('work', '+15185550111', { label: 'work', employerPermits: true })] }),
    asked: { contactId: 'work' },
    answer: 'silent',
  },
  {
    rule: 'FED-WORK-EMAIL',
    says: 'An address at the employer is not used.',
    at: morning,
    facts: debtor('NY', { contacts: [workMail] }),
    asked: { contactId: 'work mail' },
    answer: blocks,
  },
  {
    rule: 'FED-WORK-EMAIL',
    says: 'Unless the borrower has written from it.',
    at: morning,
    facts: debtor('NY', {
      contacts: [workMail],
      interactions: [emailed('2026-10-01T10:00:00-04:00', { contactId: 'work mail', direction: 'inbound' })],
    }),
    asked: { contactId: 'work mail' },
    answer: 'silent',
  },
  {
    rule: 'FED-THIRDPARTY',
    says: 'A friend is told nothing.',
    at: morning,
    facts: debtor('NY', { contacts: [friend] }),
    asked: { contactId: 'friend' },
    answer: blocks,
  },
  {
    rule: 'FED-THIRDPARTY',
    says: 'The spouse counts as the consumer.',
    at: morning,
    facts: debtor('NY', { contacts: [wife] }),
    asked: { contactId: 'wife' },
    answer: 'silent',
  },
  {
    rule: 'FED-THIRDPARTY',
    says: 'A friend of whom the borrower has said so may be told.',
    at: morning,
    facts: debtor('NY', {
      contacts: [phone('friend', '+15185550122', { affiliation: 'other', authorizedThirdParty: true })],
    }),
    asked: { contactId: 'friend' },
    answer: 'silent',
  },
];

export const ceaseCases: readonly GoldenCase[] = [
  {
    rule: 'FED-CEASE',
    says: 'A wish in writing to be left alone stops all contact.',
    at: morning,
    facts: debtor('NY', { cases: [cease()] }),
    asked: { channel: 'mail' },
    answer: blocks,
  },
  {
    rule: 'FED-CEASE',
    says: 'Said aloud it does not.',
    at: morning,
    facts: debtor('NY', { cases: [cease({ inWriting: false })] }),
    answer: 'silent',
  },
  {
    rule: 'FED-CEASE',
    says: 'That it ends may be said once.',
    at: morning,
    facts: debtor('NY', { cases: [cease()] }),
    asked: { channel: 'mail', subject: 'ceaseCommunicationAcknowledgement' },
    answer: 'silent',
  },
  {
    rule: 'FED-CEASE',
    says: 'It may not be said again.',
    at: morning,
    facts: debtor('NY', {
      cases: [cease()],
      interactions: [mailed('2026-10-01T10:00:00-04:00', { subject: 'ceaseCommunicationAcknowledgement' })],
    }),
    asked: { channel: 'mail', subject: 'ceaseCommunicationAcknowledgement' },
    answer: blocks,
  },
  {
    rule: 'FED-CEASE',
    says: 'A case that was rejected stops nothing.',
    at: morning,
    facts: debtor('NY', { cases: [cease({ status: 'completed', outcome: 'rejected' })] }),
    answer: 'silent',
  },
  {
    rule: 'FED-MEDIUM',
    says: 'Whoever asks not to be called is not called.',
    at: morning,
    facts: debtor('NY', { requests: [request('voice')] }),
    answer: blocks,
  },
  {
    rule: 'FED-MEDIUM',
    says: 'A letter still goes.',
    at: morning,
    facts: debtor('NY', { requests: [request('voice')] }),
    asked: { channel: 'mail' },
    answer: 'silent',
  },
  {
    rule: 'FED-DISPUTE',
    says: 'A dispute in writing within the period stops contact until the verification is sent.',
    at: morning,
    facts: debtor('NY', {
      cases: [
        ofCase('disputeOfDebt', {
          inWriting: true,
          dispute: { validationPeriodEndsOn: '2026-10-01', verificationSentOn: null },
        }),
      ],
    }),
    answer: blocks,
  },
  {
    rule: 'FED-DISPUTE',
    says: 'The verification was sent yesterday.',
    at: morning,
    facts: debtor('NY', {
      cases: [
        ofCase('disputeOfDebt', {
          inWriting: true,
          dispute: { validationPeriodEndsOn: '2026-10-01', verificationSentOn: '2026-10-13' },
        }),
      ],
    }),
    answer: 'silent',
  },
  {
    rule: 'FED-DISPUTE',
    says: 'The dispute came after the period.',
    at: morning,
    facts: debtor('NY', {
      cases: [
        ofCase('disputeOfDebt', {
          inWriting: true,
          dispute: { validationPeriodEndsOn: '2026-08-31', verificationSentOn: null },
        }),
      ],
    }),
    answer: 'silent',
  },
];

export const firstMessageCases: readonly GoldenCase[] = [
  {
    rule: 'FED-EMAIL-PROC',
    says: 'Without a basis no email is sent.',
    at: morning,
    facts: debtor('NY'),
    asked: { channel: 'email' },
    answer: blocks,
  },
  {
    rule: 'FED-EMAIL-PROC',
    says: 'The notice of the creditor went on 1 October, which is day 0: the first email may go on day 36.',
    at: morning,
    facts: debtor('NY', { contacts: [email('email', { transferNoticeSentOn: '2026-10-01' })] }),
    asked: { channel: 'email' },
    answer: until('2026-11-06T00:00:00-05:00'),
  },
  {
    rule: 'FED-EMAIL-PROC',
    says: 'On day 36 it goes.',
    at: '2026-11-06T10:00:00-05:00',
    facts: debtor('NY', { contacts: [email('email', { transferNoticeSentOn: '2026-10-01' })] }),
    asked: { channel: 'email' },
    answer: 'silent',
  },
  {
    rule: 'FED-TEXT-PROC',
    says: 'Without a basis no text is sent.',
    at: morning,
    facts: debtor('NY'),
    asked: { channel: 'text' },
    answer: blocks,
  },
  {
    rule: 'FED-TEXT-PROC',
    says: 'The borrower texted on 16 August, which is day 1: 14 October is day 60, the last.',
    at: morning,
    facts: debtor('NY', { interactions: [text('2026-08-16T18:00:00-04:00', { direction: 'inbound' })] }),
    asked: { channel: 'text' },
    answer: 'silent',
  },
  {
    rule: 'FED-TEXT-PROC',
    says: 'Day 61 is too late.',
    at: '2026-10-15T08:00:00-04:00',
    facts: debtor('NY', { interactions: [text('2026-08-16T18:00:00-04:00', { direction: 'inbound' })] }),
    asked: { channel: 'text' },
    answer: blocks,
  },
  {
    rule: 'FED-TEXT-PROC',
    says: 'A check of the number refreshes it.',
    at: '2026-10-15T08:00:00-04:00',
    facts: debtor('NY', {
      contacts: [phone('phone', '+15185550100', { reassignedCheckedAt: moment('2026-10-01T10:00:00-04:00') })],
      interactions: [text('2026-08-16T18:00:00-04:00', { direction: 'inbound' })],
    }),
    asked: { channel: 'text' },
    answer: 'silent',
  },
];
