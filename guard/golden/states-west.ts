// California and Texas, each rule from its citation.
import { attorney, borrower, call, callsInOctober, cease, consent, debtor, loan, mailed, phone } from './given.ts';
import { blocks, type GoldenCase, golden, until } from './golden-case.ts';

const boss = phone('boss', '+12135550111', { affiliation: 'employer', label: 'work' });
const bossAt = { contactId: 'boss', channel: 'mail', theme: 'opsCollVerifyEmployment' } as const;
const eightDays = [8, 9, 10, 11, 12, 13, 14];
const late = (since: string) => [loan({ firstMissedDueDate: since, isOverdue: true })];
const marketing = { isTransactional: false, theme: 'opsServicing' } as const;

const wednesday = '2026-10-14T12:00:00-07:00';

export const california: readonly GoldenCase[] = [
  golden(
    'CA-HOURS',
    'A creditor stops at nine as well.',
    '2026-10-14T21:00:00-07:00',
    borrower('CA'),
    until('2026-10-15T08:00:00-07:00'),
  ),
  golden('CA-HOURS', 'It may call a second before.', '2026-10-14T20:59:59-07:00', borrower('CA'), 'silent'),
  golden(
    'CA-FREQ-REASONABLE',
    'The eighth call in seven days is held to be too many.',
    wednesday,
    borrower('CA', { interactions: callsInOctober(eightDays) }),
    'warns',
  ),
  golden(
    'CA-FREQ-REASONABLE',
    'The seventh is not.',
    wednesday,
    borrower('CA', { interactions: callsInOctober(eightDays.slice(1)) }),
    'silent',
  ),
  golden('CA-CEASE', 'A wish in writing binds a creditor.', wednesday, borrower('CA', { cases: [cease()] }), blocks),
  golden('CA-CEASE', 'It may be confirmed once.', wednesday, borrower('CA', { cases: [cease()] }), 'silent', {
    channel: 'mail',
    subject: 'ceaseCommunicationAcknowledgement',
  }),
  golden(
    'CA-ATTORNEY',
    'A represented debtor is left to the attorney.',
    wednesday,
    borrower('CA', { representatives: [attorney()] }),
    blocks,
  ),
  golden(
    'CA-ATTORNEY',
    'The attorney does not answer.',
    wednesday,
    borrower('CA', { representatives: [attorney({ isUnresponsive: true })] }),
    'silent',
  ),
  golden(
    'CA-WORKPLACE',
    'The employer is told nothing of the debt.',
    wednesday,
    borrower('CA', { contacts: [boss] }),
    blocks,
    { contactId: 'boss', theme: 'opsCollDebt' },
  ),
  golden(
    'CA-WORKPLACE',
    'Whether the borrower works there may be asked once, in writing.',
    wednesday,
    borrower('CA', { contacts: [boss] }),
    'silent',
    bossAt,
  ),
  golden(
    'CA-WORKPLACE',
    'It may not be asked again.',
    wednesday,
    borrower('CA', {
      contacts: [boss],
      interactions: [mailed('2026-06-01T10:00:00-07:00', { contactId: 'boss', theme: 'opsCollVerifyEmployment' })],
    }),
    blocks,
    bossAt,
  ),
  golden(
    'CA-WORKPLACE',
    'It may not be asked by telephone first.',
    wednesday,
    borrower('CA', { contacts: [boss] }),
    blocks,
    { contactId: 'boss', theme: 'opsCollVerifyEmployment' },
  ),
  golden(
    'CA-TIME-BARRED',
    'Four years after the first missed due date.',
    wednesday,
    debtor('CA', { loans: late('2022-10-14') }),
    'warns',
  ),
  golden(
    'CA-TIME-BARRED',
    'A day less than four years.',
    wednesday,
    debtor('CA', { loans: late('2022-10-15') }),
    'silent',
  ),
  golden(
    'CA-DISCLOSE-FIRST-NOTICE',
    'A letter of a collector may owe the notice of rights.',
    wednesday,
    debtor('CA'),
    'informs',
    { channel: 'mail' },
  ),
  golden('CA-DISCLOSE-FIRST-NOTICE', 'A creditor owes none.', wednesday, borrower('CA'), 'silent', { channel: 'mail' }),
  golden('CA-LANGUAGE', 'A letter may have to follow a translated contract.', wednesday, borrower('CA'), 'informs', {
    channel: 'mail',
  }),
  golden('CA-LANGUAGE', 'A call does not.', wednesday, borrower('CA'), 'silent'),
  golden('CA-LICENSE', 'A collector needs a licence.', wednesday, debtor('CA'), 'informs'),
  golden('CA-LICENSE', 'A creditor is not asked for it here.', wednesday, borrower('CA'), 'silent'),
  golden(
    'CA-ADAD',
    'A recorded call before nine in the morning is too early.',
    '2026-10-14T08:30:00-07:00',
    borrower('CA', { loans: [loan({ endedOn: '2020-01-15' })] }),
    'warns',
    { isAutodialed: true },
  ),
  golden('CA-ADAD', 'Within the hours an existing relationship is enough.', wednesday, borrower('CA'), 'silent', {
    isAutodialed: true,
  }),
  golden('CA-AI-VOICE', 'A voice made by a machine says so first.', wednesday, borrower('CA'), 'informs', {
    voice: 'ai',
  }),
  golden('CA-AI-VOICE', 'A person does not.', wednesday, borrower('CA'), 'silent'),
  golden('CA-RECORDING', 'Who records says so first.', wednesday, borrower('CA'), 'informs'),
  golden('CA-RECORDING', 'A letter is not recorded.', wednesday, borrower('CA'), 'silent', { channel: 'mail' }),
  golden(
    'CA-LICENSE-NUMBER',
    'What is written shows the number of the licence.',
    wednesday,
    borrower('CA'),
    'informs',
    { channel: 'email' },
  ),
  golden('CA-LICENSE-NUMBER', 'On calls it is given on request.', wednesday, borrower('CA'), 'silent'),
];

const noon = '2026-10-14T12:00:00-05:00';

export const texas: readonly GoldenCase[] = [
  golden(
    'TX-HARASS',
    'The eighth call in seven days is held to be too many.',
    noon,
    borrower('TX', { interactions: callsInOctober(eightDays) }),
    'warns',
  ),
  golden(
    'TX-HARASS',
    'The seventh is not.',
    noon,
    borrower('TX', { interactions: callsInOctober(eightDays.slice(1)) }),
    'silent',
  ),
  golden('TX-CALLER-ID', 'The caller says the name.', noon, borrower('TX'), 'informs'),
  golden('TX-CALLER-ID', 'An email shows it.', noon, borrower('TX'), 'silent', { channel: 'email' }),
  golden(
    'TX-TIME-BARRED',
    'Four years after the first missed due date.',
    noon,
    debtor('TX', { loans: late('2022-10-14') }),
    'warns',
  ),
  golden('TX-TIME-BARRED', 'A day less than four years.', noon, debtor('TX', { loans: late('2022-10-15') }), 'silent'),
  golden(
    'TX-SOLICIT-HOURS',
    'Sales calls begin at nine.',
    '2026-10-14T08:59:59-05:00',
    borrower('TX'),
    until('2026-10-14T09:00:00-05:00'),
    marketing,
  ),
  golden(
    'TX-SOLICIT-HOURS',
    'At nine they may be made.',
    '2026-10-14T09:00:00-05:00',
    borrower('TX'),
    'silent',
    marketing,
  ),
  golden(
    'TX-SOLICIT-HOURS',
    'On Sundays they begin at noon.',
    '2026-10-18T10:00:00-05:00',
    borrower('TX'),
    until('2026-10-18T12:00:00-05:00'),
    marketing,
  ),
  golden('TX-SOLICIT-HOURS', 'Servicing is no sale.', '2026-10-18T10:00:00-05:00', borrower('TX'), 'silent'),
  golden(
    'TX-ADAD',
    'A recorded call needs consent or a relationship.',
    noon,
    borrower('TX', { loans: [loan({ endedOn: '2020-01-15' })] }),
    'warns',
    { isAutodialed: true },
  ),
  golden(
    'TX-ADAD',
    'The consent was given.',
    noon,
    borrower('TX', { loans: [loan({ endedOn: '2020-01-15' })], consents: [consent('priorExpress', 'voice')] }),
    'silent',
    { isAutodialed: true },
  ),
  golden('TX-LICENSE', 'A collector needs a bond.', noon, debtor('TX'), 'informs'),
  golden(
    'TX-LICENSE',
    'A creditor does not.',
    noon,
    borrower('TX', { interactions: [call('2026-10-01T12:00:00-05:00')] }),
    'silent',
  ),
];
