// Fields about the loan itself: which it is, where it stands, and the days of its life.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { loanStatuses } from '#capabilities/loans/index.ts';
import type { Fields, Kind, TapeField, TapeRow } from './field.ts';

const ofTape = (kind: Kind, meaning: string, of: TapeField['of']): TapeField => ({ kind, source: 'tape', meaning, of });
const ofLoan = (kind: Kind, meaning: string, of: TapeField['of']): TapeField => ({ kind, source: 'loan', meaning, of });
const ofNow = (kind: Kind, meaning: string, of: TapeField['of']): TapeField => ({
  ...ofLoan(kind, meaning, of),
  isOfNow: true,
});

/** Whether the books of the loan had begun. */
const dataStatuses = ['complete', 'noBooks'] as const;

type Moment = Parameters<TapeRow['loan']['on']>[0];
const day = (name: Moment, meaning: string): TapeField => ofLoan('date', meaning, ({ loan }) => loan.on(name));

export const tapeFields: Fields = {
  reportDate: ofTape('date', 'The day of which the tape tells.', ({ reportDate }) => reportDate),
  knownAt: ofTape('instant', 'What was recorded later is not in the tape.', ({ knownAt }) => knownAt),
  dataStatus: {
    ...ofTape(
      'word',
      '`complete`, or `noBooks` for a loan whose books had not begun: its amounts are empty.',
      ({ loan }) => (loan.books === null ? 'noBooks' : 'complete'),
    ),
    words: dataStatuses,
  },
};

export const loanFields: Fields = {
  loanId: ofLoan('id', 'The id of the loan.', ({ loan }) => loan.row.id),
  loanExternalId: ofNow('text', 'Your own id of the loan.', ({ loan }) => loan.row.external_id),
  loanDisplayId: ofNow(
    'text',
    'Your own id of the loan, or ours without one.',
    ({ loan }) => loan.row.external_id ?? loan.row.id,
  ),
  loanTypeId: ofLoan('id', 'The loan type.', ({ loan }) => loan.row.loan_type_id),
  loanTypeVersion: ofLoan(
    'integer',
    'The version of the loan type by which it was originated; empty where it was not by then.',
    ({ loan }) => (loan.agreed === null ? null : loan.row.loan_type_version),
  ),
  product: ofLoan('word', 'The product: installment, or line of credit.', ({ loan }) => loan.product),
  mainBorrowerId: ofLoan('id', 'The id of the main borrower.', ({ loan }) => loan.row.person_id),
  additionalPeopleCount: ofNow(
    'integer',
    'How many other people belong to the loan.',
    ({ loan }) => loan.row.additional_people.length,
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
  timezone: ofLoan('word', 'The time zone of its days.', ({ loan }) => loan.row.zone),
  assetType: ofLoan('word', 'What was lent for.', ({ loan }) => loan.row.asset_type),
  assetDisplayName: ofLoan('text', 'What was lent for, in words.', ({ loan }) => loan.row.asset_display_name),
  nickname: ofNow('text', 'The name that somebody gave to the loan.', ({ loan }) => loan.row.nickname),
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
  investorId: ofLoan(
    'id',
    'The investor to whom it belonged; of several the first.',
    ({ owners }) => owners[0]?.investorId ?? null,
  ),
  investorShare: ofLoan(
    'rate',
    'What of the loan was theirs; 1 is all of it.',
    ({ owners }) => owners[0]?.share ?? null,
  ),
  investorsCount: ofLoan('integer', 'How many investors it belonged to.', ({ owners }) => owners.length),
  createdDate: ofLoan('date', 'When it was recorded.', ({ loan: { row } }) => dateInZone(row.created_at, row.zone)),
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
