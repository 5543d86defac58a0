// Takes the answer to the question of a campaign, part by part: whom each line is about, and what it says. Nothing follows
// from a line before the whole answer is there: a question that fails half-way writes to nobody.
import { findPersonIds, keysOfContacted } from '#capabilities/people/index.ts';
import { machineNow } from '#platform/clock.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Running } from '#platform/work/operations/operation-kind.ts';
import { sql } from 'kysely';
import { type AnswerLine, notAnswered, type TakePart } from '../answers/answer.ts';
import { campaignRows } from '../tables.ts';
import { problemOfValue, senderColumns } from './sender-columns.ts';
import { type Skipped, type SkippedLine, noneSkipped, withSkipped } from './skipped.ts';

/** What a line says, by the names of its columns. */
export type LineValues = Readonly<Record<string, string | null>>;

interface Wanted {
  readonly runId: string;
  /** True: each line is a message; false: each borrower stands in a file once. */
  readonly sends: boolean;
  /** Columns without which nothing can be made of the answer. */
  readonly columns: readonly string[];
}

export interface Staged {
  readonly borrowers: number;
  readonly skipped: Skipped;
}

const together = 500;
/** More lines belong to no campaign, and would fill the disk. */
const linesMax = 2_000_000;

export class Staging {
  readonly #running: Running;
  readonly #wanted: Wanted;
  #lines = 0;
  #staged = 0;
  #skipped = noneSkipped;
  constructor(running: Running, wanted: Wanted) {
    this.#running = running;
    this.#wanted = wanted;
  }

  /** An earlier try has left what it had. */
  async clear(): Promise<void> {
    await this.#running.step(async (tx) =>
      tx.write(tx.db.deleteFrom('campaign_rows').where('run_id', '=', this.#wanted.runId)),
    );
  }

  readonly take: TakePart = async (lines, columns) => {
    const { sends } = this.#wanted;
    const head = headOf(columns, this.#wanted);
    for (let at = 0; at < lines.length; at += together) {
      const some = lines.slice(at, at + together);
      if (this.#lines + some.length > linesMax) throw notAnswered(`The answer has more than ${linesMax} lines.`);
      await this.#keep(some.map((line, i) => readLine(head, line, { number: this.#lines + i + 1, sends })));
      this.#lines += some.length;
    }
  };

  get staged(): Staged {
    return { borrowers: this.#staged, skipped: this.#skipped };
  }

  async #keep(lines: readonly ReadLine[]): Promise<void> {
    const { reader, vault, clock } = this.#running;
    const named = lines.filter((one) => one.problem === null);
    const idOf = await findPersonIds(reader, [...new Set(named.map(({ reference }) => reference))]);
    const ids = [...new Set(idOf.values())];
    const people = ids.length === 0 ? [] : await reader.rows(keysOfContacted(reader.db, ids, {}));
    const sealers = new Map(
      people.flatMap(({ person_id, data_key, erased_at }) =>
        erased_at === null ? [[person_id, vault.sealer(person_id, data_key)] as const] : [],
      ),
    );
    const rows = named.flatMap(({ number, reference, key, values }) => {
      const personId = idOf.get(reference);
      const sealer = personId === undefined ? undefined : sealers.get(personId);
      if (personId === undefined || sealer === undefined) return [];
      const sealed = sealer.seal(rowPart(this.#wanted.runId, number), JSON.stringify(values));
      return [{ run_id: this.#wanted.runId, line: number, person_id: personId, once_key: `${personId}${key}`, values_sealed: sealed, created_at: machineNow(clock) }];
    });
    const kept = await this.#running.step(async (tx) => {
      for (const insert of insertOnce(tx.db, rows)) tx.write(insert);
      const numbers = rows.map(({ line }) => line);
      const found = numbers.length === 0 ? [] : await tx.rows(
        tx.db
          .selectFrom('campaign_rows')
          .select('line')
          .where('run_id', '=', this.#wanted.runId)
          .where('line', '=', sql<number>`any(${numbers}::integer[])`),
      );
      return new Set(found.map(({ line }) => line));
    });
    const made = new Set(rows.map(({ line }) => line));
    this.#staged += kept.size;
    this.#skipped = withSkipped(
      this.#skipped,
      lines.flatMap(({ number: line, problem }): SkippedLine[] => {
        if (problem !== null) return [{ line, ...problem }];
        if (!made.has(line)) return [{ line, reason: 'unknown', column: null }];
        return kept.has(line) ? [] : [{ line, reason: 'duplicate', column: null }];
      }),
    );
  }
}

export const rowPart = (runId: string, line: number): string => `campaign_rows.${runId}.${line}`;

const insertOnce = preparedInserts(
  'campaign_rows',
  campaignRows.all.filter((column) => column !== 'company_id'),
  (insert) => insert.onConflict((conflict) => conflict.columns(['run_id', 'once_key']).doNothing()),
);

interface Head {
  readonly columns: readonly string[];
  /** Where the id of the borrower stands. */
  readonly id: number;
}

/** The names by which it may go, without regard to case: a database folds what is not quoted. */
const idNames = { sends: ['borrowerid', 'id'], lists: ['id', 'borrowerid'] } as const;

/** Errors: CampaignNotAnswered. */
function headOf(columns: readonly string[], { sends, columns: needed }: Wanted): Head {
  const folded = columns.map((one) => one.toLowerCase());
  const id = idNames[sends ? 'sends' : 'lists'].map((name) => folded.indexOf(name)).find((at) => at >= 0);
  const has = columns.length === 0 ? 'no column' : `the columns ${columns.join(', ').slice(0, 500)}`;
  if (id === undefined)
    throw notAnswered(`The answer has no column ${sends ? 'borrowerId' : 'id'}: it has ${has}.`);
  const repeated = folded.find((name, i) => folded.indexOf(name) !== i);
  if (repeated !== undefined) throw notAnswered(`The answer has two columns ${repeated}.`);
  const missing = needed.find((name) => !columns.includes(name));
  if (missing !== undefined)
    throw notAnswered(`The exporter names the column ${missing}, which the answer lacks: it has ${has}.`);
  return { columns: columns.map((name, i) => senderColumns.get(folded[i] ?? '') ?? name), id };
}

interface ReadLine {
  readonly number: number;
  readonly reference: string;
  /** What tells two lines of one borrower apart. */
  readonly key: string;
  readonly values: LineValues;
  readonly problem: Omit<SkippedLine, 'line'> | null;
}

const keyColumns = ['loanId', 'caseId', 'statementId'] as const;

function readLine({ columns, id }: Head, line: AnswerLine, { number, sends }: { number: number; sends: boolean }): ReadLine {
  const reference = (line[id] ?? '').trim();
  const values = Object.fromEntries(columns.flatMap((name, i) => (i === id ? [] : [[name, line[i] ?? null]])));
  const key = sends ? keyColumns.map((name) => ` ${values[name] ?? ''}`).join('') : '';
  const wrong = sends ? problemOfValue(values) : null;
  const problem =
    reference === '' || reference.length > 259 || reference.includes('\0')
      ? { reason: 'noId' as const, column: null }
      : wrong && { reason: 'wrongValue' as const, column: wrong };
  return { number, reference, key, values, problem };
}
