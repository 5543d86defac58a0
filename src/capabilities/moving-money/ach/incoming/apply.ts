// Applies the entries of a file that was understood, some hundred at a time: how far it has come is committed after each.
// Whatever is done twice after a crash was taken before, and changes nothing.
import { type Entry, readFile } from '@tenor/ach/read/read-file.ts';
import type { FileHeader } from '@tenor/ach/read/records.ts';
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import type { OrderWork } from '../../orders/attempts/order-work.ts';
import { togetherMax } from '../../orders/attempts/send-many.ts';
import { type Line, type Teller, takeLines } from '../../orders/attempts/take-lines.ts';
import { openBytes } from '../files/parts.ts';
import { backOf, lineOf, type Sent } from './line-of-entry.ts';
import { type Originator, originatorsOf } from './originators.ts';
import { strangersIn, strangersMax } from './strangers.ts';
import type { ReadingRow } from './tables.ts';

/** So many entries, and then it is written down that they are done. */
const stretch = 300;
/** So many commits at a time. */
const lanes = 3;

interface Applying {
  readonly reading: ReadingRow;
  readonly originator: Originator;
  /** Writes down how far it is, and holds the file. Errors: LeaseLost. */
  goOn(entriesDone: number): Promise<void>;
  failed(line: Line, error: unknown): void;
}

/** Returns how many entries could not be applied: those are tried again. */
export async function applyFile(work: OrderWork, applying: Applying): Promise<number> {
  const { reading, goOn } = applying;
  const applier = await applierOf(work, applying);
  let [place, failures] = [0, 0];
  let some: Entry[] = [];
  const doSome = async (): Promise<void> => {
    failures += await applier.apply(some);
    some = [];
    // What failed is come back to: the place stays before it.
    await goOn(failures > 0 ? reading.entries_done : place);
  };
  let header: FileHeader | undefined;
  for await (const item of readFile(openBytes({ ...work, fileId: reading.id }))) {
    if (item.is === 'file') {
      header = item.header;
      await applier.begin(header);
    } else if (item.is === 'entry') {
      place += 1;
      if (place > reading.entries_done) some.push(item.entry);
      if (some.length === stretch) await doSome();
    }
  }
  if (some.length > 0) await doSome();
  return failures;
}

async function applierOf(work: OrderWork, { reading, originator, failed }: Applying) {
  const reader = work.database.reader(work.realm);
  let strangers = await strangersIn(reader, reading.id);
  const companyIds = new Map((await originatorsOf(reader)).map((one) => [one.carrierId, one.settings.companyId]));
  const { carrierId, settings } = originator;
  const teller: Teller = { carrierId, carrierKind: 'ach', fileId: reading.id, zone: settings.timezone };
  let about: { readonly at: Instant; readonly createdOn: FileHeader['createdOn'] } | undefined;
  return {
    async begin(header: FileHeader): Promise<void> {
      const now = await work.transact(async (_tx, at) => at);
      about = { at: madeAt(header, settings.timezone, now), createdOn: header.createdOn };
    },
    async apply(entries: readonly Entry[]): Promise<number> {
      const sent = await sentEntries(work, companyIds, entries);
      const lines = entries.map((entry): Line => {
        const line = lineOf(entry, sent.get(backOf(entry).originalTrace), about as never);
        return line.order === undefined && ++strangers > strangersMax ? { ...line, isOneOfMany: true } : line;
      });
      return takeAll(work, teller, lines, failed);
    },
  };
}

/** By the clock of the bank: what it says later turns what it has said before. */
function madeAt({ createdOn, createdAt }: FileHeader, zone: string, now: Instant): Instant {
  const [hour, minute] = [createdAt.slice(0, 2), createdAt.slice(2, 4)];
  const isTime = /^([01]\d|2[0-3])[0-5]\d$/.test(createdAt);
  const made = instantOfLocal({ date: createdOn, time: isTime ? `${hour}:${minute}:00` : '00:00:00', zone });
  return compare(made, now) > 0 ? now : made;
}

/** By the trace, of which the newest counts: traces begin anew after ten million. */
async function sentEntries(
  { database, realm }: OrderWork,
  companyIds: ReadonlyMap<string, string>,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, Sent>> {
  const { db, rows } = database.reader(realm);
  const traces = [...new Set(entries.map((entry) => backOf(entry).originalTrace))];
  const found = await rows(
    db
      .selectFrom('ach_entries')
      .select(['trace', 'person_id', 'attempt_id', 'carrier_id', 'individual_id', 'settles_on'])
      .select(['amount_cents', 'is_prenote'])
      .where('trace', '=', (eb) => eb.fn.any(eb.val(traces)))
      .orderBy('settles_on'),
  );
  return new Map(
    found.map(({ trace, carrier_id, is_prenote, ...row }) => [
      trace as string,
      { ...row, companyId: companyIds.get(carrier_id) ?? '', isSecret: row.amount_cents === 0 && !is_prenote },
    ]),
  );
}

async function takeAll(
  work: OrderWork,
  teller: Teller,
  lines: readonly Line[],
  failed: Applying['failed'],
): Promise<number> {
  let failures = 0;
  const take = (some: readonly Line[]) => work.transact((tx: Tx, now) => takeLines(work, tx, now, teller, some));
  const waiting = batchesOf(lines);
  const lane = async (): Promise<void> => {
    for (let some = waiting.shift(); some !== undefined; some = waiting.shift()) {
      const batch = some;
      await togetherOrOneByOne({
        together: () => take(batch),
        things: () => batch,
        one: (line) => take([line]),
        failed(line, error) {
          failures += 1;
          failed(line, error);
        },
      });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failures;
}

/** All lines of a person stand in one batch, in their order: no two commits wait for each other. */
function batchesOf(lines: readonly Line[]): Line[][] {
  const batches: Line[][] = [];
  let open: Line[] = [];
  for (const own of Map.groupBy(lines, ({ order }) => order?.personId ?? '').values()) {
    open.push(...own);
    if (open.length < togetherMax) continue;
    batches.push(open);
    open = [];
  }
  return open.length === 0 ? batches : [...batches, open];
}
