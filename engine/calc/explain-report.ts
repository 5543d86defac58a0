// Every posting of a loan with the sentence that explains why it was made.

import type { Posting } from '../account/records.ts';
import { type Day, dateOf } from '../values/day.ts';
import { grouped, plain } from './amount-text.ts';
import { blank, type Line, note, type Report, title } from './report.ts';

interface Posted {
  readonly through: Day;
  readonly records: { readonly postings: readonly Posting[] };
}

export function explainReport({ through, records }: Posted, reasonOf: (posting: Posting) => string): Report {
  const { postings } = records;
  const reasons = postings.map(reasonOf);
  const width = Math.max(0, ...postings.map(({ amount }) => grouped(Math.abs(amount)).length));
  const entries = postings.flatMap((posting, i) => [
    ...(isSameEntry(postings[i - 1], posting) ? [] : [blank, title(`${dateOf(posting.on)}  ${posting.cause}`)]),
    ...postingLines(posting, reasons[i]!, width),
  ]);
  const count = `${postings.length} ${postings.length === 1 ? 'posting' : 'postings'}`;
  return {
    lines: [note(`${count} through ${dateOf(through)}`), ...entries],
    json: {
      through: dateOf(through),
      postings: postings.map(({ on, account, amount, cause }, i) => ({
        on: dateOf(on),
        cause,
        account,
        amount: plain(amount),
        because: reasons[i]!,
      })),
    },
  };
}

const isSameEntry = (a: Posting | undefined, b: Posting): boolean => a?.on === b.on && a.cause === b.cause;

function postingLines({ amount, account }: Posting, because: string, width: number): readonly Line[] {
  const side = amount < 0 ? 'credit' : 'debit ';
  const size = grouped(Math.abs(amount)).padStart(width);
  return [
    { kind: 'row', text: `  ${size}  ${side}  ${account}` },
    { kind: 'row', text: `  ${' '.repeat(width)}  ${because}` },
  ];
}
