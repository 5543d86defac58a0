// Why money did not move, or came back: one table from which answers, retries, instruments and autopay are told alike.
// The words are ours; what the bank wrote never reaches a client.
import { reasonOfReturn } from '@tenor/ach/read/return-codes.ts';
import type { Rail } from './order.ts';

interface FailureRule {
  /** What it is after the money was there: a failure, or a claim that the debit was wrong. */
  readonly after: 'failure' | 'chargeback';
  /** May it be tried again, and after what? */
  readonly retry: 'byRule' | 'technical' | 'never' | 'newInstrument' | 'newConsent' | 'corrected' | 'byPerson';
  /** What it does to the instrument. */
  readonly instrument: 'stays' | 'inactive' | 'inactiveForDebits' | 'inactiveForCredits' | 'needsUpdate' | 'blocked';
  /** Whether the authorization still carries debits; `newOne`: no debit without another one that is given afterwards. */
  readonly consent: 'stays' | 'newOne';
  readonly autopay: 'stays' | 'pauseAfterTwo' | 'pause' | 'cancel';
  /** Whether a returned-item fee may be charged for it. */
  readonly isFeeDue: boolean;
  /** The mistake was ours: late fees that only it causes are waived. */
  readonly isOurFault: boolean;
  readonly short: string;
  readonly long: string;
}

const usual = {
  after: 'failure',
  retry: 'never',
  instrument: 'stays',
  consent: 'stays',
  autopay: 'stays',
  isFeeDue: false,
  isOurFault: false,
} as const satisfies Partial<FailureRule>;

const said = (short: string, long: string, rule: Partial<FailureRule> = {}): FailureRule => ({
  ...usual,
  ...rule,
  short,
  long,
});

const funds = { retry: 'byRule', autopay: 'pauseAfterTwo', isFeeDue: true } as const;
const unusable = { retry: 'newInstrument', instrument: 'inactive', autopay: 'pause' } as const;
const unauthorised = {
  after: 'chargeback',
  instrument: 'inactiveForDebits',
  consent: 'newOne',
  autopay: 'cancel',
} as const;
const ours = { retry: 'corrected', isOurFault: true } as const;

const failureReasons = {
  insufficientFunds: said('Insufficient funds', 'The account did not hold enough money for the payment.', funds),
  uncollectedFunds: said('Uncollected funds', 'Money in the account was not available to the bank yet.', funds),
  accountClosed: said('Account closed', 'The account has been closed.', { ...unusable, retry: 'never' }),
  accountNotFound: said('Account not found', 'The bank has no such account.', unusable),
  accountInvalid: said('Account number invalid', 'The account number is not valid at the bank.', unusable),
  routingInvalid: said('Routing number invalid', 'The routing number does not belong to a bank.', unusable),
  unauthorized: said(
    'Not authorized',
    'The holder of the account says that the debit was not authorized.',
    unauthorised,
  ),
  authorizationRevoked: said(
    'Authorization revoked',
    'The holder of the account has revoked the authorization.',
    unauthorised,
  ),
  notAsAuthorized: said('Not as authorized', 'The holder says that amount or date differ from what was authorized.', {
    after: 'chargeback',
    retry: 'corrected',
    autopay: 'pause',
  }),
  paymentStopped: said('Payment stopped', 'The holder of the account has stopped this payment.', {
    retry: 'newConsent',
    consent: 'newOne',
    autopay: 'pause',
  }),
  bankChanged: said('Account moved to another bank', 'The account was moved to another bank.', {
    retry: 'corrected',
    instrument: 'needsUpdate',
    autopay: 'pause',
  }),
  payeeDeceased: said('Payee deceased', 'The person who was to receive the money has died.', {
    instrument: 'inactive',
    autopay: 'cancel',
  }),
  holderDeceased: said('Account holder deceased', 'The holder of the account has died.', {
    instrument: 'inactive',
    autopay: 'cancel',
  }),
  accountFrozen: said('Account frozen', 'The bank or a court has frozen the account.', {
    instrument: 'inactive',
    autopay: 'pause',
  }),
  questionable: said('Questionable entry', 'The bank suspects that the account was opened or used by fraud.', {
    instrument: 'blocked',
    autopay: 'pause',
  }),
  accountNotEligible: said('Account takes no such payments', 'The account does not allow payments of this kind.', {
    instrument: 'inactive',
    autopay: 'pause',
  }),
  returnedByRequest: said('Returned by request', 'The payment was returned because it was asked for.', {
    retry: 'byPerson',
  }),
  creditRefused: said('Credit refused', 'The holder of the account has refused the money.', {
    instrument: 'inactiveForCredits',
  }),
  duplicate: said('Duplicate', 'The same payment was presented twice.', { isOurFault: true }),
  dataError: said('Error in the entry', 'The entry that was sent had an error.', ours),
  batchRejected: said('Batch rejected', 'The batch with the entry was rejected before it was processed.', ours),
  sanctions: said('Sanctions', 'The payment may not be made because of sanctions.', {
    instrument: 'inactive',
    autopay: 'cancel',
  }),
  neverReceived: said('Never received', 'The provider never received the order.', {
    retry: 'byPerson',
    isOurFault: true,
  }),
  never: said('Card cannot be used', 'The issuer refuses this card for good.', {
    instrument: 'inactive',
    autopay: 'pause',
  }),
  cardRevoked: said('Authorization revoked', 'The cardholder has revoked the authorization at the issuer.', {
    instrument: 'inactive',
    consent: 'newOne',
    autopay: 'cancel',
  }),
  update: said('Card expired', 'The card has expired and must be updated.', {
    retry: 'newInstrument',
    instrument: 'needsUpdate',
    autopay: 'pause',
  }),
  cardClosed: said('Card closed', 'The issuer has closed the account of the card.', { ...unusable, retry: 'never' }),
  contactHolder: said('Ask the cardholder', 'The issuer says nothing of the card but to ask its holder.', unusable),
  funds: said('Insufficient funds', 'The card did not have enough money or credit.', {
    retry: 'byRule',
    autopay: 'pauseAfterTwo',
  }),
  soft: said('Declined', 'The issuer has declined the payment without a reason.', { retry: 'byRule' }),
  technical: said('Issuer not available', 'The issuer could not be reached.', { retry: 'technical' }),
  wait: said('Try again later', 'The issuer asks to try again later.', { retry: 'byRule' }),
  data: said('Card data refused', 'The issuer refuses what was sent with the card.', { autopay: 'pause' }),
  disputed: said('Disputed', 'The cardholder has disputed the payment.', {
    after: 'chargeback',
    instrument: 'blocked',
  }),
  other: said('Failed', 'The payment failed for a reason that is not known to us.', {
    retry: 'byPerson',
    autopay: 'pause',
  }),
} as const satisfies Record<string, FailureRule>;

type KnownReason = keyof typeof failureReasons;

export const failureRule = (reason: string): FailureRule =>
  Object.hasOwn(failureReasons, reason) ? failureReasons[reason as KnownReason] : failureReasons.other;

const byReason = (reason: KnownReason, codes: string): [string, KnownReason][] =>
  codes.split(' ').map((code) => [code, reason]);

const cardCodes: Readonly<Record<string, KnownReason>> = Object.fromEntries([
  ...byReason('never', '04 07 12 14 15 41 43 46 57 03'),
  ...byReason('cardRevoked', 'R0 R1 R3 21'),
  ...byReason('update', '54 expired'),
  ...byReason('funds', '51 61 65'),
  ...byReason('soft', '05 59 62 63'),
  ...byReason('technical', '91 96'),
  ...byReason('wait', '24 25 26 27 28 29 30'),
  ...byReason('data', '55 82 N7'),
]);

/** A reason of a dispute has a point or four digits: 10.4, 4837. */
const isOfDispute = (code: string): boolean => /^\d\d\.\d|^\d{4}/.test(code);

/** Our word for the code of a network; of a rail that has no table it is `other`. */
export function reasonOf(rail: Rail, code: string | null): KnownReason {
  if (code === null) return 'other';
  if (rail === 'card') return isOfDispute(code) ? 'disputed' : (cardCodes[code] ?? 'other');
  return reasonOfReturn(code, null);
}
