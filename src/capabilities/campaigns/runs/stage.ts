// Takes the answer to the question of a campaign, part by part. Nothing follows from a line before the whole answer is
// there: a question that fails half-way writes to nobody.
import { sql } from 'kysely';
import { machineNow } from '#platform/clock.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Running } from '#platform/work/operations/operation-kind.ts';
import { notAnswered, type TakePart } from '../answers/answer.ts';
import type { Wanted } from '../answers/head.ts';
import { campaignRows } from '../tables.ts';
import { type FoundLine, foundLines, headOf, type ReadLine, readLine } from './lines.ts';
import { noneSkipped, type Skipped, withSkipped } from './skipped.ts';

export interface Staged {
  readonly borrowers: number;
  readonly skipped: Skipped;
}

const together = 500;
/** More lines belong to no campaign, and would fill the disk. */
const linesMax = 2_000_000;

export class Staging {
  readonly #running: Running;
  readonly #wanted: Wanted & { readonly runId: string };
  #lines = 0;
  #staged = 0;
  #skipped = noneSkipped;
  constructor(running: Running, wanted: Wanted & { readonly runId: string }) {
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
    const { found, skipped } = await foundLines(this.#running, lines);
    const kept = await this.#write(found);
    this.#staged += kept.size;
    const repeated = found.flatMap(({ number: line }) =>
      kept.has(line) ? [] : [{ line, reason: 'duplicate' as const, column: null }],
    );
    this.#skipped = withSkipped(
      this.#skipped,
      [...skipped, ...repeated].sort((one, other) => one.line - other.line),
    );
  }

  /** The numbers of those that were not there yet. */
  async #write(found: readonly FoundLine[]): Promise<ReadonlySet<number>> {
    if (found.length === 0) return new Set();
    const { runId } = this.#wanted;
    const rows = found.map(({ number: line, personId, onceKey, sealer, values }) => ({
      run_id: runId,
      line,
      person_id: personId,
      once_key: onceKey,
      values_sealed: sealer.seal(rowPart(runId, line), JSON.stringify(values)),
      created_at: machineNow(this.#running.clock),
    }));
    const numbers = rows.map(({ line }) => line);
    const kept = await this.#running.step(async (tx) => {
      for (const insert of insertOnce(tx.db, rows)) tx.write(insert);
      return tx.rows(
        tx.db
          .selectFrom('campaign_rows')
          .select('line')
          .where('run_id', '=', runId)
          .where('line', '=', sql<number>`any(${numbers}::integer[])`),
      );
    });
    return new Set(kept.map(({ line }) => line));
  }
}

export const rowPart = (runId: string, line: number): string => `campaign_rows.${runId}.${line}`;

const insertOnce = preparedInserts(
  'campaign_rows',
  campaignRows.all.filter((column) => column !== 'company_id'),
  (insert) => insert.onConflict((conflict) => conflict.columns(['run_id', 'once_key']).doNothing()),
);
