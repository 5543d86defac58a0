// Federal rules that bind creditors and collectors alike: death, bankruptcy, 47 USC 227, 15 USC 7701-7713 and 7001(c); and
// the two that an operator may switch on as a policy of its own.
import { bankruptcy, borrower, call, callsInOctober, consent, debtor, emailed, loan } from './given.ts';
import { mailed, moment, ofCase, phone, request, text } from './given.ts';
import { blocks, type GoldenCase, until } from './golden-case.ts';

const morning = '2026-10-14T10:00:00-04:00';
const wife = phone('wife', '+15185550133', { affiliation: 'spouse' });
const friend = phone('friend', '+15185550122', { affiliation: 'other' });
const guardian = phone('guardian', '+15185550166', { affiliation: 'guardian' });
const executor = phone('executor', '+15185550177', { affiliation: 'estateRepresentative' });
const office = phone('office', '+15185550155', { affiliation: 'attorney' });
const atHome = phone('landline', '+15185550188', { label: 'home' });
const marketing = { isTransactional: false, theme: 'opsServicing' } as const;
const recorded = (at: string) => call(at, { contactId: 'landline', isAutodialed: true });
const stopped = consent('priorExpress', 'text', { contactId: 'phone', revokedAt: moment('2026-10-14T10:00:00-04:00') });

export const deathCases: readonly GoldenCase[] = [
  {
    rule: 'FED-DEC-STOP',
    says: 'Somebody who has died is not contacted.',
    at: morning,
    facts: borrower('NY', { cases: [ofCase('deceased')] }),
    answer: blocks,
  },
  {
    rule: 'FED-DEC-STOP',
    says: 'Who acts for the estate is.',
    at: morning,
    facts: borrower('NY', { contacts: [executor], cases: [ofCase('deceased')] }),
    asked: { contactId: 'executor' },
    answer: 'silent',
  },
  {
    rule: 'FED-DEC-STOP',
    says: 'The report was a mistake.',
    at: morning,
    facts: borrower('NY', { cases: [ofCase('deceased', { status: 'completed', outcome: 'rejected' })] }),
    answer: 'silent',
  },
  {
    rule: 'FED-DEC-WHO',
    says: 'A friend of somebody who has died does not act for the estate.',
    at: morning,
    facts: debtor('NY', { contacts: [friend], cases: [ofCase('deceased')] }),
    asked: { contactId: 'friend' },
    answer: blocks,
  },
  {
    rule: 'FED-DEC-WHO',
    says: 'A guardian counts as the consumer.',
    at: morning,
    facts: debtor('NY', { contacts: [guardian], cases: [ofCase('deceased')] }),
    asked: { contactId: 'guardian' },
    answer: 'silent',
  },
];

export const bankruptcyCases: readonly GoldenCase[] = [
  {
    rule: 'FED-BK-STAY',
    says: 'From the filing on nothing is asked.',
    at: morning,
    facts: borrower('NY', { cases: [bankruptcy()] }),
    asked: { channel: 'mail' },
    answer: blocks,
  },
  {
    rule: 'FED-BK-STAY',
    says: 'The attorney may be written to.',
    at: morning,
    facts: borrower('NY', { contacts: [office], cases: [bankruptcy()] }),
    asked: { contactId: 'office' },
    answer: 'silent',
  },
  {
    rule: 'FED-BK-STAY',
    says: 'A dismissal that nobody has reviewed does not end it.',
    at: morning,
    facts: borrower('NY', { cases: [bankruptcy({ disposition: 'dismissed' })] }),
    answer: blocks,
  },
  {
    rule: 'FED-BK-STAY',
    says: 'A dismissal does once the case is completed.',
    at: morning,
    facts: borrower('NY', {
      cases: [bankruptcy({ disposition: 'dismissed' }, { status: 'completed', outcome: 'ended' })],
    }),
    answer: 'silent',
  },
  {
    rule: 'FED-BK-STAY',
    says: 'Completed as confirmed while it is filed, it still blocks.',
    at: morning,
    facts: borrower('NY', { cases: [bankruptcy({}, { status: 'completed', outcome: 'approved' })] }),
    answer: blocks,
  },
  {
    rule: 'FED-BK-STAY',
    says: 'A loan made after the filing is free.',
    at: morning,
    facts: borrower('NY', { loans: [loan({ boardedOn: '2026-09-15' })], cases: [bankruptcy()] }),
    answer: 'silent',
  },
  {
    rule: 'FED-BK-CODEBTOR',
    says: 'Chapter 13 of a co-borrower protects the borrower as well.',
    at: morning,
    facts: borrower('NY', { cases: [bankruptcy({ chapter: '13' }, { whose: 'coBorrower', loanIds: ['loan'] })] }),
    answer: blocks,
  },
  {
    rule: 'FED-BK-CODEBTOR',
    says: 'Chapter 7 of a co-borrower does not.',
    at: morning,
    facts: borrower('NY', { cases: [bankruptcy({ chapter: '7' }, { whose: 'coBorrower', loanIds: ['loan'] })] }),
    answer: 'silent',
  },
  {
    rule: 'FED-BK-CODEBTOR',
    says: 'A discharge alone does not end it before the case is closed.',
    at: morning,
    facts: borrower('NY', {
      cases: [
        bankruptcy(
          { chapter: '13', disposition: 'discharged' },
          { whose: 'coBorrower', loanIds: ['loan'], status: 'completed', outcome: 'ended' },
        ),
      ],
    }),
    answer: blocks,
  },
  {
    rule: 'FED-BK-CODEBTOR',
    says: 'Closing does.',
    at: morning,
    facts: borrower('NY', {
      cases: [
        bankruptcy(
          { chapter: '13', disposition: 'discharged', isClosed: true },
          { whose: 'coBorrower', loanIds: ['loan'], status: 'completed', outcome: 'ended' },
        ),
      ],
    }),
    answer: 'silent',
  },
  {
    rule: 'FED-BK-DISCHARGE',
    says: 'A debt that was discharged is never collected.',
    at: morning,
    facts: borrower('NY', {
      cases: [bankruptcy({ disposition: 'discharged', isClosed: true }, { status: 'completed', outcome: 'ended' })],
    }),
    answer: blocks,
  },
  {
    rule: 'FED-BK-DISCHARGE',
    says: 'A loan that was reaffirmed is.',
    at: morning,
    facts: borrower('NY', {
      cases: [bankruptcy({ disposition: 'discharged', reaffirmed: true }, { status: 'completed', outcome: 'ended' })],
    }),
    answer: 'silent',
  },
];

export const telephoneCases: readonly GoldenCase[] = [
  {
    rule: 'FED-TCPA-CELL',
    says: 'An autodialled call to a mobile number needs consent.',
    at: morning,
    facts: borrower('NY'),
    asked: { isAutodialed: true },
    answer: blocks,
  },
  {
    rule: 'FED-TCPA-CELL',
    says: 'A number that the borrower gave for the debt is consent.',
    at: morning,
    facts: borrower('NY', { contacts: [phone('phone', '+15185550100', { providedByBorrower: true })] }),
    asked: { isAutodialed: true },
    answer: 'silent',
  },
  {
    rule: 'FED-TCPA-CELL',
    says: 'Marketing needs it in writing.',
    at: morning,
    facts: borrower('NY', {
      contacts: [phone('phone', '+15185550100', { providedByBorrower: true })],
      consents: [consent('priorExpress', 'voice')],
    }),
    asked: { isAutodialed: true, isTransactional: false },
    answer: blocks,
  },
  {
    rule: 'FED-TCPA-CELL',
    says: 'A voice made by a machine is artificial.',
    at: morning,
    facts: borrower('NY'),
    asked: { voice: 'ai' },
    answer: blocks,
  },
  {
    rule: 'FED-TCPA-CELL',
    says: 'A call dialled by hand needs none.',
    at: morning,
    facts: borrower('NY'),
    answer: 'silent',
  },
  {
    rule: 'FED-TCPA-RES',
    says: 'The fourth recorded call to a home in thirty days waits until the first is thirty days old.',
    at: morning,
    facts: borrower('NY', {
      contacts: [atHome],
      interactions: ['2026-09-15', '2026-10-01', '2026-10-10'].map((day) => recorded(`${day}T10:00:00-04:00`)),
    }),
    asked: { contactId: 'landline', isAutodialed: true },
    answer: until('2026-10-15T00:00:00-04:00'),
  },
  {
    rule: 'FED-TCPA-RES',
    says: 'One of the three was a day earlier.',
    at: morning,
    facts: borrower('NY', {
      contacts: [atHome],
      interactions: ['2026-09-14', '2026-10-01', '2026-10-10'].map((day) => recorded(`${day}T10:00:00-04:00`)),
    }),
    asked: { contactId: 'landline', isAutodialed: true },
    answer: 'silent',
  },
  {
    rule: 'FED-TCPA-HOURS',
    says: 'A solicitation at nine in the evening waits for the morning.',
    at: '2026-10-14T21:00:00-04:00',
    facts: borrower('NY'),
    asked: marketing,
    answer: until('2026-10-15T08:00:00-04:00'),
  },
  {
    rule: 'FED-TCPA-HOURS',
    says: 'Servicing is no solicitation.',
    at: '2026-10-14T21:00:00-04:00',
    facts: borrower('NY'),
    answer: 'silent',
  },
  {
    rule: 'FED-TCPA-DNC',
    says: 'A former customer of two years ago on the registry is not solicited.',
    at: morning,
    facts: borrower('NY', {
      contacts: [phone('phone', '+15185550100', { onDoNotCallRegistry: true })],
      loans: [loan({ status: 'closed', endedOn: '2024-10-01' })],
    }),
    asked: marketing,
    answer: blocks,
  },
  {
    rule: 'FED-TCPA-DNC',
    says: 'Whoever still has a loan has a business relationship.',
    at: morning,
    facts: borrower('NY', { contacts: [phone('phone', '+15185550100', { onDoNotCallRegistry: true })] }),
    asked: marketing,
    answer: 'silent',
  },
  {
    rule: 'FED-TCPA-REVOKE',
    says: 'A consent that was taken back stops texts at once.',
    at: '2026-10-14T10:00:01-04:00',
    facts: borrower('NY', { consents: [stopped] }),
    asked: { channel: 'text' },
    answer: blocks,
  },
  {
    rule: 'FED-TCPA-REVOKE',
    says: 'It stops recorded calls to that number.',
    at: morning,
    facts: borrower('NY', { consents: [stopped] }),
    asked: { isAutodialed: true },
    answer: blocks,
  },
  {
    rule: 'FED-TCPA-REVOKE',
    says: 'It does not stop live calls.',
    at: morning,
    facts: borrower('NY', { consents: [stopped] }),
    answer: 'silent',
  },
  {
    rule: 'FED-TCPA-REVOKEALL',
    says: 'From 31 January 2027 on one revocation is for all messages.',
    at: '2027-01-31T10:00:00-05:00',
    facts: borrower('NY', { consents: [stopped] }),
    asked: { channel: 'text' },
    answer: 'warns',
  },
  {
    rule: 'FED-TCPA-REVOKEALL',
    says: 'The day before the duty is waived.',
    at: '2027-01-30T10:00:00-05:00',
    facts: borrower('NY', { consents: [stopped] }),
    asked: { channel: 'text' },
    answer: 'silent',
  },
  {
    rule: 'FED-TCPA-CONFIRM',
    says: 'One text may confirm an opt-out within five minutes.',
    at: '2026-10-14T10:04:00-04:00',
    facts: borrower('NY', { consents: [stopped] }),
    asked: { channel: 'text', theme: 'opsServicing' },
    answer: 'silent',
  },
  {
    rule: 'FED-TCPA-CONFIRM',
    says: 'No second one may.',
    at: '2026-10-14T10:04:00-04:00',
    facts: borrower('NY', { consents: [stopped], interactions: [text('2026-10-14T10:01:00-04:00')] }),
    asked: { channel: 'text', theme: 'opsServicing' },
    answer: blocks,
  },
  {
    rule: 'FED-TCPA-RND',
    says: 'A number that was never checked may have become that of somebody else.',
    at: morning,
    facts: borrower('NY'),
    asked: { channel: 'text' },
    answer: 'warns',
  },
  {
    rule: 'FED-TCPA-RND',
    says: 'It was checked two weeks ago.',
    at: morning,
    facts: borrower('NY', {
      contacts: [phone('phone', '+15185550100', { reassignedCheckedAt: moment('2026-10-01T10:00:00-04:00') })],
    }),
    asked: { channel: 'text' },
    answer: 'silent',
  },
];

export const electronicCases: readonly GoldenCase[] = [
  {
    rule: 'FED-SPAM-OPTOUT',
    says: 'Whoever has opted out gets no marketing by email.',
    at: morning,
    facts: borrower('NY', { requests: [request('email')] }),
    asked: { channel: 'email', isTransactional: false },
    answer: blocks,
  },
  {
    rule: 'FED-SPAM-OPTOUT',
    says: 'A statement is no marketing.',
    at: morning,
    facts: borrower('NY', { requests: [request('email')] }),
    asked: { channel: 'email' },
    answer: 'silent',
  },
  {
    rule: 'FED-SPAM-CONTENT',
    says: 'What marketing by email must contain is said.',
    at: morning,
    facts: borrower('NY'),
    asked: { channel: 'email', isTransactional: false },
    answer: 'informs',
  },
  {
    rule: 'FED-SPAM-CONTENT',
    says: 'A call is no email.',
    at: morning,
    facts: borrower('NY'),
    asked: { isTransactional: false },
    answer: 'silent',
  },
  {
    rule: 'FED-ESIGN',
    says: 'A notice of validation goes by email alone only with consent to electronic records.',
    at: morning,
    facts: borrower('NY', { consents: [consent('express', 'email')] }),
    asked: { channel: 'email', theme: 'opsServicingDebtValidation' },
    answer: blocks,
  },
  {
    rule: 'FED-ESIGN',
    says: 'The consent was given.',
    at: morning,
    facts: borrower('NY', { consents: [consent('esign', 'email')] }),
    asked: { channel: 'email', theme: 'opsServicingDebtValidation' },
    answer: 'silent',
  },
];

export const warningCases: readonly GoldenCase[] = [
  {
    rule: 'FED-TIMEBARRED',
    says: 'Three years after the first missed due date a debt in New York may be time-barred.',
    at: morning,
    facts: debtor('NY', { loans: [loan({ firstMissedDueDate: '2023-10-14', isOverdue: true })] }),
    answer: 'warns',
  },
  {
    rule: 'FED-TIMEBARRED',
    says: 'One day less is not three years.',
    at: morning,
    facts: debtor('NY', { loans: [loan({ firstMissedDueDate: '2023-10-15', isOverdue: true })] }),
    answer: 'silent',
  },
  {
    rule: 'FED-TIMEBARRED',
    says: 'The notice that it is time-barred is always free.',
    at: morning,
    facts: debtor('NY', { loans: [loan({ firstMissedDueDate: '2023-10-14', isOverdue: true })] }),
    asked: { channel: 'mail', theme: 'opsServicingTimeBarredNotice' },
    answer: 'silent',
  },
  {
    rule: 'FED-FEMA-HOLD',
    says: 'Within ninety days of a disaster somebody should think first.',
    at: morning,
    facts: borrower('NY', { cases: [ofCase('federalEmergency', { beginsOn: '2026-10-01' })] }),
    answer: 'warns',
  },
  {
    rule: 'FED-FEMA-HOLD',
    says: 'A hundred days later life goes on.',
    at: morning,
    facts: borrower('NY', { cases: [ofCase('federalEmergency', { beginsOn: '2026-07-06' })] }),
    answer: 'silent',
  },
  {
    rule: 'FED-SCRA-HOLD',
    says: 'Somebody on active duty is looked at before automated collection.',
    at: morning,
    facts: borrower('NY', { cases: [ofCase('militaryDuty', { beginsOn: '2026-08-01' })] }),
    asked: { isAutodialed: true },
    answer: 'warns',
  },
  {
    rule: 'FED-SCRA-HOLD',
    says: 'The duty has ended.',
    at: morning,
    facts: borrower('NY', { cases: [ofCase('militaryDuty', { beginsOn: '2026-08-01', endsOn: '2026-10-13' })] }),
    asked: { isAutodialed: true },
    answer: 'silent',
  },
  {
    rule: 'FED-1P-FREQ-POLICY',
    says: 'A creditor that follows the number of collectors is warned at the eighth call.',
    at: morning,
    facts: borrower('NY', { interactions: callsInOctober([8, 9, 10, 11, 12, 13, 14]) }),
    answer: 'warns',
  },
  {
    rule: 'FED-1P-FREQ-POLICY',
    says: 'It is not warned at the seventh.',
    at: morning,
    facts: borrower('NY', { interactions: callsInOctober([9, 10, 11, 12, 13, 14]) }),
    answer: 'silent',
  },
  {
    rule: 'FED-1P-TIME-POLICY',
    says: 'A creditor that follows the hours of collectors is warned at nine in the evening.',
    at: '2026-10-14T21:00:00-04:00',
    facts: borrower('NY'),
    answer: 'warns',
  },
  {
    rule: 'FED-1P-TIME-POLICY',
    says: 'It is not warned a second before.',
    at: '2026-10-14T20:59:59-04:00',
    facts: borrower('NY'),
    answer: 'silent',
  },
];

export const disclosureCases: readonly GoldenCase[] = [
  {
    rule: 'FED-OPTOUT',
    says: 'A text of a collector says how to opt out.',
    at: morning,
    facts: debtor('NY'),
    asked: { channel: 'text' },
    answer: 'informs',
  },
  { rule: 'FED-OPTOUT', says: 'A call does not.', at: morning, facts: debtor('NY'), answer: 'silent' },
  {
    rule: 'FED-VOICEMAIL',
    says: 'What is left on a machine has limited content.',
    at: morning,
    facts: debtor('NY'),
    answer: 'informs',
  },
  {
    rule: 'FED-VOICEMAIL',
    says: 'A letter is on no machine.',
    at: morning,
    facts: debtor('NY'),
    asked: { channel: 'mail' },
    answer: 'silent',
  },
  { rule: 'FED-MIRANDA', says: 'A collector says that it is one.', at: morning, facts: debtor('NY'), answer: 'informs' },
  { rule: 'FED-MIRANDA', says: 'A creditor is none.', at: morning, facts: borrower('NY'), answer: 'silent' },
  {
    rule: 'FED-VALIDATION',
    says: 'A letter may be the first, and then owes the notice of validation.',
    at: morning,
    facts: debtor('NY', { interactions: [mailed('2026-10-01T10:00:00-04:00'), emailed('2026-10-02T10:00:00-04:00')] }),
    asked: { channel: 'mail' },
    answer: 'informs',
  },
  { rule: 'FED-VALIDATION', says: 'A call does not carry it.', at: morning, facts: debtor('NY'), answer: 'silent' },
  {
    rule: 'FED-TCPA-AI-VOICE',
    says: 'A voice made by a machine names the business at the start.',
    at: morning,
    facts: borrower('NY'),
    asked: { voice: 'ai' },
    answer: 'informs',
  },
  {
    rule: 'FED-TCPA-AI-VOICE',
    says: 'A person who calls by hand has a voice of flesh.',
    at: morning,
    facts: borrower('NY'),
    answer: 'silent',
  },
];
