// Every code with which an entry comes back: what it is called, who counts it, when it must have come, and our word for
// it. What the word does to payment, instrument, retries, consent, autopay and fee stands in one table with the words of
// cards: moving-money/orders/order/failure-reasons.ts.

type ReturnReason =
  | 'insufficientFunds'
  | 'uncollectedFunds'
  | 'accountClosed'
  | 'accountNotFound'
  | 'accountInvalid'
  | 'routingInvalid'
  | 'unauthorized'
  | 'authorizationRevoked'
  | 'notAsAuthorized'
  | 'paymentStopped'
  | 'bankChanged'
  | 'payeeDeceased'
  | 'holderDeceased'
  | 'accountFrozen'
  | 'questionable'
  | 'accountNotEligible'
  | 'returnedByRequest'
  | 'creditRefused'
  | 'duplicate'
  | 'dataError'
  | 'sanctions'
  | 'other';

/** A code may answer an earlier return. This says what the code does to that return, and so to the payment. */
type OfReturn =
  /** The return is undone: the payment stands again. */
  | 'undone'
  /** The return stands: a payment that stood again is undone again. */
  | 'stands'
  /** Neither: the banks settle it, or a person does. */
  | 'open';

interface ReturnCode {
  readonly title: string;
  /** Null: the code is about a return, not about a payment. */
  readonly reason: ReturnReason | null;
  readonly ofReturn: OfReturn | null;
  /** In which rate it counts besides that of all returns. */
  readonly rate: 'unauthorized' | 'administrative' | null;
  /** When the return is due, after settlement: two banking days, sixty calendar days, the operator's next file, or any time. */
  readonly due: 'twoBankingDays' | 'sixtyDays' | 'nextFile' | 'open' | 'fiveBankingDays';
}

type Due = ReturnCode['due'];

const payment = (
  title: string,
  reason: ReturnReason,
  due: Due = 'twoBankingDays',
  rate: ReturnCode['rate'] = null,
): ReturnCode => ({ title, reason, ofReturn: null, rate, due });

const unauthorized = (title: string, reason: ReturnReason, due: Due = 'sixtyDays'): ReturnCode =>
  payment(title, reason, due, 'unauthorized');

const administrative = (title: string, reason: ReturnReason): ReturnCode =>
  payment(title, reason, 'twoBankingDays', 'administrative');

const byOperator = (title: string, reason: ReturnReason = 'dataError'): ReturnCode =>
  payment(title, reason, 'nextFile');

const dishonor = (title: string, ofReturn: OfReturn): ReturnCode => ({
  title,
  reason: null,
  ofReturn,
  rate: null,
  due: 'fiveBankingDays',
});

const contest = (title: string, ofReturn: OfReturn): ReturnCode => ({
  title,
  reason: null,
  ofReturn,
  rate: null,
  due: 'twoBankingDays',
});

const codes: Readonly<Record<string, ReturnCode>> = {
  R01: payment('Insufficient funds', 'insufficientFunds'),
  R02: administrative('Account closed', 'accountClosed'),
  R03: administrative('No account, or unable to locate it', 'accountNotFound'),
  R04: administrative('Invalid account number', 'accountInvalid'),
  R05: unauthorized('Unauthorized debit to a consumer account by a corporate entry', 'unauthorized'),
  R06: payment("Returned at the originating bank's request", 'returnedByRequest', 'open'),
  R07: unauthorized('Authorization revoked', 'authorizationRevoked'),
  R08: payment('Payment stopped', 'paymentStopped'),
  R09: payment('Uncollected funds', 'uncollectedFunds'),
  R10: unauthorized('Originator not known, or not authorized', 'unauthorized'),
  R11: unauthorized('Entry not in accordance with the authorization', 'notAsAuthorized'),
  R12: payment('Branch sold to another bank', 'bankChanged'),
  R13: byOperator('Invalid routing number', 'routingInvalid'),
  R14: payment('Representative payee deceased or unable to go on', 'payeeDeceased'),
  R15: payment('Beneficiary or account holder deceased', 'holderDeceased'),
  R16: payment('Account frozen', 'accountFrozen'),
  R17: payment('Record edit criteria, or questionable circumstances', 'dataError'),
  R18: byOperator('Improper effective entry date'),
  R19: byOperator('Amount field error'),
  R20: payment('Non-transaction account', 'accountNotEligible'),
  R21: payment('Invalid company identification', 'dataError'),
  R22: payment('Invalid individual id', 'dataError'),
  R23: payment('Credit refused by the receiver', 'creditRefused'),
  R24: payment('Duplicate entry', 'duplicate'),
  R25: byOperator('Addenda error'),
  R26: byOperator('Mandatory field error'),
  R27: byOperator('Trace number error'),
  R28: byOperator('Routing number check digit error', 'routingInvalid'),
  R29: unauthorized('Corporate customer advises not authorized', 'unauthorized', 'twoBankingDays'),
  R30: byOperator('Bank takes no truncated checks'),
  R31: payment('Permissible return of a corporate entry', 'returnedByRequest', 'open'),
  R32: byOperator('Receiving bank does not settle'),
  R33: payment('Return of a destroyed check entry', 'dataError', 'sixtyDays'),
  R34: byOperator('Limited participation of the receiving bank'),
  R35: byOperator('Improper debit entry'),
  R36: byOperator('Improper credit entry'),
  R37: payment('Source document presented for payment', 'other', 'sixtyDays'),
  R38: payment('Stop payment on the source document', 'other', 'sixtyDays'),
  R39: payment('Improper source document', 'other'),
  R40: byOperator('Enrollment: returned by the agency', 'other'),
  R41: byOperator('Enrollment: invalid transaction code', 'other'),
  R42: byOperator('Enrollment: routing number or check digit error', 'other'),
  R43: byOperator('Enrollment: invalid account number', 'other'),
  R44: byOperator('Enrollment: invalid individual id', 'other'),
  R45: byOperator('Enrollment: invalid name', 'other'),
  R46: byOperator('Enrollment: invalid representative payee indicator', 'other'),
  R47: byOperator('Enrollment: duplicate', 'other'),
  R50: payment('State law affecting re-presented checks', 'other'),
  R51: unauthorized('Item not eligible, or entry improper', 'unauthorized'),
  R52: payment('Stop payment on the item', 'other', 'sixtyDays'),
  R53: payment('Item and entry both presented', 'other', 'sixtyDays'),
  R61: dishonor('Misrouted return', 'open'),
  R62: dishonor('Return of an erroneous or reversing debit', 'undone'),
  // The return that came first stands.
  R67: dishonor('Duplicate return', 'open'),
  R68: dishonor('Untimely return', 'undone'),
  R69: dishonor('Field errors', 'open'),
  R70: dishonor('Permissible return not accepted', 'undone'),
  R71: contest('Misrouted dishonored return', 'open'),
  R72: contest('Untimely dishonored return', 'stands'),
  R73: contest('Timely original return', 'stands'),
  R74: contest('Corrected return', 'stands'),
  R75: contest('Return not a duplicate', 'stands'),
  R76: contest('No errors found', 'stands'),
  R77: contest('Dishonored return of a reversal not accepted', 'stands'),
  R80: payment('International: coding error', 'other', 'open'),
  R81: payment('International: bank does not participate', 'other', 'open'),
  R82: payment('International: invalid foreign bank', 'other', 'open'),
  R83: payment('International: foreign bank unable to settle', 'other', 'open'),
  R84: payment('International: not processed by the gateway', 'other', 'open'),
  R85: payment('International: payment coded as domestic', 'sanctions'),
  R90: payment('Returned for compliance with sanctions', 'sanctions', 'open'),
};

const unknownCode = payment('Unknown code', 'other', 'open');

/** Codes that nobody has told us of are for a person to look at. */
export const returnCode = (code: string): ReturnCode => (Object.hasOwn(codes, code) && codes[code]) || unknownCode;

export const returnCodes = Object.keys(codes);

/** Some banks say by a word in the addenda that they suspect fraud; the code is that of any mistake in the entry. */
export function reasonOfReturn(code: string, information: string | null): ReturnReason {
  if (code === 'R17' && information !== null && /QUESTIONABLE/i.test(information)) return 'questionable';
  return returnCode(code).reason ?? 'other';
}
