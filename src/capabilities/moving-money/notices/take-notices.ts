// Understands the notices that were kept: a job from the outbox takes those of a provider. One that cannot be taken now
// holds up no other, and is looked at again.
import type { WorkTools } from '#platform/capability.ts';
import type { Chore } from '#platform/chore.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { RowOf } from '#platform/db/define-table.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { JobKind } from '#platform/work/jobs.ts';
import { fewAtOnce } from '#platform/work/operations/few-at-once.ts';
import { type Carrier, carrierById } from '../companies-providers/carrier.ts';
import type { Told } from '../providers/provider.ts';
import { type Content, lookAgainMicros, takeNoticesJob } from './keep-notice.ts';
import { contentPart } from './sealed.ts';
import type { paymentNotices } from './tables.ts';

/** Hears what a provider has told. Hearing it twice is hearing it once. */
type TakeTold = (realm: Realm, carrier: Carrier, told: Told) => Promise<unknown>;

export type NoticeTools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log' | 'position' | 'settings'> & {
  readonly takeTold: TakeTold;
};

type Notice = RowOf<typeof paymentNotices>;

const atOnce = 100;
const waitMicrosMax = 3_600_000_000;

export function takingNotices(tools: NoticeTools): JobKind {
  const inTurn = fewAtOnce(1);
  return {
    name: takeNoticesJob,
    run({ mode, companyId, payload }) {
      const carrierId = String(payload.carrierId);
      const who = `${mode} ${companyId} ${carrierId}`;
      return inTurn(who, 'all', () => takeAll(tools, { mode, companyId }, carrierId));
    },
  };
}

async function takeAll(tools: NoticeTools, realm: Realm, carrierId: string): Promise<void> {
  const reader = tools.database.reader(realm);
  const carrier = await carrierById(reader, tools, carrierId);
  const begun = tools.clock.micros();
  for (;;) {
    const rows = await reader.rows(
      reader.db
        .selectFrom('payment_notices')
        .selectAll()
        .where('carrier_id', '=', carrierId)
        .where('state', '=', 'kept')
        // One that has failed in this round has a later time.
        .where((eb) => eb.or([eb('failures', '=', 0), eb('due_at', '<=', begun)]))
        .orderBy('received_at')
        .limit(atOnce),
    );
    for (const row of rows) await takeOne(tools, realm, carrier, row);
    if (rows.length < atOnce) return;
  }
}

async function takeOne(tools: NoticeTools, realm: Realm, carrier: Carrier | undefined, row: Notice): Promise<void> {
  const { carrier_id: carrierId, event_id: eventId } = row;
  try {
    // Whoever has taken the provider away does not want to hear of it any more.
    if (carrier !== undefined) {
      const sealer = tools.vault.companySealer(realm.companyId);
      const { told } = JSON.parse(sealer.unseal(contentPart(carrierId, eventId), row.content_sealed)) as Content;
      for (const one of told) await tools.takeTold(realm, carrier, one);
    }
    await tools.database.transact(realm, async (tx) =>
      tx.write(ofNotice(tx, row).set({ state: 'taken', due_at: null })),
    );
  } catch (error) {
    tools.log.error({ err: error, carrier: carrierId }, 'a notice of a provider could not be taken');
    const wait = Math.min(lookAgainMicros * 2 ** Math.min(row.failures, 20), waitMicrosMax);
    const later = { failures: row.failures + 1, due_at: tools.clock.micros() + wait };
    await tools.database.transact(realm, async (tx) => tx.write(ofNotice(tx, row).set(later)));
  }
}

const ofNotice = ({ db }: Tx, { carrier_id, event_id }: Notice) =>
  db
    .updateTable('payment_notices')
    .where('carrier_id', '=', carrier_id)
    .where('event_id', '=', event_id)
    .where('state', '=', 'kept');

/** Brings back what a lost job or a dead worker has left. */
export const resumeNotices = (tools: NoticeTools): Chore => ({
  name: 'payments.resumeNotices',
  everyMs: 5_000,
  async run(mode) {
    const { db, rows } = tools.database.unscoped(mode);
    const left = await rows(
      db
        .selectFrom('payment_notices')
        .select(['company_id', 'carrier_id'])
        .distinct()
        .where('due_at', '<=', tools.clock.micros())
        .limit(100),
    );
    for (const { company_id: companyId, carrier_id: carrierId } of left) {
      await tools.database.transact({ mode, companyId }, async (tx) =>
        writeOutbox(tx, [
          { subjectId: companyId, position: tools.position(), job: takeNoticesJob, payload: { carrierId } },
        ]),
      );
    }
  },
});
