// A file, account by account: it holds the totals and never the accounts, so its size costs no memory. Pieces of text come
// out; together they are the file.
import { type Account, type Header, header } from '../layout/segments.ts';
import { countTotals, trailer } from '../layout/totals.ts';
import { recordOf, recordOfAccount } from './record.ts';

/** Agencies take records that follow each other, and lines. */
type LineEnd = '' | '\n' | '\r\n';

interface OpenFile {
  /** The record of the header. */
  readonly begin: string;
  /** Errors: RecordRefused. Then nothing of it is counted. */
  readonly add: (account: Account) => string;
  /** The trailer, with all totals. */
  readonly end: () => string;
}

/** Errors: RecordRefused. */
export function openFile(head: Header, lineEnd: LineEnd = '\n'): OpenFile {
  const counted = countTotals();
  return {
    begin: recordOf('header', header, head) + lineEnd,
    add(account) {
      const record = recordOfAccount(account);
      counted.add(account);
      return record + lineEnd;
    },
    end: () => recordOf('trailer', trailer, counted.totals()) + lineEnd,
  };
}
