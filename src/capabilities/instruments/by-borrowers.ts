// What borrowers who have signed in may do with their instruments: add an account or a card, name it, and give it up.
// That it is theirs is shown by trial deposits, or said by the lender.
import { type Caller, callingBorrower } from '#platform/command/context.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';
import type { PaymentInstrumentCreate, PaymentInstrumentUpdate } from './schemas.ts';

/** What they may send of a new one. */
export const numbersOfBorrowers: readonly (keyof PaymentInstrumentCreate)[] = [
  'instrumentType',
  'isExternal',
  'nickname',
  'institutionName',
  'accountNumber',
  'accountNumberLastFour',
  'routingNumber',
  'accountType',
  'accountHolderType',
  'accountHolderName',
  'cardType',
  'cardNumber',
  'token',
  'expirationMonth',
  'expirationYear',
  'cvv',
  'address',
];

const ofBorrowers: readonly string[] = ['bankAccount', 'card'];

/** What is external is only recorded, and what is paid with it counts without a cent. Errors: InvalidRequest. */
export function mustBeForBorrowers(
  caller: Caller,
  { instrumentType, isExternal }: Pick<PaymentInstrumentCreate, 'instrumentType' | 'isExternal'>,
): void {
  if (callingBorrower(caller) === null) return;
  const problems: Problem[] = [];
  if (!ofBorrowers.includes(instrumentType))
    problems.push({
      path: 'instrumentType',
      message: 'is not for a borrower to add',
      expected: ofBorrowers.join(' or '),
    });
  if (isExternal === true)
    problems.push({ path: 'isExternal', message: 'is not for a borrower to say', expected: 'false, or nothing' });
  mustHaveNone(problems);
}

/** Errors: InvalidRequest. */
export function mustOnlyGiveUp(caller: Caller, { status }: PaymentInstrumentUpdate): void {
  if (callingBorrower(caller) === null || status === undefined || status === 'inactive') return;
  throw refuseField('status', 'follows from the verification', 'inactive, or nothing');
}
