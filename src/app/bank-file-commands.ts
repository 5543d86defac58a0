// The commands about files of banks. They need no settings and no database.
import { asJson, type Command } from './command.ts';

export const bankFiles: readonly Command[] = [
  {
    name: 'ach read',
    usage: 'tenor ach read FILE [--as-operator] [--json]',
    summary:
      'Print what stands in a file of the clearing house: entries, returns, notifications of change, with the last four digits of accounts and without names. A file that is not as it should be is refused whole, with line and column. Needs no database.',
    options: {},
    flags: { 'as-operator': 'Refuse as well what an operator would: for a file that is to be sent.', ...asJson },
    run: async (values, words) => (await import('./cli-ach-read.ts')).readAch(values, words),
  },
  {
    name: 'ach codes',
    usage: 'tenor ach codes [CODE…]',
    summary:
      'Print the codes of returns and of changes, and what each does to payment, retries, instrument, consent, autopay and fee.',
    options: {},
    run: async (values, words) => (await import('./cli-ach-read.ts')).showCodes(values, words),
  },
  {
    name: 'statement read',
    usage: 'tenor statement read FILE [--mapping FILE] [--json]',
    summary:
      'Print what stands in a bank statement: BAI2, camt.053, or CSV by a mapping. One that does not foot, or has a hole, is refused whole, with line and column. Needs no database.',
    options: { mapping: 'For CSV: which column is what, as docs/bank-files.md tells.' },
    flags: asJson,
    run: async (values, words) => (await import('./cli-statement.ts')).readStatementFile(values, words),
  },
];
