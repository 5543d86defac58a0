// What providers report by themselves, in notices, lists and files. Each report counts once. One that names an order of which
// we do not know yet is kept, since it may be faster than our own commit; after three days it is a break.
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import { type Break, recordBreak } from '#capabilities/bank-books/index.ts';
import type { NamedActor } from '#platform/actor.ts';
import type { Chore } from '#platform/chore.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Carrier } from '../companies-providers/carrier.ts';
import { isAmountSecret, leastOpenAmount } from '../order/order.ts';
import type { ProviderReport } from '../providers/provider.ts';
import { type AttemptRef, lockAttempt } from './attempt.ts';
import { type OrderTools, type OrderWork, whileTaking, workIn } from './order-work.ts';
import type { AttemptRow } from './tables.ts';
import { type Report, takeReport } from './take-report.ts';
import { waitsForBank } from './waits-for-bank.ts';

const hour = 3_600_000_000;
const keptMicros = 72 * hour;
const firstWaitMicros = 2_000_000;

export const messagePart = (carrierId: string, eventId: string): string => `told.${carrierId}.${eventId}`;

/** `known`: it was taken before, or tells nothing new. `waiting`: nobody knows its order yet. */
export type ReportEffect = 'taken' | 'known' | 'waiting' | 'break';

/** Takes a report of a provider. Taking it twice is taking it once. */
export const receiveReport = (work: OrderWork, carrier: Carrier, report: ProviderReport): Promise<ReportEffect> =>
  work.transact(async (tx, now) => {
    const { eventId } = report;
    const seen = await tx.row(
      tx.db
        .selectFrom('provider_messages')
        .select('outcome')
        .where('carrier_id', '=', carrier.id)
        .where('event_id', '=', eventId),
    );
    if (seen !== undefined) return 'known';
    const { outcome, attemptId, amount } = await takeMessage(work, tx, now, carrier, report);
    const micros = work.clock.micros();
    const isWaiting = outcome === 'waiting';
    const sealer = work.vault.companySealer(work.realm.companyId);
    tx.write(
      tx.db.insertInto('provider_messages').values({
        carrier_id: carrier.id,
        event_id: eventId,
        position: work.position(),
        outcome,
        what: report.what,
        code: report.code,
        amount_cents: amount ?? cents(0),
        provider_id: report.id,
        attempt_id: attemptId,
        told_sealed: sealer.seal(messagePart(carrier.id, eventId), JSON.stringify(report)),
        due_at: isWaiting ? micros + firstWaitMicros : null,
        waits_until: isWaiting ? micros + keptMicros : null,
        received_at: now,
        file_id: null,
      }),
      // The same message came twice at once: the other one counts.
      redraw('provider_messages_pkey'),
    );
    return outcome;
  });

/** The same for notices and lists, which come with nothing but their provider. */
export const receivingReports =
  (tools: OrderTools) =>
  (realm: Realm, carrier: Carrier, report: ProviderReport): Promise<ReportEffect> =>
    receiveReport(workIn(tools, realm), carrier, report);

interface AppliedReport {
  readonly outcome: ReportEffect;
  readonly attemptId: string | null;
  /** Null: nobody may read it. */
  readonly amount: Cents | null;
}

async function takeMessage(
  work: OrderWork,
  tx: Tx,
  now: Report['at'],
  carrier: Carrier,
  report: ProviderReport,
): Promise<AppliedReport> {
  const ref = await attemptOf(tx, carrier.id, report);
  if (ref === undefined) return unknownOrder(report);
  const actor: NamedActor = { type: 'provider', id: carrier.kind };
  return whileTaking(work, tx, { now, personId: ref.personId, actor }, async (taking) => {
    const row = await lockAttempt(tx, ref);
    if (row === undefined) return unknownOrder(report);
    const amount = isAmountSecret(row.subject_kind) ? null : report.amount;
    const { zone } = carrier.provider.can;
    const taken =
      row.carrier_id === carrier.id
        ? await takeReport(taking, tx, row, await asFarAsShown(tx, carrier, row, report), { takers: work.takers, zone })
        : ofAnother(row.id, carrier.id);
    if (typeof taken !== 'object') return { outcome: taken, attemptId: row.id, amount };
    recordBreak(tx, taking, taken, { ...ref, attemptId: row.id, amount });
    return { outcome: 'break', attemptId: row.id, amount };
  });
}

/** That it is safe counts once the bank has shown it: the calendar says so then. */
const asFarAsShown = async (
  tx: Tx,
  { id }: Carrier,
  row: AttemptRow,
  report: ProviderReport,
): Promise<ProviderReport> =>
  report.what === 'confirmed' && (await waitsForBank(tx, id, row)) ? { ...report, what: 'settled' } : report;

/** What it is of may be a trial deposit. */
const unknownOrder = ({ amount }: ProviderReport): AppliedReport => ({
  outcome: 'waiting',
  attemptId: null,
  amount: amount < leastOpenAmount ? null : amount,
});

const ofAnother = (attemptId: string, carrierId: string): Break => ({
  kind: 'contradiction',
  detail: `${carrierId} tells of ${attemptId}, which was given to another provider.`,
});

/** By our key, or else by the provider's id. */
async function attemptOf(tx: Tx, carrierId: string, { key, id }: ProviderReport): Promise<AttemptRef | undefined> {
  const attempts = tx.db.selectFrom('payment_attempts').select(['person_id', 'id']);
  const keyed = /^(.+)\.([1-9]\d{0,8})$/.exec(key ?? '');
  const [byKey] =
    keyed === null
      ? []
      : await tx.rows(attempts.where('subject_id', '=', keyed[1] as string).where('number', '=', Number(keyed[2])));
  const [found] =
    byKey === undefined && id !== null
      ? await tx.rows(attempts.where('carrier_id', '=', carrierId).where('provider_id', '=', id))
      : [byKey];
  return found && { personId: found.person_id, id: found.id };
}

/** Looks again at messages whose order was not known. */
export const takeWaiting = (tools: OrderTools): Chore => ({
  name: 'orders.waitingMessages',
  everyMs: 2_000,
  async run(mode) {
    const { db, rows } = tools.database.unscoped(mode);
    const due = await rows(
      db
        .selectFrom('provider_messages')
        .select(['company_id', 'carrier_id', 'event_id'])
        .where('due_at', '<=', tools.clock.micros())
        .orderBy('due_at')
        .limit(100),
    );
    for (const { company_id: companyId, carrier_id: carrierId, event_id: eventId } of due) {
      await takeAgain(tools, { mode, companyId }, carrierId, eventId).catch((error) =>
        tools.log.error({ err: error, carrier: carrierId }, 'a message of a provider could not be taken'),
      );
    }
  },
});

async function takeAgain(tools: OrderTools, realm: Realm, carrierId: string, eventId: string): Promise<void> {
  const work = workIn(tools, realm);
  await work.transact(async (tx, now) => {
    const row = await tx.row(
      tx.db
        .selectFrom('provider_messages')
        .selectAll()
        .where('carrier_id', '=', carrierId)
        .where('event_id', '=', eventId)
        .where('outcome', '=', 'waiting')
        .forUpdate(),
    );
    const carrier = await work.carrierById(tx, work, carrierId);
    if (row === undefined || row.waits_until === null) return;
    const text = work.vault.companySealer(realm.companyId).unseal(messagePart(carrierId, eventId), row.told_sealed);
    const report = JSON.parse(text) as ProviderReport;
    const taken = carrier && (await takeMessage(work, tx, now, carrier, report));
    const micros = work.clock.micros();
    const ofRow = tx.db
      .updateTable('provider_messages')
      .where('carrier_id', '=', carrierId)
      .where('event_id', '=', eventId);
    if (taken !== undefined && taken.outcome !== 'waiting') {
      const { outcome, attemptId: attempt_id } = taken;
      tx.write(ofRow.set({ outcome, attempt_id, due_at: null, waits_until: null }));
    } else if (row.waits_until <= micros) {
      const kind = report.what === 'returned' ? 'returnUnknown' : 'theirsNotOurs';
      const detail = `${carrierId} tells of ${report.id ?? report.key ?? 'an order'} (${report.what}), which we never gave.`;
      recordBreak(tx, { ...work, now }, { kind, detail }, { amount: unknownOrder(report).amount });
      tx.write(ofRow.set({ outcome: 'break', due_at: null, waits_until: null }));
    } else {
      // Half as long again as it has waited, at most an hour.
      const waited = micros - (row.waits_until - keptMicros);
      tx.write(ofRow.set({ due_at: micros + Math.min(Math.max(firstWaitMicros, Math.round(waited / 2)), hour) }));
    }
  });
}
