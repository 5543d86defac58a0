// New York with its city, and Pennsylvania, each rule from its citation.
import {
  attorney,
  borrower,
  call,
  callsInOctober,
  cease,
  consent,
  debtor,
  email,
  loan,
  mailed,
  ofCase,
  phone,
  text,
} from './given.ts';
import { blocks, type GoldenCase, golden, until } from './golden-case.ts';

const noon = '2026-10-14T12:00:00-04:00';
const eightDays = [8, 9, 10, 11, 12, 13, 14];
const marketing = { isTransactional: false, theme: 'opsServicing' } as const;
const boss = phone('boss', '+15185550111', { affiliation: 'employer' });
const friend = phone('friend', '+12155550122', { affiliation: 'other' });
const lateSince = (since: string) => [loan({ firstMissedDueDate: since, isOverdue: true })];
const overdue = [loan({ isOverdue: true, daysPastDue: 40, firstMissedDueDate: '2026-09-04' })];
const threeContacts = [
  call('2026-10-09T10:00:00-04:00'),
  text('2026-10-10T10:00:00-04:00'),
  mailed('2026-10-12T10:00:00-04:00'),
];
const unsubstantiated = (sent: string | null) =>
  ofCase('disputeOfDebt', {
    inWriting: true,
    dispute: { validationPeriodEndsOn: '2026-10-01', verificationSentOn: sent },
  });

export const newYork: readonly GoldenCase[] = [
  golden(
    'NY-HARASS-CRED',
    'The eighth contact in seven days is held to be too many, of whatever form.',
    noon,
    borrower('NY', { interactions: [...callsInOctober(eightDays.slice(1)), mailed('2026-10-08T10:00:00-04:00')] }),
    'warns',
  ),
  golden(
    'NY-HARASS-CRED',
    'The seventh is not.',
    noon,
    borrower('NY', { interactions: callsInOctober(eightDays.slice(1)) }),
    'silent',
  ),
  golden(
    'NY-EMPLOYER',
    'The employer is told nothing before judgment.',
    noon,
    borrower('NY', { contacts: [boss] }),
    blocks,
    { contactId: 'boss' },
  ),
  golden(
    'NY-EMPLOYER',
    'The borrower may be called at work.',
    noon,
    borrower('NY', { contacts: [phone('work', '+15185550112', { label: 'work' })] }),
    'silent',
    { contactId: 'work' },
  ),
  golden('NY-DISCLOSE-5D', 'A collector owes disclosures within five days.', noon, debtor('NY'), 'informs', {
    channel: 'mail',
  }),
  golden('NY-DISCLOSE-5D', 'A creditor does not.', noon, borrower('NY'), 'silent', { channel: 'mail' }),
  golden(
    'NY-TIME-BARRED',
    'Three years after the first missed due date.',
    noon,
    borrower('NY', { loans: lateSince('2023-10-14') }),
    'warns',
  ),
  golden(
    'NY-TIME-BARRED',
    'A day less than three years.',
    noon,
    borrower('NY', { loans: lateSince('2023-10-15') }),
    'silent',
  ),
  golden(
    'NY-SUBSTANTIATE',
    'A charged-off debt rests until it is substantiated.',
    noon,
    debtor('NY', { loans: [loan({ chargedOffOn: '2026-06-30' })], cases: [unsubstantiated(null)] }),
    blocks,
  ),
  golden(
    'NY-SUBSTANTIATE',
    'It was substantiated.',
    noon,
    debtor('NY', { loans: [loan({ chargedOffOn: '2026-06-30' })], cases: [unsubstantiated('2026-10-10')] }),
    'silent',
  ),
  golden(
    'NY-SUBSTANTIATE',
    'A debt that is not charged off is outside.',
    noon,
    debtor('NY', { cases: [unsubstantiated(null)] }),
    'silent',
  ),
  golden('NY-SETTLE-CONFIRM', 'A settlement is confirmed in writing.', noon, debtor('NY'), 'informs', {
    channel: 'mail',
  }),
  golden('NY-SETTLE-CONFIRM', 'A call confirms nothing.', noon, debtor('NY'), 'silent'),
  golden(
    'NY-EMAIL',
    'Email needs consent in writing.',
    noon,
    debtor('NY', { consents: [consent('priorExpress', 'email')] }),
    blocks,
    { channel: 'email' },
  ),
  golden(
    'NY-EMAIL',
    'It was given in writing.',
    noon,
    debtor('NY', { consents: [consent('priorExpressWritten', 'email')] }),
    'silent',
    { channel: 'email' },
  ),
  golden(
    'NY-EMAIL',
    'An address of the employer is not used even so.',
    noon,
    debtor('NY', {
      contacts: [email('work mail', { label: 'work' })],
      consents: [consent('priorExpressWritten', 'email')],
    }),
    blocks,
    { contactId: 'work mail' },
  ),
  golden('NY-SOLICIT', 'Sales calls end at nine.', '2026-10-14T21:00:00-04:00', borrower('NY'), 'informs', marketing),
  golden('NY-SOLICIT', 'Servicing does not.', '2026-10-14T21:00:00-04:00', borrower('NY'), 'silent'),
  golden(
    'NY-ADAD',
    'A recorded call needs consent or a relationship.',
    noon,
    borrower('NY', { loans: [loan({ endedOn: '2020-01-15' })] }),
    'warns',
    { isAutodialed: true },
  ),
  golden('NY-ADAD', 'The loan is a relationship.', noon, borrower('NY'), 'silent', { isAutodialed: true }),
  golden('NY-LICENSE', 'A collector needs a licence.', noon, debtor('NY'), 'informs'),
  golden('NY-LICENSE', 'A creditor does not.', noon, borrower('NY'), 'silent'),
];

export const newYorkCity: readonly GoldenCase[] = [
  golden(
    'NY-NYC-FREQ',
    'A call, a text and a letter are three: the fourth waits.',
    noon,
    debtor('NYC', { interactions: threeContacts }),
    until('2026-10-16T00:00:00-04:00'),
  ),
  golden('NY-NYC-FREQ', 'In Albany they do not count.', noon, debtor('NY', { interactions: threeContacts }), 'silent'),
  golden(
    'NY-NYC-FREQ',
    'A creditor of a loan that is paid on time is free.',
    noon,
    borrower('NYC', { interactions: threeContacts }),
    'silent',
    { theme: 'opsServicing' },
  ),
  golden(
    'NY-NYC-FREQ',
    'Once it is overdue the creditor is bound.',
    noon,
    borrower('NYC', { loans: overdue, interactions: threeContacts }),
    until('2026-10-16T00:00:00-04:00'),
    { theme: 'opsServicing' },
  ),
  golden(
    'NY-NYC-FREQ',
    'Two contacts leave a third.',
    noon,
    debtor('NYC', { interactions: threeContacts.slice(1) }),
    'silent',
  ),
  golden(
    'NY-NYC-FREQ-OLD',
    'Until August 2026 two in seven days were the presumption.',
    '2026-08-31T12:00:00-04:00',
    debtor('NYC', {
      interactions: [call('2026-08-30T12:00:00-04:00'), call('2026-08-29T12:00:00-04:00')],
    }),
    'informs',
  ),
  golden(
    'NY-NYC-FREQ-OLD',
    'In September they were no more.',
    '2026-09-01T12:00:00-04:00',
    debtor('NYC', {
      interactions: [call('2026-08-30T12:00:00-04:00'), call('2026-08-29T12:00:00-04:00')],
    }),
    'silent',
  ),
  golden(
    'NY-NYC-EXCHANGE',
    'After a conversation and one contact more a second one is doubtful.',
    noon,
    debtor('NYC', {
      interactions: [call('2026-10-12T12:00:00-04:00', { conversation: true }), mailed('2026-10-13T12:00:00-04:00')],
    }),
    'warns',
  ),
  golden(
    'NY-NYC-EXCHANGE',
    'The first is not.',
    noon,
    debtor('NYC', { interactions: [call('2026-10-12T12:00:00-04:00', { conversation: true })] }),
    'silent',
  ),
  golden(
    'NY-NYC-HOURS',
    'An email at nine in the evening is too late.',
    '2026-10-14T21:00:00-04:00',
    borrower('NYC'),
    until('2026-10-15T08:00:00-04:00'),
    { channel: 'email' },
  ),
  golden('NY-NYC-HOURS', 'In Albany the city has no say.', '2026-10-14T21:00:00-04:00', borrower('NY'), 'silent', {
    channel: 'email',
  }),
  golden(
    'NY-NYC-ECOMM',
    'A text needs consent in writing that can be taken back.',
    noon,
    borrower('NYC', { consents: [consent('priorExpressWritten', 'text')] }),
    blocks,
    { channel: 'text' },
  ),
  golden(
    'NY-NYC-ECOMM',
    'It was given.',
    noon,
    borrower('NYC', { consents: [consent('writtenRevocable', 'text')] }),
    'silent',
    { channel: 'text' },
  ),
  golden(
    'NY-NYC-ECOMM',
    'Before September 2026 it was not asked.',
    '2026-08-31T12:00:00-04:00',
    borrower('NYC'),
    'silent',
    { channel: 'text' },
  ),
  golden(
    'NY-NYC-TIMEBARRED',
    'Three years after the first missed due date the city owes its notice.',
    noon,
    borrower('NYC', { loans: lateSince('2023-10-14') }),
    'warns',
  ),
  golden(
    'NY-NYC-TIMEBARRED',
    'In Albany it does not.',
    noon,
    borrower('NY', { loans: lateSince('2023-10-14') }),
    'silent',
  ),
  golden('NY-NYC-VALIDATION', 'A letter may owe the notice of the city.', noon, borrower('NYC'), 'informs', {
    channel: 'mail',
  }),
  golden('NY-NYC-VALIDATION', 'In Albany it does not.', noon, borrower('NY'), 'silent', { channel: 'mail' }),
];

export const pennsylvania: readonly GoldenCase[] = [
  golden(
    'PA-CRED-HOURS',
    'Nine in the evening is too late for a creditor.',
    '2026-10-14T21:00:00-04:00',
    borrower('PA'),
    until('2026-10-15T08:00:00-04:00'),
  ),
  golden('PA-CRED-HOURS', 'Collectors have the federal rule.', '2026-10-14T21:00:00-04:00', debtor('PA'), 'silent'),
  golden('PA-CRED-CEASE', 'A wish in writing binds a creditor.', noon, borrower('PA', { cases: [cease()] }), blocks),
  golden('PA-CRED-CEASE', 'It lets no notice through.', noon, borrower('PA', { cases: [cease()] }), blocks, {
    channel: 'mail',
    subject: 'ceaseCommunicationAcknowledgement',
  }),
  golden(
    'PA-CRED-CEASE',
    'The case was canceled.',
    noon,
    borrower('PA', { cases: [cease({ status: 'canceled' })] }),
    'silent',
  ),
  golden('PA-COLL-FDCPA', 'A collector is told that the federal law is the law.', noon, debtor('PA'), 'informs'),
  golden('PA-COLL-FDCPA', 'A creditor is not.', noon, borrower('PA'), 'silent'),
  golden('PA-EMPLOYER', 'The employer is told nothing.', noon, borrower('PA', { contacts: [boss] }), blocks, {
    contactId: 'boss',
  }),
  golden('PA-EMPLOYER', 'The borrower is.', noon, borrower('PA', { contacts: [boss] }), 'silent'),
  golden(
    'PA-SOLICIT',
    'On Columbus Day nothing is sold.',
    '2026-10-12T12:00:00-04:00',
    borrower('PA'),
    until('2026-10-13T08:00:00-04:00'),
    marketing,
  ),
  golden('PA-SOLICIT', 'The day after it is.', '2026-10-13T12:00:00-04:00', borrower('PA'), 'silent', marketing),
  golden(
    'PA-SOLICIT',
    'A holiday on a Saturday closes the Friday before.',
    '2026-07-03T12:00:00-04:00',
    borrower('PA'),
    until('2026-07-05T08:00:00-04:00'),
    marketing,
  ),
  golden(
    'PA-SOLICIT',
    'A day that the company adds is closed.',
    '2026-10-15T12:00:00-04:00',
    borrower('PA', { holidays: ['10-15'] }),
    until('2026-10-16T08:00:00-04:00'),
    marketing,
  ),
  golden('PA-RECORDING', 'Who records says so first.', noon, borrower('PA'), 'informs'),
  golden('PA-RECORDING', 'A letter is not recorded.', noon, borrower('PA'), 'silent', { channel: 'mail' }),
  golden(
    'PA-CRED-ATTORNEY',
    'A creditor deals with a known attorney only.',
    noon,
    borrower('PA', { representatives: [attorney({ isUnresponsive: true })] }),
    blocks,
  ),
  golden('PA-CRED-ATTORNEY', 'Nobody represents the borrower.', noon, borrower('PA'), 'silent'),
  golden(
    'PA-CRED-WORK',
    'Nobody knows whether the employer allows it, so it does not.',
    noon,
    borrower('PA', { contacts: [phone('work', '+12155550111', { label: 'work' })] }),
    blocks,
    { contactId: 'work' },
  ),
  golden(
    'PA-CRED-WORK',
    'The employer is known to allow it.',
    noon,
    borrower('PA', { contacts: [phone('work', '+12155550111', { label: 'work', employerPermits: true })] }),
    'silent',
    { contactId: 'work' },
  ),
  golden('PA-CRED-LOCATION', 'A third party is asked once.', noon, borrower('PA', { contacts: [friend] }), 'silent', {
    contactId: 'friend',
    theme: 'opsCollLocateBorrower',
  }),
  golden(
    'PA-CRED-LOCATION',
    'It is not asked again.',
    noon,
    borrower('PA', {
      contacts: [friend],
      interactions: [call('2026-03-02T12:00:00-05:00', { contactId: 'friend', theme: 'opsCollLocateBorrower' })],
    }),
    blocks,
    { contactId: 'friend', theme: 'opsCollLocateBorrower' },
  ),
];
