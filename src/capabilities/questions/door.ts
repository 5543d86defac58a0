// What campaigns ask of questions: whether there is one, and its rows.
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { answerOf } from './asking/ask.ts';
import type { AskTools } from './asking/login.ts';
import { jsonOf, mustBeInUse, query } from './query.ts';
import type { QueryRow } from './tables.ts';
import type { AnswerColumn } from './words.ts';

interface FoundQuestion {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly status: QueryRow['status'];
  readonly columns: readonly AnswerColumn[];
}

/** By its id or an `ext-` reference; undefined: there is none. */
export async function findQuestion(reader: Reader, reference: string): Promise<FoundQuestion | undefined> {
  const row = await foundRow(reader, reference);
  if (row === undefined) return undefined;
  const { id, name, version, status } = row;
  return { id, name, version, status, columns: jsonOf(row).columns };
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

/** A row by the names of its columns; values are texts, as pages of answers show them. */
type AnswerRow = Readonly<Record<string, string | null>>;

interface AskedQuestion {
  readonly queryId: string;
  /** What whoever asks may do; undefined: the service asks. */
  readonly rights: ReadonlySet<string> | undefined;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

/** The rows of the newest version, a thousand at a time. Errors: NotFound, InvalidRequest, those of `questionErrors`. */
export async function* askQuestion(
  tools: AskTools,
  realm: Realm,
  { queryId, rights, parameters = {}, signal }: AskedQuestion,
): AsyncGenerator<readonly AnswerRow[]> {
  const row = await query.find(tools.database.reader(realm), queryId);
  mustBeInUse(row);
  const asked = { sql: row.sql, parameters: jsonOf(row).parameters, given: parameters, rights, signal };
  for await (const { columns, rows } of answerOf(tools, realm, asked)) {
    yield rows.map((values) => Object.fromEntries(columns.map(({ name }, i) => [name, values[i] as string | null])));
  }
}
