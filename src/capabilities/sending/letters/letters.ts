// Letters as a printer gets them: each is a PDF, and an index of a day says to whom which goes. The PDFs are left as they
// are sent; the index follows when its day is over, and names each letter once.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { microsOfInstant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { machineNow } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { directory } from '#platform/file-places/directory.ts';
import { type FilePlace, PlaceFailed, putOnce } from '#platform/file-places/file-place.ts';
import type { LetterSettings } from '#platform/sending-settings.ts';
import { start } from '#platform/states.ts';
import { done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import type { Outgoing, Provider, ProviderTools } from '../providers/provider.ts';
import { batchStates } from './batch-states.ts';

export const letterPart = (id: string): string => `letter.${id}`;

/** What a printer must know of a letter. */
export interface LetterTold {
  readonly to: readonly string[];
  readonly files: readonly string[];
}

export const byPrinter = (settings: LetterSettings, tools: ProviderTools): Provider => ({
  // A file of the same name is the same, and the row has our id.
  knowsIds: true,
  async send(message) {
    const wrong = whyNot(message);
    if (wrong !== undefined) return { kind: 'refused', reason: wrong };
    try {
      const files = await leave(settings, message);
      await tools.database.transact(message.realm, (tx) => note(tools, tx, message, files));
      return done;
    } catch (error) {
      if (error instanceof PlaceFailed) return { kind: 'later', reason: error.message };
      throw error;
    }
  },
});

function whyNot({ attachments }: Outgoing): Outcome['reason'] | undefined {
  if (attachments.length === 0) return 'a letter has no PDF';
  return attachments.every(({ contentType }) => contentType === 'application/pdf') ? undefined : 'it is no PDF';
}

async function leave(settings: LetterSettings, { realm, id, attachments }: Outgoing): Promise<readonly string[]> {
  const place = await placeOf(settings, realm);
  try {
    const names: string[] = [];
    for (const [i, attachment] of attachments.entries()) {
      const name = `letter_${realm.companyId}_${id}_${i + 1}.pdf`;
      const open = () => Readable.from(attachment.open(), { objectMode: false });
      await putOnce(place, { name, bytes: attachment.contentLength, open });
      names.push(name);
    }
    return names;
  } finally {
    await place.close();
  }
}

/** Errors: PlaceFailed. */
export async function placeOf(settings: LetterSettings, { companyId }: Realm): Promise<FilePlace> {
  if ('directory' in settings) {
    const folder = join(settings.directory, companyId);
    await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw new PlaceFailed(`The folder cannot be made (${error.code}).`, { cause: error });
    });
    return directory(folder);
  }
  const { sftp } = await import('#platform/file-places/sftp.ts');
  const { hostname: host, port, username, pathname } = new URL(settings.url);
  return sftp({
    host,
    port: Number(port) || 22,
    username: decodeURIComponent(username),
    hostKey: settings.hostKey,
    folder: decodeURIComponent(pathname) || '/',
    privateKey: settings.privateKey,
    timeoutMs: 30_000,
  });
}

async function note(tools: ProviderTools, tx: Tx, message: Outgoing, files: readonly string[]): Promise<void> {
  const { id, to, purpose, personId } = message;
  const before = await tx.row(tx.db.selectFrom('letters').select('id').where('id', '=', id));
  if (before !== undefined) return;
  const batch = await openBatch(tools, tx);
  const told: LetterTold = { to: to.split('\n'), files };
  const sealer = tools.vault.companySealer(tx.realm.companyId);
  tx.write(
    tx.db
      .insertInto('letters')
      .values({
        id,
        batch_day: batch.day,
        batch_number: batch.number,
        person_id: personId,
        purpose,
        content_sealed: sealer.seal(letterPart(id), JSON.stringify(told)),
        created_at: machineNow(tools.clock),
      })
      // Two attempts at once are one letter.
      .onConflict((conflict) => conflict.columns(['company_id', 'id']).doNothing()),
  );
}

/** The one that takes letters today; a second of the day only where the first was closed already. */
async function openBatch(tools: ProviderTools, tx: Tx): Promise<{ readonly day: CivilDate; readonly number: number }> {
  const zone = (await timezoneOf(tx)) ?? 'UTC';
  const now = machineNow(tools.clock);
  const day = dateInZone(now, zone);
  const last = await tx.row(
    tx.db
      .selectFrom('letter_batches')
      .select(['number', 'state'])
      .where('day', '=', day)
      .orderBy('number', 'desc')
      .limit(1)
      .forUpdate(),
  );
  if (last?.state === 'open') return { day, number: last.number };
  const number = (last?.number ?? 0) + 1;
  const end = instantOfLocal({ date: addDays(day, 1), time: '00:00:00', zone });
  tx.write(
    tx.db
      .insertInto('letter_batches')
      .values({
        day,
        number,
        state: batchStates.move(start, 'open').to,
        last_failure: null,
        holder: null,
        due_at: Number(microsOfInstant(end)),
      })
      // Two letters at once make one.
      .onConflict((conflict) => conflict.columns(['company_id', 'day', 'number']).doNothing()),
  );
  return { day, number };
}
