// Illinois, Ohio and Michigan, each rule from its citation.
import { attorney, borrower, cease, consent, debtor, loan, mailed, moment, phone } from './given.ts';
import { blocks, type GoldenCase, golden, until } from './golden-case.ts';

const noon = '2026-10-14T12:00:00-05:00';
const evening = '2026-10-14T21:00:00-05:00';
const marketing = { isTransactional: false, theme: 'opsServicing' } as const;
const boss = phone('boss', '+13125550111', { affiliation: 'employer' });
const toBoss = { contactId: 'boss' } as const;
const working = phone('work', '+13125550112', { label: 'work' });
const allowed = phone('work', '+13125550112', { label: 'work', employerPermits: true });
const wife = phone('wife', '+13125550133', { affiliation: 'spouse' });
const overdue = (daysPastDue: number) => [loan({ isOverdue: true, daysPastDue, firstMissedDueDate: '2026-09-01' })];
const notice = (at: string) => [mailed(at, { theme: 'opsCollContactEmployerNotice' })];

export const illinois: readonly GoldenCase[] = [
  golden(
    'IL-HOURS',
    'Nine in the evening is too late for a collector.',
    evening,
    debtor('IL'),
    until('2026-10-15T08:00:00-05:00'),
  ),
  golden('IL-HOURS', 'A creditor is not bound.', evening, borrower('IL'), 'silent'),
  golden('IL-CEASE', 'A wish in writing stops a collector.', noon, debtor('IL', { cases: [cease()] }), blocks),
  golden(
    'IL-CEASE',
    'As under federal law, that it ends may be said once.',
    noon,
    debtor('IL', { cases: [cease()] }),
    'silent',
    { channel: 'mail', subject: 'ceaseCommunicationAcknowledgement' },
  ),
  golden('IL-CEASE', 'Said aloud it does not.', noon, debtor('IL', { cases: [cease({ inWriting: false })] }), 'silent'),
  golden(
    'IL-EMPLOYER',
    'Thirty days overdue, and after five whole days of notice, the employer may be contacted.',
    noon,
    borrower('IL', { contacts: [boss], loans: overdue(43), interactions: notice('2026-10-08T12:00:00-05:00') }),
    'silent',
    toBoss,
  ),
  golden(
    'IL-EMPLOYER',
    'The notice went on day 0, and today is day 5.',
    noon,
    borrower('IL', { contacts: [boss], loans: overdue(43), interactions: notice('2026-10-09T12:00:00-05:00') }),
    until('2026-10-15T00:00:00-05:00'),
    toBoss,
  ),
  golden(
    'IL-EMPLOYER',
    'Twenty-nine days overdue are too few.',
    noon,
    borrower('IL', { contacts: [boss], loans: overdue(29), interactions: notice('2026-10-01T12:00:00-05:00') }),
    blocks,
    toBoss,
  ),
  golden(
    'IL-SOLICIT-HOURS',
    'Sales calls end at nine.',
    evening,
    borrower('IL'),
    until('2026-10-15T08:00:00-05:00'),
    marketing,
  ),
  golden(
    'IL-SOLICIT-HOURS',
    'Recorded ones begin at nine.',
    '2026-10-14T08:30:00-05:00',
    borrower('IL'),
    until('2026-10-14T09:00:00-05:00'),
    { isTransactional: false, theme: 'opsServicing', isAutodialed: true },
  ),
  golden(
    'IL-SOLICIT-HOURS',
    'Live ones begin at eight.',
    '2026-10-14T08:30:00-05:00',
    borrower('IL'),
    'silent',
    marketing,
  ),
  golden(
    'IL-ADAD',
    'A recorded call needs consent or a relationship.',
    noon,
    borrower('IL', { loans: [loan({ endedOn: '2020-01-15' })] }),
    'warns',
    { isAutodialed: true },
  ),
  golden(
    'IL-ADAD',
    'Both are there, and it is noon.',
    noon,
    borrower('IL', { consents: [consent('priorExpress', 'voice')] }),
    'silent',
    { isAutodialed: true },
  ),
  golden('IL-LICENSE', 'A collector needs a licence.', noon, debtor('IL'), 'informs'),
  golden('IL-LICENSE', 'A creditor does not.', noon, borrower('IL'), 'silent'),
  golden('IL-RECORDING', 'Who records says so first.', noon, borrower('IL'), 'informs'),
  golden('IL-RECORDING', 'An email is not recorded.', noon, borrower('IL'), 'silent', { channel: 'email' }),
  golden(
    'IL-ATTORNEY',
    'A represented debtor is left to the attorney.',
    noon,
    debtor('IL', { representatives: [attorney()] }),
    blocks,
  ),
  golden(
    'IL-ATTORNEY',
    'The attorney agrees.',
    noon,
    debtor('IL', { representatives: [attorney({ consents: true })] }),
    'silent',
  ),
  golden(
    'IL-WORKPLACE',
    'Nobody knows whether the employer allows it, so it does not.',
    noon,
    debtor('IL', { contacts: [working] }),
    blocks,
    { contactId: 'work' },
  ),
  golden('IL-WORKPLACE', 'The employer is known to allow it.', noon, debtor('IL', { contacts: [allowed] }), 'silent', {
    contactId: 'work',
  }),
  golden('IL-SPOUSE', 'The spouse is to be asked with care.', noon, borrower('IL', { contacts: [wife] }), 'warns', {
    contactId: 'wife',
  }),
  golden('IL-SPOUSE', 'The borrower is not the spouse.', noon, borrower('IL', { contacts: [wife] }), 'silent'),
];

export const ohio: readonly GoldenCase[] = [
  golden('OH-FOLLOWS-FEDERAL', 'A collector is told that the federal law is the law.', noon, debtor('OH'), 'informs'),
  golden('OH-FOLLOWS-FEDERAL', 'A creditor is not.', noon, borrower('OH'), 'silent'),
];

const inDetroit = '2026-10-14T12:00:00-04:00';

export const michigan: readonly GoldenCase[] = [
  golden(
    'MI-HOURS',
    'An email at nine in the evening is too late.',
    '2026-10-14T21:00:00-04:00',
    borrower('MI'),
    until('2026-10-15T08:00:00-04:00'),
    { channel: 'email' },
  ),
  golden('MI-HOURS', 'Eight in the morning is inside.', '2026-10-14T08:00:00-04:00', borrower('MI'), 'silent', {
    channel: 'email',
  }),
  golden(
    'MI-ATTORNEY',
    'A represented debtor is left to the attorney.',
    inDetroit,
    borrower('MI', { representatives: [attorney()] }),
    blocks,
  ),
  golden(
    'MI-ATTORNEY',
    'The attorney has not answered for six weeks.',
    inDetroit,
    borrower('MI', { representatives: [attorney({ unansweredSince: moment('2026-09-02T12:00:00-04:00') })] }),
    'silent',
  ),
  golden(
    'MI-WORKPLACE',
    'The employer is told nothing that the debtor has not authorized.',
    inDetroit,
    borrower('MI', { contacts: [boss] }),
    blocks,
    toBoss,
  ),
  golden(
    'MI-WORKPLACE',
    'The employer may be asked where the debtor is.',
    inDetroit,
    borrower('MI', { contacts: [boss] }),
    'silent',
    { contactId: 'boss', theme: 'opsCollLocateBorrower' },
  ),
  golden(
    'MI-AGENCY-HOURS',
    'Nine in the evening is too late for an agency.',
    '2026-10-14T21:00:00-04:00',
    debtor('MI'),
    until('2026-10-15T08:00:00-04:00'),
  ),
  golden('MI-AGENCY-HOURS', 'A creditor is no agency.', '2026-10-14T21:00:00-04:00', borrower('MI'), 'silent'),
  golden(
    'MI-SOLICIT-HOURS',
    'Sales calls begin at nine.',
    '2026-10-14T08:59:59-04:00',
    borrower('MI'),
    until('2026-10-14T09:00:00-04:00'),
    marketing,
  ),
  golden('MI-SOLICIT-HOURS', 'Servicing begins earlier.', '2026-10-14T08:59:59-04:00', borrower('MI'), 'silent'),
  golden('MI-LICENSE', 'A collector needs a licence.', inDetroit, debtor('MI'), 'informs'),
  golden('MI-LICENSE', 'A creditor does not.', inDetroit, borrower('MI'), 'silent'),
  golden('MI-RECORDING', 'Who records says so first.', inDetroit, borrower('MI'), 'informs'),
  golden('MI-RECORDING', 'A letter is not recorded.', inDetroit, borrower('MI'), 'silent', { channel: 'mail' }),
];
