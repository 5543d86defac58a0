// The events of loans. Every change of the books emits those of the books (ledgerEvents); a command emits the rest.
import type { Emit } from '#platform/events/emit.ts';
import { defineEvent, type EventKind, eventsAbout, type FieldsOf } from '#platform/events/event-kind.ts';
import { Amount, DateOnly, ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { drawLedgerEvents } from './draw-events.ts';
import { LoanStatus } from './schemas.ts';
import type { LoanRow } from './tables.ts';
import { transactionFields } from './transaction-told.ts';

const loan = {
  loanExternalId: ExternalId({ max: 255 }),
  loanTypeId: Text({ max: 12 }),
  status: LoanStatus,
};

const ofLoan = (type: string, summary: string) => defineEvent({ type, summary, subject: 'person', fields: loan });

export const loanCreated = ofLoan('loan.created', 'A loan was boarded.');
export const loanOriginated = ofLoan('loan.originated', 'A loan was originated.');
export const loanUpdated = ofLoan('loan.updated', 'A loan was changed, but not its books.');
export const loanCanceled = ofLoan('loan.canceled', 'A loan was canceled before its activation.');
export const loanDeclined = ofLoan('loan.declined', 'A loan was declined.');
export const accelerationReversed = ofLoan('loan.acceleration.reversed', 'An acceleration was taken back.');
export const chargeOffReversed = ofLoan('loan.chargeoff.reversed', 'A charge-off was taken back.');
export const loanFeeUpdated = ofLoan('loan.fee.updated', 'A fee got another amount, as of the day it was charged.');
export const loanFeeCanceled = ofLoan('loan.fee.canceled', 'A fee was given up, as of the day it was charged.');
/** Amounts of an event are shown as they are stored, but for those that every event has. */
const limitText = Text({ max: 20, description: 'With two decimals, as text.', example: '2000.00' });
/** `same`: it was said again. */
export const limitChanges = ['raised', 'lowered', 'same'] as const;
export const limitChanged = defineEvent({
  type: 'loan.credit.limit.changed',
  summary: 'The credit limit of a line became another.',
  subject: 'person',
  fields: {
    ...loan,
    creditLimitAmount: limitText,
    previousCreditLimitAmount: Nullable(limitText),
    change: StringEnum(limitChanges),
  },
});
export const drawsFrozen = ofLoan('loan.draws.frozen', 'No purchases can be made on the draws of a line.');
export const drawsUnfrozen = ofLoan('loan.draws.unfrozen', 'Purchases can be made on the draws of a line again.');
export const collectionBegun = ofLoan(
  'loan.collection.begun',
  'A loan became active that was in default when it was taken over, or that a collection agency services.',
);
/** Whether a rate begins on a day to come. */
export const rateBegins = ['ahead', 'now', 'before'] as const;
export const loanRateCreated = defineEvent({
  type: 'loan.rate.created',
  summary: 'A loan was given a further interest or promotional rate.',
  subject: 'person',
  fields: {
    ...loan,
    /** They are those of the interest rate; a promotional rate alone has none. */
    begins: Nullable(StringEnum(rateBegins)),
    effectiveDate: Nullable(DateOnly),
    /** Why a higher rate of a line needs no notice 45 days ahead, as whoever gave it has said. */
    noticeExemption: Nullable(Text({ max: 30 })),
  },
});
export const statementSent = ofLoan('loan.statement.sent', 'The statement of a period of a line went out.');
export const loanStatusChanged = defineEvent({
  type: 'loan.statuschanged',
  summary: 'The status of a loan became another.',
  subject: 'person',
  fields: { ...loan, previousStatus: LoanStatus },
});
export const obligationChanged = defineEvent({
  type: 'loan.obligation.statuschanged',
  summary: 'An obligation came due, became overdue or was fulfilled.',
  subject: 'person',
  fields: { ...loan, obligationId: Nullable(Text({ max: 12 })), dueDate: Nullable(DateOnly) },
});

export const paymentApplied = defineEvent({
  type: 'payment.applied',
  summary: 'A payment was applied to a loan.',
  subject: 'person',
  fields: { ...loan, ...transactionFields },
});

const ofPromo = eventsAbout('person', {
  ...loan,
  promoProgramId: Text({ max: 12 }),
  drawId: Nullable(Text({ max: 12 })),
});
export const promoCreated = ofPromo('loan.promoprogram.created', 'A loan, or a draw of it, was given a promo program.');
export const promoUpdated = ofPromo('loan.promoprogram.updated', 'A promo program was changed.');
export const promoActivated = ofPromo(
  'loan.promoprogram.activated',
  'A promo program is part of the books from now on.',
);
export const promoCanceled = ofPromo(
  'loan.promoprogram.canceled',
  'A promo program was canceled, as if it had never been.',
);

const ofAmount = { ...loan, amount: Amount, currency: Text({ max: 3 }) };

export const interestAccrued = defineEvent({
  type: 'loan.interestaccrued.min',
  summary:
    'The interest of a period was booked, through accrualDate. For one day it is computed: GET /events?accrualDate=.',
  subject: 'person',
  fields: { ...ofAmount, accrualDate: DateOnly },
});
export const accelerationInitiated = ofLoan(
  'loan.acceleration.initiated',
  'A loan is to be accelerated, by a person or by its days past due.',
);
export const chargeOffInitiated = ofLoan(
  'loan.chargeoff.initiated',
  'A loan is to be charged off, by a person or by its days past due.',
);
export const balanceChanged = ofLoan(
  'loan.balance.changed',
  'A change of the books moved the balances of a loan: told once for each change, not for each day.',
);
export const overdueUpdated = defineEvent({
  type: 'loan.overdue.update',
  summary: 'Another amount of a loan is overdue than before, and it was and stays overdue.',
  subject: 'person',
  fields: ofAmount,
});

const ledger = {
  'loan.activated': 'A loan was activated: interest accrues from now on.',
  'loan.overdue': 'A loan became overdue.',
  'loan.current': 'A loan became current.',
  'loan.obligation.statuschanged': obligationChanged,
  'loan.paidoff': 'A loan was paid off.',
  'loan.closed': 'A loan was closed.',
  'loan.frozen': 'A loan was frozen.',
  'loan.unfrozen': 'A loan was unfrozen.',
  'loan.acceleration.processed': 'A loan was accelerated: everything became due.',
  'loan.chargeoff.processed': 'A loan was charged off.',
  'loan.rate.reset':
    'The date of a reset has come: the rate over the index is computed anew, and the payment where the loan type says so.',
  'loan.interest.capitalized': 'Unpaid interest joined the principal.',
  'loan.fee.capitalized': 'Unpaid fees joined the principal.',
  'loan.fee.booked': 'A fee was booked.',
  'loan.latefee.booked': 'A late fee was booked.',
  'loan.nsffee.booked': 'A fee for a returned payment was booked.',
  'loan.modificationfee.booked': 'A modification fee was booked.',
  'loan.foreigntransactionfee.booked': 'A foreign transaction fee was booked.',
  'payment.applied': paymentApplied,
} as const;

/** By type: events that a replay emits and retracts. Status events are emitted on change and never retracted. */
const ledgerKinds = new Map<string, EventKind>([
  ...Object.entries(ledger).map(
    ([type, said]) => [type, typeof said === 'string' ? ofLoan(type, said) : said] as const,
  ),
  ...drawLedgerEvents.map((kind) => [kind.type, kind] as const),
]);

/** By type: events that are known from the books, and are not among the records of a replay. */
const knownKinds = new Map<string, EventKind>(
  [interestAccrued, accelerationInitiated, chargeOffInitiated].map((kind) => [kind.type, kind]),
);

/** What a change of the books emits of the loan itself, also for days long ago. */
export const eventsOfBooks: readonly EventKind[] = [
  ...ledgerKinds.values(),
  ...knownKinds.values(),
  overdueUpdated,
  balanceChanged,
  loanStatusChanged,
  collectionBegun,
];

/** Events that commands emit themselves; a change of the books emits ledgerEvents as well. */
export const loanEvents: readonly EventKind[] = [
  loanCreated,
  loanOriginated,
  loanUpdated,
  loanCanceled,
  loanDeclined,
  accelerationReversed,
  chargeOffReversed,
  loanFeeUpdated,
  loanFeeCanceled,
  loanRateCreated,
  limitChanged,
  drawsFrozen,
  drawsUnfrozen,
  statementSent,
  promoCreated,
  promoUpdated,
  promoActivated,
  promoCanceled,
];

export const isLedgerEvent = (type: string): boolean => ledgerKinds.has(type);

export function kindOfLedgerEvent(type: string): EventKind {
  const kind = ledgerKinds.get(type) ?? knownKinds.get(type);
  if (kind === undefined) throw new Error(`The engine tells of ${type}, which nobody declares.`);
  return kind;
}

/** Emitted for every change of a status, whatever caused it. */
export function tellStatus({ emit }: { readonly emit: Emit }, before: LoanRow, loan: LoanRow): void {
  if (before.status === loan.status) return;
  const fields = { ...toldOfLoan(loan), previousStatus: before.status };
  emit(loanStatusChanged, loan.person_id, fields, { about: { loanId: loan.id } });
}

export const toldOfLoan = (
  row: Pick<LoanRow, 'external_id' | 'loan_type_id' | 'status'>,
): FieldsOf<typeof loanCreated> => ({
  loanExternalId: row.external_id,
  loanTypeId: row.loan_type_id,
  status: row.status,
});
