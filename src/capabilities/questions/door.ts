// What campaigns ask of questions: whether there is one, and its rows.
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { rowsOfAnswer } from './answer-text.ts';
import { answerOf } from './asking/ask.ts';
import type { AskTools } from './asking/login.ts';
import { jsonOf, mustBeInUse, query } from './query.ts';
import type { QueryRow } from './tables.ts';

interface FoundQuestion {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly status: QueryRow['status'];
}

/** By its id or an `ext-` reference; undefined: there is none. */
export async function findQuestion(reader: Reader, reference: string): Promise<FoundQuestion | undefined> {
  const row = await foundRow(reader, reference);
  if (row === undefined) return undefined;
  const { id, name, version, status } = row;
  return { id, name, version, status };
}

/** The names of the columns that answers have, as each query stands now. */
export async function columnsOfQueries(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows(
    reader.db.selectFrom('queries').select(['id', 'parameters', 'columns']).where('id', 'in', ids),
  );
  return new Map(rows.map((row) => [row.id, jsonOf(row).columns.map(({ name }) => name)]));
}

/** Whoever has written any version of it: who changes it later does not take the others out of it. */
export async function makersOfQuestion(reader: Reader, id: string): Promise<string[]> {
  const versions = reader.db.selectFrom('query_versions').where('query_id', '=', id);
  const rows = await reader.rows(versions.select('changed_by_id').distinct());
  return rows.flatMap(({ changed_by_id: by }) => (by === null ? [] : [by]));
}

async function foundRow(reader: Reader, reference: string): Promise<QueryRow | undefined> {
  try {
    return await query.find(reader, reference);
  } catch (error) {
    if (error instanceof Refusal && error.kind === errors.NotFound) return undefined;
    throw error;
  }
}

interface AskedQuestion {
  readonly queryId: string;
  /** What whoever asks may do; undefined: the service asks. */
  readonly rights: ReadonlySet<string> | undefined;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

interface SomeRows {
  /** The names of its columns. */
  readonly columns: readonly string[];
  /** Values are texts, as pages of answers show them. */
  readonly rows: readonly (string | null)[][];
  /** It was asked of a view that shows masked numbers. */
  readonly isPersonal: boolean;
}

/**
 * The rows of the newest version, some hundreds at a time; first none, for the columns. Errors: NotFound, InvalidRequest,
 * those of `questionErrors`.
 */
export async function* askQuestion(
  tools: AskTools,
  realm: Realm,
  { queryId, rights, parameters = {}, signal }: AskedQuestion,
): AsyncGenerator<SomeRows> {
  const row = await query.find(tools.database.reader(realm), queryId);
  mustBeInUse(row);
  const asked = { sql: row.sql, parameters: jsonOf(row).parameters, given: parameters, rights, signal };
  const steps = answerOf(tools, realm, asked);
  try {
    const { value: head } = await steps.next();
    if (!head) return;
    const columns = head.text.columns.map(({ name }) => name);
    const { isPersonal } = head;
    yield { columns, rows: [], isPersonal };
    for await (const rows of rowsOfAnswer(head.text.columns, linesOf(steps))) yield { columns, rows, isPersonal };
  } finally {
    await steps.return(undefined);
  }
}

/** So many bytes become rows at once: some hundreds, which are gone again before the engine takes them for lasting ones. */
const together = 32_768;

async function* linesOf(steps: ReturnType<typeof answerOf>): AsyncGenerator<Buffer> {
  for await (const { lines } of steps) {
    for (let at = 0; at < lines.length; at += together) yield lines.subarray(at, at + together);
  }
}
