// Reads the files that are kept: a job from the outbox for each. One that cannot be taken now holds up no other.
import { FileRefused } from '@tenor/ach/text/file-refused.ts';
import type { Chore } from '#platform/chore.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { JobKind } from '#platform/work/jobs.ts';
import { LeaseLost } from '#platform/work/lease.ts';
import { fewAtOnce } from '#platform/work/operations/few-at-once.ts';
import { openBytes } from '../ach-files/parts.ts';
import { type OrderTools, type OrderWork, workIn } from '../attempts/order-work.ts';
import { applyFile } from './apply.ts';
import { concludeReading, refuseReading, understoodReading } from './conclude.ts';
import { waitsForSecond } from './gate.ts';
import { enqueueReading, lookAgainMicros, readingRow, readingUpdate, readJob } from './keep-file.ts';
import { originatorsOf } from './originators.ts';
import type { ReadingRow } from './tables.ts';
import { type Understood, understand } from './understand.ts';

/** Who has not come further by then is dead. */
const leaseMicros = 20_000_000;
const waitMicrosMax = 3_600_000_000;

export function readingFiles(tools: OrderTools): JobKind {
  const inTurn = fewAtOnce(1);
  return {
    name: readJob,
    async run({ mode, companyId, payload }) {
      const fileId = String(payload.fileId);
      await inTurn(`${mode} ${companyId}`, fileId, () => readFileOf(tools, { mode, companyId }, fileId));
    },
  };
}

/** May be called at any time, by several at once: one of them reads. */
export async function readFileOf(tools: OrderTools, realm: Realm, fileId: string): Promise<void> {
  const work = workIn(tools, realm);
  const mine = await claim(work, fileId);
  if (mine === undefined) return;
  try {
    await read(work, mine);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    tools.log.error({ err: error, file: fileId, company: realm.companyId }, 'a file of a bank could not be read now');
    await later(work, mine);
  }
}

/** Undefined: it is done, or another worker is at it. */
const claim = (work: OrderWork, fileId: string): Promise<ReadingRow | undefined> =>
  work.transact(async (tx) => {
    const row = await tx.row(readingRow(tx, fileId).forUpdate());
    const isFree = row?.claim === 0 || (row?.held_until ?? 0) <= work.clock.micros();
    if (row === undefined || row.held_until === null || !isFree) return undefined;
    const mine = { claim: row.claim + 1, held_until: work.clock.micros() + leaseMicros };
    tx.write(readingUpdate(tx, fileId).set(mine));
    return { ...row, ...mine };
  });

async function read(work: OrderWork, reading: ReadingRow): Promise<void> {
  const understood = await understoodOrRefused(work, reading);
  if (understood === undefined) return;
  const isNew = reading.state === 'kept';
  const applying = isNew
    ? await work.transact(async (tx, now) => {
        await mustBeMine(work, tx, reading);
        if (await waitsForSecond(work, tx, now, reading, understood.doesGiveOrMove)) return undefined;
        return understoodReading(tx, now, reading, understood);
      })
    : reading;
  if (applying === undefined) return;
  const failures = await applyFile(work, {
    reading: applying,
    originator: understood.originator,
    goOn: (entries_done) => goOn(work, reading, entries_done),
    failed: ({ order, eventId }, error) =>
      work.log.error({ err: error, file: reading.id, attempt: order?.id, entry: eventId }, 'an entry failed'),
  });
  if (failures > 0) return later(work, reading);
  await work.transact(async (tx, now) => {
    await mustBeMine(work, tx, reading);
    await concludeReading(work, tx, now, applying, understood);
  });
}

async function understoodOrRefused(work: OrderWork, reading: ReadingRow): Promise<Understood | undefined> {
  try {
    const all = await originatorsOf(work.database.reader(work.realm));
    return await understand(openBytes({ ...work, fileId: reading.id }), all);
  } catch (error) {
    // What was understood once cannot be refused any more: its originator was taken away since.
    if (!(error instanceof FileRefused) || reading.state !== 'kept') throw error;
    await work.transact(async (tx, now) => {
      await mustBeMine(work, tx, reading);
      await refuseReading(work, tx, now, reading, error);
    });
    return undefined;
  }
}

const held = (work: OrderWork, tx: Parameters<typeof readingUpdate>[0], { id, claim }: ReadingRow) =>
  readingUpdate(tx, id)
    .set({ held_until: work.clock.micros() + leaseMicros })
    .where('claim', '=', claim);

/** Errors: LeaseLost. */
async function mustBeMine(work: OrderWork, tx: Parameters<Parameters<OrderWork['transact']>[0]>[0], mine: ReadingRow) {
  if ((await tx.affected(held(work, tx, mine))) === 0) throw new LeaseLost();
}

const goOn = (work: OrderWork, mine: ReadingRow, entries_done: number): Promise<boolean> =>
  work.transact(async (tx) => (await tx.affected(held(work, tx, mine).set({ entries_done }))) > 0);

/** Half a minute, a minute, and so on; an hour at most. */
const later = (work: OrderWork, mine: ReadingRow): Promise<void> =>
  work.transact(async (tx) => {
    const wait = Math.min(lookAgainMicros * 2 ** Math.min(mine.failures, 10), waitMicrosMax);
    const again = { failures: mine.failures + 1, held_until: work.clock.micros() + wait };
    tx.write(readingUpdate(tx, mine.id).set(again).where('claim', '=', mine.claim));
  });

const broughtMax = 50;

/** Brings back what a lost job or a dead worker has left. */
export const resumeReadings = ({ database, clock, position }: OrderTools): Chore => ({
  name: 'ach.resumeReadings',
  everyMs: 2_000,
  async run(mode) {
    const { db, rows } = database.unscoped(mode);
    const left = await rows(
      db
        .selectFrom('ach_readings')
        .select(['company_id', 'id'])
        .where('held_until', '<=', clock.micros())
        .orderBy('held_until')
        .limit(broughtMax),
    );
    for (const { company_id: companyId, id } of left) {
      await database.transact({ mode, companyId }, async (tx) => enqueueReading(tx, position, id));
    }
  },
});
