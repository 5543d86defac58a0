// Reads the files that are kept. One that cannot be taken now holds up no other.
import { FileRefused } from '@tenor/ach/text/file-refused.ts';
import { workNow } from '#platform/business-clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { doubling } from '#platform/work/claimed/back-off.ts';
import { claimedWork, done, type Lease, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { type OrderTools, type OrderWork, workIn } from '../../orders/attempts/order-work.ts';
import { openBytes } from '../files/parts.ts';
import { applyFile } from './apply.ts';
import { concludeReading, refuseReading, understoodReading } from './conclude.ts';
import { waitsForSecond } from './gate.ts';
import { readingUpdate } from './keep-file.ts';
import { originatorsOf } from './originators.ts';
import { readingRows } from './reading-rows.ts';
import type { ReadingRow } from './tables.ts';
import { type Understood, understand } from './understand.ts';

/** What reading says besides its outcome. */
type ReadOutcome = Outcome & { readonly understood?: Understood; readonly refused?: FileRefused };

export const readingFiles = claimedWork({
  rows: readingRows,
  line: ({ mode, companyId }) => `${mode} ${companyId}`,
  atOnceMax: 1,
  backOffSeconds: doubling(10),
  inVain: 'a file of a bank could not be read now',
  doing: (tools: OrderTools) => ({
    take: async () => ({ set: {} }),
    act: ({ realm, row, lease }) => read(workIn(tools, realm), row, lease),
    async conclude(tx, row, { kind, understood, refused }: Outcome & Partial<ReadOutcome>) {
      const [work, now] = [workIn(tools, tx.realm), await workNow(tx, tools.clock)];
      if (kind === 'done' && understood !== undefined) await concludeReading(work, tx, now, row, understood);
      if (kind === 'refused' && refused !== undefined) await refuseReading(work, tx, now, row, refused);
      return {};
    },
    mayRepeat: () => true,
  }),
});

/** May be called at any time, by several at once: one of them reads. */
export const readFileOf = (tools: OrderTools, realm: Realm, id: string): Promise<unknown> =>
  readingFiles.run(tools, realm, { id });

async function read(work: OrderWork, reading: ReadingRow, lease: Lease): Promise<ReadOutcome> {
  const understood = await understoodOrRefused(work, reading);
  if (understood instanceof FileRefused) return { kind: 'refused', reason: 'it cannot be read', refused: understood };
  const applying = await work.transact(async (tx, now) => {
    await lease.hold(tx);
    if (reading.state !== 'kept') return reading;
    if (await waitsForSecond(work, tx, now, reading, understood.doesGiveOrMove)) return undefined;
    return understoodReading(tx, now, reading, understood);
  });
  // It was given back: there is nothing to conclude.
  if (applying === undefined) return done;
  const failures = await applyFile(work, {
    reading: applying,
    originator: understood.originator,
    goOn: (entries_done) => work.transact((tx) => goOn(tx, lease, reading.id, entries_done)),
    failed: ({ order, eventId }, error) =>
      work.log.error({ err: error, file: reading.id, attempt: order?.id, entry: eventId }, 'an entry failed'),
  });
  return failures > 0 ? { kind: 'later', reason: `${failures} entries failed` } : { ...done, understood };
}

async function goOn(tx: Tx, lease: Lease, id: string, entries_done: number): Promise<void> {
  await lease.hold(tx);
  tx.write(readingUpdate(tx, id).set({ entries_done }));
}

async function understoodOrRefused(work: OrderWork, reading: ReadingRow): Promise<Understood | FileRefused> {
  try {
    const all = await originatorsOf(work.database.reader(work.realm));
    return await understand(openBytes({ ...work, fileId: reading.id }), all);
  } catch (error) {
    // What was understood once cannot be refused any more: its originator was taken away since.
    if (error instanceof FileRefused && reading.state === 'kept') return error;
    throw error;
  }
}
