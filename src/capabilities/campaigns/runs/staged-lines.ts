// The lines of a run that were taken, in their order, a few at a time.
import { personSealers } from '#capabilities/people/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LineValues } from './sender-columns.ts';
import { rowPart } from './stage.ts';

export interface StagedLine {
  readonly line: number;
  readonly personId: string;
  /** What the answer says; nothing of a borrower who was erased since. */
  readonly values: LineValues;
}

interface From {
  readonly reader: Reader;
  readonly vault: Vault;
}

export async function linesAfter(
  { reader, vault }: From,
  runId: string,
  after: number,
  limit: number,
): Promise<StagedLine[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('campaign_rows')
      .select(['line', 'person_id', 'values_sealed'])
      .where('run_id', '=', runId)
      .where('line', '>', after)
      .orderBy('line')
      .limit(limit),
  );
  const sealers =
    rows.length === 0
      ? new Map()
      : await personSealers(reader, vault, [...new Set(rows.map(({ person_id }) => person_id))]);
  return rows.map(({ line, person_id: personId, values_sealed: sealed }) => ({
    line,
    personId,
    values: opened(sealers.get(personId), rowPart(runId, line), sealed),
  }));
}

/** An erased borrower has another key, which opens nothing of before. */
function opened(
  sealer: { unseal(part: string, sealed: Buffer): string } | undefined,
  part: string,
  sealed: Buffer,
): LineValues {
  if (sealer === undefined) return {};
  try {
    return JSON.parse(sealer.unseal(part, sealed)) as LineValues;
  } catch {
    return {};
  }
}

const together = 500;

export async function* allLines(from: From, runId: string): AsyncGenerator<readonly StagedLine[]> {
  for (let after = 0; ; ) {
    const some = await linesAfter(from, runId, after, together);
    const last = some.at(-1);
    if (last === undefined) return;
    after = last.line;
    yield some;
  }
}
