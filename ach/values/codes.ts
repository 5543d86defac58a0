// The kinds of entries that are written here, and what each of their codes means.

/** In the order of their batches in a file. */
export const secCodes = ['PPD', 'WEB', 'TEL', 'CCD'] as const;
export type SecCode = (typeof secCodes)[number];

export const isSecCode = (text: string): text is SecCode => (secCodes as readonly string[]).includes(text);

/** Kinds that stand for what somebody agreed to by the web or by phone: debits, and what takes one back. */
export const isDebitKind = (sec: SecCode): boolean => sec === 'WEB' || sec === 'TEL';

export type Direction = 'debit' | 'credit';
export type AccountType = 'checking' | 'savings';

interface Code {
  readonly direction: Direction;
  readonly is: 'live' | 'prenote' | 'zero' | 'return';
}

const rows: readonly (readonly [Direction, Code['is'], readonly string[]])[] = [
  ['credit', 'live', ['22', '32', '42', '52']],
  ['credit', 'prenote', ['23', '33', '43', '53']],
  ['credit', 'zero', ['24', '34', '44', '54']],
  ['credit', 'return', ['21', '31', '41', '51']],
  ['debit', 'live', ['27', '37', '47', '55']],
  ['debit', 'prenote', ['28', '38', '48']],
  ['debit', 'zero', ['29', '39', '49']],
  ['debit', 'return', ['26', '36', '46', '56']],
];

/** All transaction codes of all kinds of accounts: checking, savings, ledger, loan. */
export const transactionCodes: ReadonlyMap<string, Code> = new Map(
  rows.flatMap(([direction, is, codes]) => codes.map((code) => [code, { direction, is }] as const)),
);

const written: Readonly<Record<AccountType, Readonly<Record<Direction, { live: string; prenote: string }>>>> = {
  checking: { credit: { live: '22', prenote: '23' }, debit: { live: '27', prenote: '28' } },
  savings: { credit: { live: '32', prenote: '33' }, debit: { live: '37', prenote: '38' } },
};

export const codeOf = (account: AccountType, direction: Direction, isPrenote: boolean): string =>
  written[account][direction][isPrenote ? 'prenote' : 'live'];

/** Ours never mix the two. */
export const serviceClassOf: Readonly<Record<Direction, string>> = { credit: '220', debit: '225' };
export const mixedClass = '200';

/** Descriptions that are spelled so by rule. */
export const ruledDescriptions = {
  retry: 'RETRY PYMT',
  reversal: 'REVERSAL',
} as const;
