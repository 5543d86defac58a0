// Leaves the index of a day's letters beside their PDFs: a printer begins when it is there.
import { Readable } from 'node:stream';
import { likeFormula } from '#platform/csv.ts';
import type { Realm } from '#platform/db/realm.ts';
import { PlaceFailed, putOnce } from '#platform/file-places/file-place.ts';
import { thenHourly } from '#platform/work/claimed/back-off.ts';
import {
  type ClaimedWork,
  type ClaimTools,
  claimedWork,
  done,
  type Outcome,
} from '#platform/work/claimed/claimed-work.ts';
import type { ProviderTools } from '../providers/provider.ts';
import type { LetterBatchRow } from '../tables.ts';
import { batchRows } from './batch-rows.ts';
import { batchStates } from './batch-states.ts';
import { type LetterTold, letterPart, placeOf } from './letters.ts';

type Tools = ClaimTools & ProviderTools;

export const indexingLetters: ClaimedWork<Tools, Pick<LetterBatchRow, 'day' | 'number'>> = claimedWork({
  rows: batchRows,
  line: ({ mode, companyId }) => `${mode} ${companyId}`,
  atOnceMax: 1,
  backOffSeconds: thenHourly([15, 60, 300, 900]),
  inVain: 'the index of letters was not left for the printer',
  doing: (tools: Tools) => ({
    take: async (_tx, { state }) => ({ set: { state: batchStates.move(state, 'close').to } }),
    act: ({ realm, row }) => leaveIndex(tools, realm, row),
    async conclude(tx, { day, number, state }, { kind, reason }) {
      if (kind !== 'done') return { last_failure: reason || null };
      tx.write(
        tx.db
          .updateTable('letters')
          .set({ content_sealed: null })
          .where('batch_day', '=', day)
          .where('batch_number', '=', number),
      );
      return { state: batchStates.move(state, 'leave').to, last_failure: null };
    },
    // A file that is there in full stays as it is.
    mayRepeat: () => true,
  }),
});

async function leaveIndex(tools: Tools, realm: Realm, { day, number }: LetterBatchRow): Promise<Outcome> {
  const settings = tools.settings.sending?.letters;
  if (!settings) return { kind: 'later', reason: 'no printer is set' };
  const bytes = Buffer.from(await indexOf(tools, realm, { day, number }));
  try {
    const place = await placeOf(settings, realm);
    try {
      const name = `letters_${realm.companyId}_${day}_${number}.csv`;
      await putOnce(place, { name, bytes: bytes.length, open: () => Readable.from([bytes]) });
      return done;
    } finally {
      await place.close();
    }
  } catch (error) {
    if (error instanceof PlaceFailed) return { kind: 'later', reason: error.message };
    throw error;
  }
}

const linesMax = 8;

async function indexOf(
  { database, vault }: Tools,
  realm: Realm,
  { day, number }: Pick<LetterBatchRow, 'day' | 'number'>,
): Promise<string> {
  const reader = database.reader(realm);
  const rows = await reader.rows(
    reader.db
      .selectFrom('letters')
      .select(['id', 'purpose', 'content_sealed'])
      .where('batch_day', '=', day)
      .where('batch_number', '=', number)
      .where('content_sealed', 'is not', null)
      .orderBy('id'),
  );
  const sealer = vault.companySealer(realm.companyId);
  const head = ['letterId', 'subject', 'files', ...Array.from({ length: linesMax }, (_, i) => `address${i + 1}`)];
  const lines = rows.map(({ id, purpose, content_sealed: sealed }) => {
    const { to, files } = JSON.parse(sealer.unseal(letterPart(id), sealed as Buffer)) as LetterTold;
    return [id, purpose, files.join(' '), ...Array.from({ length: linesMax }, (_, i) => to[i] ?? '')];
  });
  return `${[head, ...lines].map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}

/** RFC 4180. A sign before `=`, `+`, `-` and `@` keeps a table program from taking an address for a formula. */
const quoted = (cell: string): string => `"${(likeFormula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;
