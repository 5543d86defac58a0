// What a line of an answer says, and whom it is about.
import { findPersonIds, keysOfContacted } from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type AnswerLine, notAnswered } from '../answers/answer.ts';
import { placeOfId, problemOfHead, type Wanted } from '../answers/head.ts';
import { type LineValues, problemOfValue, senderColumns } from './sender-columns.ts';
import type { SkippedLine } from './skipped.ts';

interface Head {
  readonly columns: readonly string[];
  /** Where the id of the borrower stands. */
  readonly id: number;
}

/** Errors: CampaignNotAnswered. */
export function headOf(columns: readonly string[], wanted: Wanted): Head {
  const problem = problemOfHead(columns, wanted);
  if (problem !== undefined) throw notAnswered(problem.message);
  const named = (name: string) => senderColumns.get(name.toLowerCase()) ?? name;
  return { columns: wanted.sends ? columns.map(named) : columns, id: placeOfId(columns, wanted) };
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
