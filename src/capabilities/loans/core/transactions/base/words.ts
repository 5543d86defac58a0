// The words of transactions, by the interface (3.10).
import { StringEnum } from '#platform/input/schemas.ts';

export const transactionStatuses = [
  'scheduled',
  'initiated',
  'pending',
  'succeeded',
  'failed',
  'inDispute',
  'canceled',
  'chargeback',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];
export const TransactionState = StringEnum(transactionStatuses, { title: 'TransactionStatus', example: 'succeeded' });

export const transactionTypes = ['payment', 'serviceCredit'] as const;

export const paymentReasons = [
  'oneTimePayment',
  'autoPay',
  'downPayment',
  'settlement',
  'reversal',
  'reimbursement',
] as const;
export type PaymentReason = (typeof paymentReasons)[number];

/** The longest external id of a transaction: newer resources have short ones. */
export const externalIdMax = 50;
