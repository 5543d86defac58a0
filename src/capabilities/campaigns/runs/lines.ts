// What a line of an answer says, and whom it is about.
import { findPersonIds, keysOfContacted } from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type AnswerLine, notAnswered } from '../answers/answer.ts';
import { type LineValues, problemOfValue, senderColumns } from './sender-columns.ts';
import type { SkippedLine } from './skipped.ts';

export interface Wanted {
  /** True: each line is a message; false: each borrower stands in a file once. */
  readonly sends: boolean;
  /** Columns without which nothing can be made of the answer. */
  readonly columns: readonly string[];
}

interface Head {
  readonly columns: readonly string[];
  /** Where the id of the borrower stands. */
  readonly id: number;
}

/** The names by which it may go, without regard to case: a database folds what is not quoted. */
const idNames = { sends: ['borrowerid', 'id'], lists: ['id', 'borrowerid'] } as const;

/** Errors: CampaignNotAnswered. */
export function headOf(columns: readonly string[], { sends, columns: needed }: Wanted): Head {
  const folded = columns.map((one) => one.toLowerCase());
  const names = idNames[sends ? 'sends' : 'lists'];
  const id = names.map((name) => folded.indexOf(name)).find((at) => at >= 0);
  const has = columns.length === 0 ? 'no column' : `the columns ${columns.join(', ').slice(0, 500)}`;
  if (id === undefined) throw notAnswered(`The answer has no column ${sends ? 'borrowerId' : 'id'}: it has ${has}.`);
  const repeated = folded.find((name, i) => folded.indexOf(name) !== i);
  if (repeated !== undefined) throw notAnswered(`The answer has two columns ${repeated}.`);
  const missing = needed.find((name) => !columns.includes(name));
  if (missing !== undefined)
    throw notAnswered(`The exporter names the column ${missing}, which the answer lacks: it has ${has}.`);
  return { columns: sends ? columns.map((name, i) => senderColumns.get(folded[i] ?? '') ?? name) : columns, id };
}

export interface ReadLine {
  readonly number: number;
  readonly reference: string;
  /** What tells two lines of one borrower apart. */
  readonly key: string;
  readonly values: LineValues;
  readonly problem: Omit<SkippedLine, 'line'> | null;
}

const keyColumns = ['loanId', 'caseId', 'statementId'] as const;
const referenceLengthMax = 259;

interface Reading {
  readonly number: number;
  readonly sends: boolean;
}

export function readLine({ columns, id }: Head, line: AnswerLine, { number, sends }: Reading): ReadLine {
  const reference = (line[id] ?? '').trim();
  const values = Object.fromEntries(columns.flatMap((name, i) => (i === id ? [] : [[name, line[i] ?? null]])));
  const key = sends ? keyColumns.map((name) => ` ${values[name] ?? ''}`).join('') : '';
  return { number, reference, key, values, problem: problemOf(reference, sends ? values : {}) };
}

function problemOf(reference: string, values: LineValues): ReadLine['problem'] {
  if (reference === '' || reference.length > referenceLengthMax || /\p{Cc}/u.test(reference))
    return { reason: 'noId', column: null };
  const column = problemOfValue(values);
  return column === null ? null : { reason: 'wrongValue', column };
}

export interface FoundLine extends ReadLine {
  readonly personId: string;
  readonly sealer: Sealer;
  /** What may be there once in a run. */
  readonly onceKey: string;
}

/** Which lines are about a living borrower of the company, and why others are not: two statements, of any number. */
export async function foundLines(
  { reader, vault }: { readonly reader: Reader; readonly vault: Vault },
  lines: readonly ReadLine[],
): Promise<{ readonly found: readonly FoundLine[]; readonly skipped: readonly SkippedLine[] }> {
  const named = lines.filter(({ problem }) => problem === null);
  const idOf = await findPersonIds(reader, [...new Set(named.map(({ reference }) => reference))]);
  const ids = [...new Set(idOf.values())];
  const people = ids.length === 0 ? [] : await reader.rows(keysOfContacted(reader.db, ids, {}));
  const living = people.filter(({ erased_at }) => erased_at === null);
  const sealers = new Map(living.map(({ person_id, data_key }) => [person_id, vault.sealer(person_id, data_key)]));
  const found: FoundLine[] = [];
  const skipped: SkippedLine[] = [];
  for (const line of lines) {
    const personId = idOf.get(line.reference);
    const sealer = personId === undefined ? undefined : sealers.get(personId);
    if (line.problem !== null) skipped.push({ line: line.number, ...line.problem });
    else if (personId === undefined || sealer === undefined)
      skipped.push({ line: line.number, reason: 'unknown', column: null });
    else found.push({ ...line, personId, sealer, onceKey: `${personId}${line.key}` });
  }
  return { found, skipped };
}
