// Notifications of change: which data is wrong by its code, where the right one stands, and what is done with it.
import { isComingBack, transactionCodes } from './records.ts';
import { isRoutingNumber } from './routing-number.ts';

/** The right values, as far as the code names them. */
interface Corrected {
  readonly routingNumber?: string;
  readonly accountNumber?: string;
  readonly transactionCode?: string;
  readonly individualName?: string;
  readonly individualId?: string;
}

interface ChangeCode {
  readonly title: string;
  /** `correct`: the instrument gets the new numbers. `keep`: it is written down. `person`: a person decides. */
  readonly does: 'correct' | 'keep' | 'person';
  /** First and last position of each value in the corrected data. */
  readonly at: Readonly<{ [Field in keyof Corrected]?: readonly [number, number] }>;
}

const correct = (title: string, at: ChangeCode['at']): ChangeCode => ({ title, does: 'correct', at });
const keep = (title: string, at: ChangeCode['at']): ChangeCode => ({ title, does: 'keep', at });
const person = (title: string): ChangeCode => ({ title, does: 'person', at: {} });

const codes: Readonly<Record<string, ChangeCode>> = {
  C01: correct('Account number', { accountNumber: [1, 17] }),
  C02: correct('Routing number', { routingNumber: [1, 9] }),
  C03: correct('Routing and account number', { routingNumber: [1, 9], accountNumber: [13, 29] }),
  C04: keep('Name', { individualName: [1, 22] }),
  C05: correct('Transaction code', { transactionCode: [1, 2] }),
  C06: correct('Account number and transaction code', { accountNumber: [1, 17], transactionCode: [21, 22] }),
  C07: correct('Routing number, account number and transaction code', {
    routingNumber: [1, 9],
    accountNumber: [10, 26],
    transactionCode: [27, 28],
  }),
  C08: person('International: receiving bank'),
  C09: keep('Individual id', { individualId: [1, 22] }),
  C13: person('Addenda format'),
  C14: person('International: kind of entry'),
  C61: person('Refused: misrouted'),
  C62: person('Refused: trace number'),
  C63: person('Refused: company identification'),
  C64: person('Refused: individual id'),
  C65: person('Refused: format of the corrected data'),
  C66: person('Refused: discretionary data'),
  C67: person('Refused: routing number'),
  C68: person('Refused: account number'),
  C69: person('Refused: transaction code'),
};

const unknownCode = person('Unknown code');

export const changeCode = (code: string): ChangeCode => (Object.hasOwn(codes, code) && codes[code]) || unknownCode;

export const changeCodes = Object.keys(codes);

interface Change {
  readonly does: ChangeCode['does'];
  readonly corrected: Corrected;
  /** Why a person must look, where the code alone would correct. */
  readonly problem: string | null;
}

/** What a notification says. Values that cannot be right are for a person: nothing is corrected by half. */
export function changeOf(code: string, correctedData: string): Change {
  const { does, at } = changeCode(code);
  const values = Object.entries(at).map(([field, [from, to]]) => [field, correctedData.slice(from - 1, to).trim()]);
  const corrected = Object.fromEntries(values) as Corrected;
  const problem = problemOf(corrected);
  return problem === null ? { does, corrected, problem } : { does: 'person', corrected: {}, problem };
}

function problemOf(corrected: Corrected): string | null {
  const missing = Object.entries(corrected).find(([, value]) => value === '');
  if (missing !== undefined) return `${missing[0]} is missing`;
  const { routingNumber, accountNumber, transactionCode } = corrected;
  if (routingNumber !== undefined && !isRoutingNumber(routingNumber)) return 'the routing number fails its check digit';
  if (accountNumber !== undefined && !/[0-9A-Za-z]/.test(accountNumber)) return 'the account number has no digit';
  if (transactionCode !== undefined && !isForward(transactionCode))
    return 'no entry is sent with this transaction code';
  return null;
}

const isForward = (text: string): boolean => transactionCodes.some((code) => code === text && !isComingBack(code));
