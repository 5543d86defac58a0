// Florida, Georgia and North Carolina, each rule from its citation.
import {
  attorney,
  borrower,
  call,
  callsInOctober,
  consent,
  debtor,
  loan,
  moment,
  phone,
  request,
  text,
} from './given.ts';
import { blocks, type GoldenCase, golden, until } from './golden-case.ts';

const noon = '2026-10-14T12:00:00-04:00';
const eightDays = [8, 9, 10, 11, 12, 13, 14];
const marketing = { isTransactional: false, theme: 'opsServicing', subject: 'offer' } as const;
const sold = (at: string, more = {}) =>
  call(at, { isTransactional: false, theme: 'opsServicing', subject: 'offer', ...more });
const three = ['2026-10-13T12:00:00-04:00', '2026-10-13T15:00:00-04:00', '2026-10-14T10:00:00-04:00'];
const working = phone('work', '+19195550111', { label: 'work' });
const friend = phone('friend', '+19195550122', { affiliation: 'other' });

export const florida: readonly GoldenCase[] = [
  golden(
    'FL-HOURS',
    'Nine in the evening is too late for a creditor.',
    '2026-10-14T21:00:00-04:00',
    borrower('FL'),
    until('2026-10-15T08:00:00-04:00'),
  ),
  golden('FL-HOURS', 'Email is outside of the rule.', '2026-10-14T21:00:00-04:00', borrower('FL'), 'silent', {
    channel: 'email',
  }),
  golden('FL-HOURS', 'Eight in the morning is inside.', '2026-10-14T08:00:00-04:00', borrower('FL'), 'silent'),
  golden(
    'FL-ATTORNEY',
    'A represented debtor is left to the attorney.',
    noon,
    borrower('FL', { representatives: [attorney()] }),
    blocks,
  ),
  golden(
    'FL-ATTORNEY',
    'The attorney has not answered for six weeks.',
    noon,
    borrower('FL', { representatives: [attorney({ unansweredSince: moment('2026-09-02T12:00:00-04:00') })] }),
    'silent',
  ),
  golden(
    'FL-FREQ-REASONABLE',
    'The eighth call or text in seven days is held to be too many.',
    noon,
    borrower('FL', { interactions: [...callsInOctober(eightDays.slice(1)), text('2026-10-14T09:30:00-04:00')] }),
    'warns',
  ),
  golden(
    'FL-FREQ-REASONABLE',
    'The seventh is not.',
    noon,
    borrower('FL', { interactions: callsInOctober(eightDays.slice(1)) }),
    'silent',
  ),
  golden(
    'FL-SOLICIT-HOURS',
    'Sales calls end at eight.',
    '2026-10-14T20:00:00-04:00',
    borrower('FL'),
    until('2026-10-15T08:00:00-04:00'),
    marketing,
  ),
  golden('FL-SOLICIT-HOURS', 'Servicing does not.', '2026-10-14T20:00:00-04:00', borrower('FL'), 'silent'),
  golden(
    'FL-SOLICIT-FREQ',
    'The fourth sales call of 24 hours waits until the first is 24 hours old.',
    '2026-10-14T11:59:59-04:00',
    borrower('FL', { interactions: three.map((at) => sold(at)) }),
    until('2026-10-14T12:00:00-04:00'),
    marketing,
  ),
  golden(
    'FL-SOLICIT-FREQ',
    'A call of exactly 24 hours ago is out.',
    noon,
    borrower('FL', { interactions: three.map((at) => sold(at)) }),
    'silent',
    marketing,
  ),
  golden(
    'FL-SOLICIT-FREQ',
    'Calls about another subject do not count.',
    '2026-10-14T11:59:59-04:00',
    borrower('FL', { interactions: three.map((at) => sold(at, { subject: 'survey' })) }),
    'silent',
    marketing,
  ),
  golden('FL-LICENSE', 'A collector registers.', noon, debtor('FL'), 'informs'),
  golden('FL-LICENSE', 'A creditor does not.', noon, borrower('FL'), 'silent'),
  golden('FL-RECORDING', 'Who records says so first.', noon, borrower('FL'), 'informs'),
  golden('FL-RECORDING', 'A text is not recorded.', noon, borrower('FL'), 'silent', { channel: 'text' }),
];

export const georgia: readonly GoldenCase[] = [
  golden('GA-FOLLOWS-FEDERAL', 'A collector is told that the federal law is the law.', noon, debtor('GA'), 'informs'),
  golden('GA-FOLLOWS-FEDERAL', 'A creditor is not.', noon, borrower('GA'), 'silent'),
  golden(
    'GA-SMALL-LOAN-HOURS',
    'The old rule of small loans closes at ten in the evening.',
    '2026-10-14T22:00:00-04:00',
    borrower('GA'),
    'informs',
  ),
  golden('GA-SMALL-LOAN-HOURS', 'It is none of collectors.', '2026-10-14T22:00:00-04:00', debtor('GA'), 'silent'),
  golden('GA-SOLICIT-SB73', 'Sales calls may be sued for.', noon, borrower('GA'), 'informs', marketing),
  golden('GA-SOLICIT-SB73', 'Servicing may not.', noon, borrower('GA'), 'silent'),
];

export const northCarolina: readonly GoldenCase[] = [
  golden(
    'NC-HOURS',
    'Nine in the evening is outside of waking hours.',
    '2026-10-14T21:00:00-04:00',
    borrower('NC'),
    until('2026-10-15T08:00:00-04:00'),
  ),
  golden('NC-HOURS', 'A text rings nobody awake.', '2026-10-14T21:00:00-04:00', borrower('NC'), 'silent', {
    channel: 'text',
  }),
  golden('NC-HOURS', 'Eight in the morning is inside.', '2026-10-14T08:00:00-04:00', borrower('NC'), 'silent'),
  golden(
    'NC-FREQ-REASONABLE',
    'The eighth call in seven days is held to be too many.',
    noon,
    borrower('NC', { interactions: callsInOctober(eightDays) }),
    'warns',
  ),
  golden(
    'NC-FREQ-REASONABLE',
    'The seventh is not.',
    noon,
    borrower('NC', { interactions: callsInOctober(eightDays.slice(1)) }),
    'silent',
  ),
  golden(
    'NC-WORKPLACE',
    'Whoever asked not to be called at work is called at home.',
    noon,
    borrower('NC', { contacts: [working], requests: [request('voice', { contactId: 'work', atWork: true })] }),
    blocks,
    { contactId: 'work' },
  ),
  golden(
    'NC-WORKPLACE',
    'Unless no other number is known.',
    noon,
    borrower('NC', {
      contacts: [working, phone('phone', '+19195550100', { valid: false })],
      requests: [request('voice', { contactId: 'work', atWork: true })],
    }),
    'silent',
    { contactId: 'work' },
  ),
  golden('NC-WORKPLACE', 'Nobody has asked.', noon, borrower('NC', { contacts: [working] }), 'silent', {
    contactId: 'work',
  }),
  golden('NC-THIRD-PARTY', 'A friend is told nothing.', noon, borrower('NC', { contacts: [friend] }), blocks, {
    contactId: 'friend',
  }),
  golden(
    'NC-THIRD-PARTY',
    'A friend may be asked where the borrower is.',
    noon,
    borrower('NC', { contacts: [friend] }),
    'silent',
    { contactId: 'friend', theme: 'opsCollLocateBorrower' },
  ),
  golden(
    'NC-THIRD-PARTY',
    'The spouse may be told.',
    noon,
    borrower('NC', { contacts: [phone('wife', '+19195550133', { affiliation: 'spouse' })] }),
    'silent',
    { contactId: 'wife' },
  ),
  golden(
    'NC-ATTORNEY',
    'A represented consumer is left to the attorney.',
    noon,
    borrower('NC', { representatives: [attorney()] }),
    blocks,
  ),
  golden(
    'NC-ATTORNEY',
    'An attorney who acts no more does not matter.',
    noon,
    borrower('NC', { representatives: [attorney({ isActive: false })] }),
    'silent',
  ),
  golden(
    'NC-TIME-BARRED',
    'Three years after the first missed due date.',
    noon,
    debtor('NC', { loans: [loan({ firstMissedDueDate: '2023-10-14', isOverdue: true })] }),
    'warns',
  ),
  golden(
    'NC-TIME-BARRED',
    'A day less than three years.',
    noon,
    debtor('NC', { loans: [loan({ firstMissedDueDate: '2023-10-15', isOverdue: true })] }),
    'silent',
  ),
  golden(
    'NC-ADAD',
    'A recorded call needs consent or a relationship.',
    noon,
    borrower('NC', { loans: [loan({ endedOn: '2020-01-15' })] }),
    'warns',
    { isAutodialed: true },
  ),
  golden(
    'NC-ADAD',
    'The consent was given.',
    noon,
    borrower('NC', { loans: [loan({ endedOn: '2020-01-15' })], consents: [consent('priorExpress', 'voice')] }),
    'silent',
    { isAutodialed: true },
  ),
  golden('NC-LICENSE', 'A collector needs a licence.', noon, debtor('NC'), 'informs'),
  golden('NC-LICENSE', 'A creditor does not.', noon, borrower('NC'), 'silent'),
];
