// Asks each provider for news: its list of events where it has one, else whether it is there. So a notice that was lost
// is found, and the doctor knows who does not answer.

import { noteRead } from '#capabilities/bank-books/index.ts';
import { businessNow } from '#platform/business-clock.ts';
import type { Chore } from '#platform/chore.ts';
import { machineNow } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { RowOf } from '#platform/db/define-table.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { PostFailed } from '#platform/egress/post-failed.ts';
import { PlaceFailed } from '#platform/file-places/file-place.ts';
import type { JobKind } from '#platform/work/jobs.ts';
import { fewAtOnce } from '#platform/work/operations/few-at-once.ts';
import { type Carrier, carrierById } from '../companies-providers/carrier.ts';
import type { paymentProviderWork } from '../companies-providers/tables.ts';
import { keep } from './keep-notice.ts';
import type { NoticeTools } from './take-notices.ts';

type FileSettings = NonNullable<Carrier['files']>;

export type NewsTools = NoticeTools & {
  /** Looks for files in the folder of a bank; why one could not be had, or null. */
  fetchFiles(
    realm: Realm,
    from: { readonly carrierId: string; readonly settings: FileSettings },
  ): Promise<string | null>;
};

const askJob = 'payments.askForNews';

type Work = RowOf<typeof paymentProviderWork>;

const second = 1_000_000;
/** Longer than any answer takes: who has not come back by then is dead. */
const leaseMicros = 600 * second;
const pollMicros = 60 * second;
const lookMicros = 600 * second;
const waitMicrosMax = 3_600 * second;
const pagesMax = 20;

/** No order has this key, so whoever is there says that it is absent. */
const nobodysKey = 'TX-AAAA-AAAA.0';

export const askingForNews = (tools: NewsTools): Chore => ({
  name: 'payments.askForNews',
  everyMs: 5_000,
  async run(mode) {
    const { db, rows } = tools.database.unscoped(mode);
    const due = await rows(
      db
        .selectFrom('payment_provider_work')
        .selectAll()
        .where('due_at', '<=', tools.clock.micros())
        .orderBy('due_at')
        .limit(100),
    );
    for (const one of due) await enqueue(tools, mode, one);
  },
});

async function enqueue({ database, clock, position }: NoticeTools, mode: Mode, one: Work): Promise<void> {
  const { company_id: companyId, provider_id: providerId, due_at } = one;
  await database.transact({ mode, companyId }, async (tx) => {
    const mine = await tx.affected(
      tx.db
        .updateTable('payment_provider_work')
        .set({ due_at: clock.micros() + leaseMicros })
        .where('provider_id', '=', providerId)
        .where('due_at', '=', due_at),
    );
    if (mine === 0) return;
    writeOutbox(tx, [{ subjectId: companyId, position: position(), job: askJob, payload: { providerId } }]);
  });
}

export function newsJob(tools: NewsTools): JobKind {
  const inTurn = fewAtOnce(() => 1);
  return {
    name: askJob,
    run({ mode, companyId, payload }) {
      const providerId = String(payload.providerId);
      const realm = { mode, companyId };
      return inTurn(`${mode} ${companyId} ${providerId}`, 'ask', () => askForNews(tools, realm, providerId));
    },
  };
}

async function askForNews(tools: NewsTools, realm: Realm, providerId: string): Promise<void> {
  const reader = tools.database.reader(realm);
  const carrier = await carrierById(reader, tools, providerId);
  const row = await reader.row(
    reader.db.selectFrom('payment_provider_work').selectAll().where('provider_id', '=', providerId),
  );
  if (carrier === undefined || row === undefined) return;
  try {
    const until = await businessNow(reader, tools.clock);
    let last_failure: string | null = null;
    if (carrier.files !== undefined)
      last_failure = await tools.fetchFiles(realm, { carrierId: providerId, settings: carrier.files });
    else if (carrier.provider.can.poll) {
      const isAll = await poll(tools, reader, carrier, row.place);
      if (isAll) await tools.database.transact(realm, async (tx) => noteRead(tx, providerId, { read_until: until }));
    } else await lookAt(tools, reader, carrier);
    const wait = carrier.provider.can.poll || carrier.files !== undefined ? pollMicros : lookMicros;
    await note(tools, realm, providerId, {
      due_at: tools.clock.micros() + wait,
      failures: 0,
      last_failure,
      last_reached_at: machineNow(tools.clock),
    });
  } catch (error) {
    const isTold = error instanceof PostFailed || error instanceof PlaceFailed;
    if (!isTold) tools.log.error({ err: error, carrier: providerId }, 'news could not be taken');
    const why = isTold ? error.message : 'What it told could not be taken; the log says why.';
    const wait = Math.min(pollMicros * 2 ** Math.min(row.failures, 10), waitMicrosMax);
    await note(tools, realm, providerId, {
      due_at: tools.clock.micros() + wait,
      failures: row.failures + 1,
      last_failure: why,
    });
  }
}

/** False: there is more than is read at a time. */
async function poll(tools: NoticeTools, reader: Reader, carrier: Carrier, from: string | null): Promise<boolean> {
  let place = from;
  for (let pages = 0; pages < pagesMax; pages++) {
    const { told, unreadable = [], next } = await carrier.provider.poll(place, await businessNow(reader, tools.clock));
    for (const one of told) await tools.receiveReport(reader.realm, carrier, one);
    for (const raw of unreadable) {
      await tools.database.transact(reader.realm, (tx) => keep(tools, tx, carrier.id, { told: [], raw }));
    }
    if (next === null || next === place) return true;
    await note(tools, reader.realm, carrier.id, { place: next });
    place = next;
  }
  return false;
}

/** Errors: PostFailed. */
async function lookAt(tools: NoticeTools, reader: Reader, carrier: Carrier): Promise<void> {
  const found = await carrier.provider.find(nobodysKey, await businessNow(reader, tools.clock));
  if (found.is === 'unknown') throw new PostFailed('protocol', found.why);
}

type Noted = Partial<Pick<Work, 'due_at' | 'place' | 'failures' | 'last_failure' | 'last_reached_at'>>;

const note = ({ database }: NoticeTools, realm: Realm, providerId: string, noted: Noted): Promise<void> =>
  database.transact(realm, async (tx) =>
    tx.write(tx.db.updateTable('payment_provider_work').set(noted).where('provider_id', '=', providerId)),
  );
