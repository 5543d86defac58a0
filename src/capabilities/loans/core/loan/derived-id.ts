// Ids of the engine's records: obligations, periods, fees. They are computed from the loan and the engine's own key, so
// they stay the same through every replay without being stored.
import { hash } from 'node:crypto';
import { obligationKey } from '@tenor/engine/account/difference.ts';
import type { IdPrefix } from '#platform/ids.ts';
import type { BookObligation } from './books.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789';

/** Unique within its loan, as far as 41 bits of a hash allow. */
function derivedId(prefix: IdPrefix, loanId: string, key: string): string {
  let number = Number.parseInt(hash('sha256', `${prefix} ${loanId} ${key}`, 'hex').slice(0, exactDigits), 16);
  let text = '';
  for (let i = 0; i < 8; i++) {
    text += alphabet[number % 35];
    number = Math.floor(number / 35);
  }
  return `${prefix}-${text.slice(0, 4)}-${text.slice(4)}`;
}

/** A number has so many hexadecimal digits exactly, and eight characters out of 35 need less. */
const exactDigits = 13;

export const obligationId = (loanId: string, obligation: Pick<BookObligation, 'kind' | 'key'>): string =>
  derivedId('OB', loanId, obligationKey(obligation));

/** The id follows from the ordinal of its due date. */
export const periodId = (loanId: string, ordinal: number): string => derivedId('PE', loanId, String(ordinal));

/** The version of the statement of a period. */
export const statementId = (loanId: string, ordinal: number, version: number): string =>
  derivedId('SM', loanId, `${ordinal} ${version}`);

/** Name the lines of a statement, and its draws, by their place in it. */
export const activityId = (id: string, place: number): string => derivedId('SA', id, String(place));
export const drawInfoId = (id: string, place: number): string => derivedId('SD', id, String(place));

export const feeId = (loanId: string, key: string): string => derivedId('LF', loanId, key);

/** Names a payment that a plan of autopay expects. */
export const autopayPaymentId = (planId: string, key: string): string => derivedId('AE', planId, key);

/** Names an investor of the agreement. */
export const associationId = (loanId: string, key: string): string => derivedId('IA', loanId, key);

/** Names a person who was agreed with the loan. */
export const loanPersonId = (loanId: string, personId: string): string => derivedId('LP', loanId, personId);

export const rateId = (loanId: string, key: string): string => derivedId('RA', loanId, key);
