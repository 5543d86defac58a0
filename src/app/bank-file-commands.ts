// The commands about files of banks. They need no settings and no database, but for what is to be kept.
import { asJson, type Command } from './command.ts';
import { serviceSettings } from './service-settings.ts';
import { WrongUse } from './wrong-use.ts';

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
    name: 'ach bring',
    usage: 'tenor ach bring FILE [--mode live|test] [--company ID]',
    summary:
      'Take a file that a bank has sent (returns, returns of returns, notifications of change) into the database, read it at once, and print what came of it. The bank and the originator are those that its header names. The same bytes are known the second time. One that is not as it should be, or is of another company, is refused whole, with line and column. In live mode a file that gives money back or moves an account waits for a person who confirms it. Ends with 1 where it is refused, waits, or has a break.',
    options: {
      mode: 'live or test; test if not given.',
      company: 'Needed where there are several companies.',
    },
    async run(values, words) {
      const config = serviceSettings();
      return (await import('./cli-ach-bring.ts')).bringAch(config, values, words);
    },
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
    name: 'ach rates',
    usage: 'tenor ach rates FILE… [--through DATE] [--json]',
    summary:
      'Count by company which debits of sixty days came back, from the files that were sent and those that came back, against the limits of the network: unauthorized 0.5, administrative 3, all 15 percent, with a warning at 80 percent of them. Ends with 1 where a rate is not below its limit. Needs no database.',
    options: { through: 'The last of the sixty days; that of the newest file if not given.' },
    flags: asJson,
    run: async (values, words) => (await import('./cli-ach-rates.ts')).showRates(values, words),
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
  {
    name: 'reconcile',
    usage:
      'tenor reconcile FILE (--bank-account ID [--mode live|test] [--company ID] | --book FILE [--mapping FILE] [--account DIGITS] [--json]) [--through DATE]',
    summary:
      'Match a bank statement with what the cash book expects, by references, amounts and days, and print a page to sign: from one balance to the other, what is a matter of time, and each break with its age. With --bank-account it is read into the database, once, and booked. With --book nothing is kept, and no database is needed. Ends with 1 where there is a break.',
    options: {
      'bank-account': 'The account of the company at the bank, such as BA-7KQ2-M9XA.',
      mode: 'live or test; test if not given.',
      company: 'Needed where there are several companies.',
      book: 'What the cash book expects at the bank, as docs/bank-files.md tells.',
      mapping: 'For CSV: which column is what.',
      account: 'The last digits of the account, where the statement has several.',
      through: 'The last day of the statement; that of its last line if not given.',
    },
    flags: asJson,
    async run(values, words) {
      if (values['bank-account'] === undefined)
        return (await import('./cli-reconcile.ts')).reconcileFile(values, words);
      const other = ['book', 'mapping', 'account', 'json'].find((name) => values[name] !== undefined);
      if (other !== undefined) throw new WrongUse(`--${other} goes with --book, and not with --bank-account.`);
      const config = serviceSettings();
      return (await import('./cli-bank-statement.ts')).reconcileHere(config, values, words);
    },
  },
];
