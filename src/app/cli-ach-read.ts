// `tenor ach read FILE` and `tenor ach codes`: what stands in a file of the clearing house, and what its codes mean.
import { changeCode, changeCodes, changeOf } from '@tenor/ach/read/change-codes.ts';
import { type Entry, type FileEnd, type Item, readFile } from '@tenor/ach/read/read-file.ts';
import type { Batch, FileHeader } from '@tenor/ach/read/records.ts';
import { reasonOfReturn, returnCode, returnCodes } from '@tenor/ach/read/return-codes.ts';
import { linesOf, type Table } from '@tenor/engine/calc/report.ts';
import { cents, formatCents, formatGrouped } from '@tenor/engine/values/cents.ts';
import { failureRule } from '#capabilities/moving-money/index.ts';
import { masked, onlyFile, showFile } from './bank-files.ts';
import { type Given, print } from './command.ts';
import { WrongUse } from './wrong-use.ts';

export async function readAch(values: Given, words: readonly string[]): Promise<void> {
  const file = onlyFile(words, 'one of the clearing house');
  const asOperator = values['as-operator'] === true;
  let batch: Batch | null = null;
  await showFile(
    file,
    (chunks) => readFile(chunks, { asOperator }),
    (item) => {
      if (values.json === true) return print(JSON.stringify(jsonOf(item)));
      if (item.is === 'file') return print(headOf(item.header));
      if (item.is === 'end') return print(footOf(item));
      if (item.entry.batch !== batch) print(batchHeadOf(item.entry.batch));
      batch = item.entry.batch;
      print(`  ${entryText(item.entry)}`);
    },
  );
}

const headOf = ({ createdOn, createdAt, modifier, origin, originName, destination, destinationName }: FileHeader) =>
  `File ${modifier} of ${[createdOn, createdAt].join(' ').trim()}, from ${origin} ${originName} to ${destination} ${destinationName}`;

const batchHeadOf = ({ number, secCode, description, companyId, companyName, effectiveOn, settlesOn }: Batch) =>
  `\nBatch ${number}: ${secCode} ${description}, company ${companyId} ${companyName}, effective ${effectiveOn ?? 'unknown'}, settles ${settlesOn ?? 'unknown'}`;

const footOf = ({ batches, entries, totals }: FileEnd): string =>
  `\n${entries} entries in ${batches} batches: debits ${dollars(totals.debits)}, credits ${dollars(totals.credits)}`;

const dollars = (amount: number): string => formatGrouped(cents(amount));
const plain = (amount: number): string => formatCents(cents(amount));

function entryText(entry: Entry): string {
  const [first] = entry.addenda;
  const what = `${dollars(entry.amount)}  ${entry.individualId}  account ${masked(entry.accountNumber)} at ${entry.routingNumber}`;
  if (first === undefined || first.is === 'payment') return `${entry.transactionCode}   ${what}  trace ${entry.trace}`;
  const traces = `trace ${entry.trace} of ${first.originalTrace}`;
  return `${first.code}  ${what}  ${traces}  ${meaningOf(entry)}`;
}

/** What the code says, in a few words. */
function meaningOf({ addenda: [first] }: Entry): string {
  switch (first?.is) {
    case 'change': {
      const { does, problem } = changeOf(first.code, first.correctedData);
      const now = Object.entries(correctedBy(first.code, first.correctedData)).map(
        ([field, value]) => `${field} ${value}`,
      );
      return `${changeCode(first.code).title}: ${problem ?? (now.join(', ') || does)}`;
    }
    case 'changeRefused':
      return `${changeCode(first.code).title}, of ${first.changeCode}`;
    case 'dishonored':
    case 'contested':
      return `${returnCode(first.code).title}, of ${first.returnCode ?? 'a return'} in ${first.returnTrace ?? 'an entry that is not named'}`;
    case 'returned':
      return `${returnCode(first.code).title} (${reasonOfReturn(first.code, first.information)})`;
    default:
      return '';
  }
}

function correctedBy(code: string, data: string): Readonly<Record<string, string>> {
  const { individualName: _, accountNumber, ...rest } = changeOf(code, data).corrected;
  return { ...rest, ...(accountNumber === undefined ? {} : { accountNumber: masked(accountNumber) }) };
}

/** Without names, and with the last four characters of account numbers. */
function jsonOf(item: Item): unknown {
  if (item.is === 'end') {
    const { debits, credits } = item.totals;
    return { ...item, totals: { ...item.totals, debits: plain(debits), credits: plain(credits) } };
  }
  if (item.is === 'file') return item;
  const { entry } = item;
  const { individualName: _, hasAddenda: __, accountNumber, addenda, amount, ...rest } = entry;
  const [first] = addenda;
  const isChange = first?.is === 'change' || first?.is === 'changeRefused';
  const { correctedData = '', ...told } = isChange ? first : { ...first, correctedData: '' };
  const meaning = meaningOf(entry);
  return {
    is: 'entry',
    ...rest,
    amount: plain(amount),
    accountNumber: masked(accountNumber),
    ...(first === undefined || first.is === 'payment' ? {} : { told: { ...told, meaning } }),
    ...(first?.is === 'change' ? { corrected: correctedBy(first.code, correctedData) } : {}),
  };
}

/** All codes, or one of them. */
export async function showCodes(_values: Given, words: readonly string[]): Promise<void> {
  const wanted = words.map((word) => word.toUpperCase());
  const known = [...returnCodes, ...changeCodes];
  const strange = wanted.find((code) => !known.includes(code));
  if (strange !== undefined) throw new WrongUse(`There is no code ${strange}: codes are R01 to R90 and C01 to C69.`);
  const codes = wanted.length > 0 ? wanted : known;
  const tables = [returnTable(codes.filter((code) => returnCodes.includes(code))), changeTable(codes)];
  const shown = tables
    .filter(({ rows }) => rows.length > 0)
    .map((table) =>
      linesOf(table)
        .map(({ text }) => text)
        .join('\n'),
    );
  print(shown.join('\n\n'));
}

const column = (title: string) => ({ title, side: 'left' as const });

function returnTable(codes: readonly string[]): Table {
  const titles = [
    'code',
    'what the bank says',
    'our word',
    'due',
    'the payment',
    'retry',
    'instrument',
    'consent',
    'autopay',
    'fee',
    'rate',
  ];
  const rows = codes.map((code) => {
    const { title, reason, ofReturn, due, rate } = returnCode(code);
    if (reason === null) return [code, title, '', due, ofReturnWords[ofReturn ?? 'open']];
    const { after, retry, instrument, consent, autopay, isFeeDue, isOurFault } = failureRule(reason);
    const fee = isFeeDue ? 'once' : isOurFault ? 'none, our fault' : 'none';
    return [code, title, reason, due, after, retry, instrument, consent, autopay, fee, rate ?? ''];
  });
  return { columns: titles.map(column), rows };
}

const ofReturnWords = {
  undone: 'the return is undone',
  stands: 'the return stands',
  open: 'a person looks',
} as const;

function changeTable(codes: readonly string[]): Table {
  const rows = codes
    .filter((code) => changeCodes.includes(code))
    .map((code) => [code, changeCode(code).title, changeWords[changeCode(code).does]]);
  return { columns: ['code', 'what is wrong', 'what is done'].map(column), rows };
}

const changeWords = {
  correct: 'the instrument gets what is right',
  keep: 'it is written down',
  person: 'a person looks',
} as const;
