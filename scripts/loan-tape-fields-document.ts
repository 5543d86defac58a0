// docs/loan-tape-fields.md: the fields that a loan tape may have, from the catalogue by which tapes are made.
import { catalogue } from '#capabilities/loan-tapes/catalogue/catalogue.ts';
import type { Kind, Source, TapeField } from '#capabilities/loan-tapes/catalogue/field.ts';

const titles: Readonly<Record<Source, string>> = {
  tape: 'The tape',
  loan: 'The loan',
  agreement: 'What was agreed and disclosed',
  books: 'The books at the end of the day',
  borrower: 'The main borrower',
};

const units: Readonly<Record<Kind, string>> = {
  id: 'id',
  word: 'word',
  text: 'text',
  date: 'date',
  instant: 'instant',
  money: 'money',
  integer: 'whole number',
  rate: 'rate, 1 is 100 %',
  exact: 'dollars with every digit',
  boolean: 'true or false',
};

const notes = ({ words, permission, isOfNow }: TapeField): string =>
  [
    isOfNow ? 'as it is when the tape is made' : '',
    words === undefined ? '' : `one of ${words.map((one) => `\`${one}\``).join(', ')}`,
    permission === undefined ? '' : `needs \`${permission}\``,
  ]
    .filter((one) => one !== '')
    .join('; ');

function section(source: Source): string {
  const rows = Object.entries(catalogue)
    .filter(([, field]) => field.source === source)
    .map(([name, field]) => `| \`${name}\` | ${units[field.kind]} | ${field.meaning} | ${notes(field)} |`);
  return `## ${titles[source]}\n\n| Field | Unit | Meaning | |\n|---|---|---|---|\n${rows.join('\n')}`;
}

export const loanTapeFieldsDocument = (): string => `# Fields of loan tapes

Made by \`npm run docs\`. Do not edit.

A loan tape has a row for each loan, and the columns that its type names: fields of this page, calculated columns, and \`loanMetaData\`, which is a column for each key that the type names. Filters and calculated columns name the same fields as \`loan.…\`, with money in cents. There are ${Object.keys(catalogue).length} fields. Whoever makes or downloads a tape needs \`loan:read\`, and what the page says of a field.

Money is in cents, or in dollars with two decimals, as the type says; in Parquet it is an exact decimal. A field that a loan has not is empty. Every field tells of the day that the tape is as of, as it was known at its \`knownAt\`, unless the page says that it is as it is when the tape is made: of that nothing keeps what it was.

${(Object.keys(titles) as Source[]).map(section).join('\n\n')}
`;
