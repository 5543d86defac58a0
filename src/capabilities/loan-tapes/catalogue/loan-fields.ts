// Fields about the loan itself: which it is, where it stands, and the days of its life.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { loanStatuses } from '#capabilities/loans/index.ts';
import type { Fields, Kind, LoanRowOfTape, TapeField, TapeRow } from './field.ts';

type Of<R extends LoanRowOfTape> = TapeField<R>['of'];

const ofTape = (kind: Kind, meaning: string, of: Of<LoanRowOfTape>): TapeField => ({
  kind,
  source: 'tape',
  meaning,
  of,
});
const ofLoan = <R extends LoanRowOfTape = TapeRow>(kind: Kind, meaning: string, of: Of<R>): TapeField<R> => ({
  kind,
  source: 'loan',
  meaning,
  of,
});
const ofReference = (kind: Kind, meaning: string, of: Of<LoanRowOfTape>): TapeField => ofLoan(kind, meaning, of);
const ofNow = <R extends LoanRowOfTape = TapeRow>(kind: Kind, meaning: string, of: Of<R>): TapeField<R> => ({
  ...ofLoan(kind, meaning, of),
  isOfNow: true,
});
const referenceOfNow = (kind: Kind, meaning: string, of: Of<LoanRowOfTape>): TapeField => ofNow(kind, meaning, of);

/** Whether the books of the loan had begun. */
const dataStatuses = ['complete', 'noBooks'] as const;

type Moment = Parameters<TapeRow['loan']['on']>[0];
const day = (name: Moment, meaning: string): TapeField<TapeRow> => ofLoan('date', meaning, ({ loan }) => loan.on(name));

export const tapeFields: Fields = {
  reportDate: ofTape('date', 'The day of which the tape tells.', ({ reportDate }) => reportDate),
  knownAt: ofTape('instant', 'What was recorded later is not in the tape.', ({ knownAt }) => knownAt),
};

export const dataFields: Fields<TapeRow> = {
  dataStatus: {
    kind: 'word',
    source: 'tape',
    meaning: '`complete`, or `noBooks` for a loan whose books had not begun: its amounts are empty.',
    of: ({ loan }) => (loan.books === null ? 'noBooks' : 'complete'),
    words: dataStatuses,
  },
};

/** Which loan a row is about. */
export const referenceFields: Fields = {
  loanId: ofReference('id', 'The id of the loan.', ({ loan }) => loan.row.id),
  loanExternalId: referenceOfNow('text', 'Your own id of the loan.', ({ loan }) => loan.row.external_id),
  loanDisplayId: referenceOfNow(
    'text',
    'Your own id of the loan, or ours without one.',
    ({ loan }) => loan.row.external_id ?? loan.row.id,
  ),
  loanTypeId: ofReference('id', 'The loan type.', ({ loan }) => loan.row.loan_type_id),
  product: ofReference('word', 'The product: installment, or line of credit.', ({ loan }) => loan.product),
  mainBorrowerId: ofReference('id', 'The id of the main borrower.', ({ loan }) => loan.row.person_id),
  additionalPeopleCount: referenceOfNow(
    'integer',
    'How many other people belong to the loan.',
    ({ loan }) => loan.row.additional_people.length,
  ),
  timezone: ofReference('word', 'The time zone of its days.', ({ loan }) => loan.row.zone),
  assetType: ofReference('word', 'What was lent for.', ({ loan }) => loan.row.asset_type),
  assetDisplayName: ofReference('text', 'What was lent for, in words.', ({ loan }) => loan.row.asset_display_name),
  nickname: referenceOfNow('text', 'The name that somebody gave to the loan.', ({ loan }) => loan.row.nickname),
  createdDate: ofReference('date', 'When it was recorded.', ({ loan: { row } }) =>
    dateInZone(row.created_at, row.zone),
  ),
};

/** To whom it belonged on the day. */
export const ownerFields: Fields = {
  investorId: ofReference(
    'id',
    'The investor to whom it belonged; of several the first.',
    ({ owners }) => owners[0]?.investorId ?? null,
  ),
  investorShare: ofReference(
    'rate',
    'What of the loan was theirs; 1 is all of it.',
    ({ owners }) => owners[0]?.share ?? null,
  ),
  investorsCount: ofReference('integer', 'How many investors it belonged to.', ({ owners }) => owners.length),
};

export const loanFields: Fields<TapeRow> = {
  loanTypeVersion: ofLoan(
    'integer',
    'The version of the loan type by which it was originated; empty where it was not by then.',
    ({ loan }) => (loan.isAgreed ? loan.row.loan_type_version : null),
  ),
  status: {
    ...ofLoan(
      'word',
      'Where the loan stood at the end of the day. Before its books began it is `originated`, or `pending` where the origination was recorded after knownAt. Otherwise a loan whose books never began has its status of now: nothing keeps when it was declined or canceled.',
      ({ loan }) => loan.status,
    ),
    words: loanStatuses,
  },
  isClosed: ofLoan('boolean', 'Whether the loan was closed.', ({ loan }) => loan.isClosed),
  isChargedOff: ofLoan('boolean', 'Whether it was charged off by then.', ({ loan }) => loan.status === 'chargedOff'),
  isPaidOff: ofLoan('boolean', 'Whether it was paid off by then.', ({ loan }) => loan.status === 'paidOff'),
  isFrozen: ofLoan('boolean', 'Whether it was frozen.', ({ loan }) => loan.status === 'frozen'),
  isAccelerated: ofLoan('boolean', 'Whether all of it was called due.', ({ loan }) => loan.status === 'accelerated'),
  servicedBy: ofLoan('word', 'Who serviced it: the creditor, or a collection agency.', ({ loan }) => loan.servicedBy),
  defaultedAtBoarding: ofLoan(
    'boolean',
    'Whether it was in default when it came here.',
    ({ loan }) => loan.row.defaulted_at_boarding,
  ),
  firstMissedDueDate: ofLoan(
    'date',
    'The due date that had been missed first when it came here.',
    ({ loan }) => loan.row.first_missed_on,
  ),
  chargedOffReason: ofNow('text', 'Why it was charged off.', ({ loan }) => loan.row.charged_off_reason),
  cancelReason: ofNow('text', 'Why it was canceled.', ({ loan }) => loan.row.cancel_reason),
  isOnAutopay: ofNow(
    'boolean',
    'Whether a plan of autopay is active.',
    ({ loan }) => loan.row.autopay_plan_id !== null,
  ),
  startedDate: ofLoan('date', 'The first day of its books.', ({ loan }) => loan.startedOn),
  originatedDate: ofLoan(
    'date',
    'When it was originated, as the lender said, or when that was recorded; empty where it was recorded after knownAt.',
    ({ loan }) => loan.on('lenderOriginatedAt') ?? loan.on('originatedAt'),
  ),
  activatedDate: day('activatedAt', 'When it was activated.'),
  frozenDate: day('frozenAt', 'When it was frozen last.'),
  acceleratedDate: day('acceleratedAt', 'When all of it was called due.'),
  chargedOffDate: day('chargedOffAt', 'When it was charged off.'),
  paidOffDate: day('paidOffAt', 'When it was paid off.'),
  closedDate: day('closedAt', 'When it was closed.'),
};
