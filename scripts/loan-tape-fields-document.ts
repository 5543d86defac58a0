// docs/loan-tape-fields.md: the fields that a loan tape may have, from the catalogue by which tapes are made.
import { type Catalogue, loanCatalogue, paymentCatalogue } from '#capabilities/loan-tapes/catalogue/catalogue.ts';
import type { Kind, Source, TapeField } from '#capabilities/loan-tapes/catalogue/field.ts';

const titles: Readonly<Record<Source, string>> = {
  tape: 'The tape',
  loan: 'The loan',
  agreement: 'What was agreed and disclosed',
  books: 'The books at the end of the day',
  draw: 'Draws of a line, where the type reports them separately',
  posted: 'What was posted of the payment',
  transaction: 'The payment itself',
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

const notes = ({ words, permission, isOfNow, isOfLoanAlone }: TapeField): string =>
  [
    isOfNow ? 'as it is when the tape is made' : '',
    isOfLoanAlone ? 'empty for a draw' : '',
    words === undefined ? '' : `one of ${words.map((one) => `\`${one}\``).join(', ')}`,
    permission === undefined ? '' : `needs \`${permission}\``,
  ]
    .filter((one) => one !== '')
    .join('; ');

function section({ fields }: Catalogue, source: Source): string[] {
  const rows = Object.entries(fields)
    .filter(([, field]) => field.source === source)
    .map(([name, field]) => `| \`${name}\` | ${units[field.kind]} | ${field.meaning} | ${notes(field)} |`);
  if (rows.length === 0) return [];
  return [`### ${titles[source]}\n\n| Field | Unit | Meaning | |\n|---|---|---|---|\n${rows.join('\n')}`];
}

const sections = (catalogue: Catalogue): string =>
  (Object.keys(titles) as Source[]).flatMap((source) => section(catalogue, source)).join('\n\n');

export const loanTapeFieldsDocument = (): string => `# Fields of loan tapes

Made by \`npm run docs\`. Do not edit.

A tape of loans (\`tapeType\` \`loans\`) has a row for each loan, and a tape of payments a row for each time that something was posted of a payment. Its type names the columns: fields of this page, calculated columns, and \`loanMetaData\`, which is a column for each key that the type names. Filters and calculated columns name the same fields as \`loan.…\` or \`payment.…\`, with money in cents. Whoever makes or downloads a tape needs \`loan:read\`, and what the page says of a field.

Money is in cents, or in dollars with two decimals, as the type says; in Parquet it is an exact decimal. A field that a loan or a payment has not is empty. Every field is as it was known at the \`knownAt\` of the tape, unless the page says that it is as it is when the tape is made: of that nothing keeps what it was.

## Tapes of loans

There are ${loanCatalogue.names.length} fields. Each tells of the day that the tape is as of.

With \`shouldReportDrawsSeparately\` the row of a line is followed by a row for each of its draws that were activated by then, in the order of their ids. Amounts in it are those of the draw, so the draws of a line and the fees of the line itself add up to the line. What is empty for a draw belongs to the line alone; all else is what the row of the line says. A draw that is paid off is reported for as many days as a loan that is.

${sections(loanCatalogue)}

## Tapes of payments

There are ${paymentCatalogue.names.length} fields. A row is what was posted of a payment at once, on the days of the tape: the payment itself, what takes it back, or what divides it anew because the past has changed. Amounts are above zero where something was paid, and below zero where it went back, so rows add up: tapes of one month and of its days come to the same, and to what the general ledger has of payments on these days. What a payment paid is the sum of principal, interest, fees, credit, recovery and the rest. Days are those of the zone of the company. A row is never other in a later tape.

${sections(paymentCatalogue)}
`;
