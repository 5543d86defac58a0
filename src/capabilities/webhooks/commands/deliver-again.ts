// Sends deliveries again: those that were sent or given up, and events that were never planned.

import type { Instant } from '@tenor/engine/values/instant.ts';
import { instantOfMicros } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import Type from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { type EventResource, mustSeePayloads } from '#platform/event-views/payload.ts';
import { eventsAfter, type StoredEvent } from '#platform/events/follow-events.ts';
import { defineJob, KeptInstant } from '#platform/work/operations/job.ts';
import type { OperationKind } from '#platform/work/operations/operation-kind.ts';
import { type OperationView, startOperation } from '#platform/work/operations/operations.ts';
import { keptMicros } from '../delivery/back-off.ts';
import { asksFor, bodyPart, deliveryWriter, openIfKept, sealersOf } from '../delivery/plan-deliveries.ts';
import { findDelivery, presentDelivery } from '../delivery.ts';
import { webhookErrors } from '../errors.ts';
import { webhookTest } from '../events.ts';
import type { Delivery } from '../schemas.ts';
import { deliveryStates, stateOfSubscription, subscriptionStates } from '../states.ts';
import type { WebhookRow } from '../tables.ts';
import { findWebhook } from '../webhook.ts';
import { endWaits, wakeWork } from '../work.ts';

/**
 * The same body with the same message id, as if it had never been sent. What waits in its lane is sent now as well: in
 * order, so an earlier delivery that failed goes first. Errors: NotFound, Forbidden, DeliveryErased.
 */
export async function redeliver(
  ctx: CommandContext,
  tx: Tx,
  webhookId: string,
  id: string,
  resources: readonly EventResource[],
): Promise<Delivery> {
  const row = await findDelivery(tx, webhookId, id);
  mustSeePayloads(ctx.caller, resources, [row.event_type]);
  mustBeOn(await findWebhook(tx, webhookId));
  const sealer = (await sealersOf(tx, ctx.vault, [{ subject_id: row.lane }])).get(row.lane);
  if (openIfKept(sealer, bodyPart(webhookId, row.sequence), row.body_sealed) === undefined) {
    throw new Refusal(webhookErrors.DeliveryErased, 'The person this delivery was about has been erased.');
  }
  const state = deliveryStates.move(row.state, 'redeliver').to;
  const again = { ...afresh, state, planned_at: ctx.machineMicros() };
  tx.write(tx.db.updateTable('webhook_deliveries').set(again).where('webhook_id', '=', webhookId).where('id', '=', id));
  endWaits(tx, webhookId, row.lane);
  wakeWork(tx, [webhookId], ctx.machineMicros());
  return presentDelivery({ ...row, ...again });
}

/** Emits a real event, which only this subscription gets. */
export async function sendTest(
  ctx: CommandContext,
  tx: Tx,
  webhookId: string,
  resources: readonly EventResource[],
): Promise<void> {
  const webhook = await findWebhook(tx, webhookId);
  mustSeePayloads(ctx.caller, resources, webhook.event_types);
  mustBeOn(webhook);
  ctx.emit(webhookTest, ctx.realm.companyId, { webhookId, enabled: webhook.enabled });
}

/** Errors: NotFound, Forbidden, InvalidRequest if the subscription is switched off or the instant is too long ago. */
export async function startRecovery(
  ctx: CommandContext,
  tx: Tx,
  webhookId: string,
  from: Instant,
  resources: readonly EventResource[],
): Promise<OperationView> {
  const webhook = await findWebhook(tx, webhookId);
  mustSeePayloads(ctx.caller, resources, webhook.event_types);
  mustBeOn(webhook);
  const earliest = instantOfMicros(BigInt(ctx.machineMicros() - keptMicros));
  if (from < earliest && ctx.realm.mode === 'live') {
    const expected = `${earliest} or later: what was delivered is known for 30 days`;
    throw refuseField('from', 'is too long ago', expected);
  }
  return startOperation(ctx, tx, recoverJob, { webhookId, from });
}

const mustBeOn = (webhook: WebhookRow): void =>
  subscriptionStates.mustAllow(stateOfSubscription(webhook), 'send', { id: webhook.id });

const recoverJob = defineJob('webhooks.recover', Type.Object({ webhookId: Type.String(), from: KeptInstant }));

/** Plans events that were never planned and opens deliveries that were given up; delivered ones stay as they are. */
export const recovery = (resources: () => readonly EventResource[]): OperationKind => ({
  ...recoverJob,
  needs: ['webhook:update'],
  async run({ reader, input, rights, step, progress, finish, ...services }) {
    const { webhookId, from } = recoverJob.readInput(input);
    let recovered = 0;
    let seen = 0;
    for (let after = 0; ; ) {
      const events = await eventsAfter(reader, after, from);
      const last = events.at(-1);
      if (last === undefined) break;
      const webhook = await findWebhook(reader, webhookId);
      const permissions = await rights();
      if (permissions !== undefined) mustSeePayloads({ permissions }, resources(), webhook.event_types);
      const wanted = events.filter((event) => event.deleted_at === null && asksFor(webhook, event));
      const known = await knownStates(reader, webhookId, wanted);
      const unplanned = wanted.filter(({ sequence }) => !known.has(sequence));
      const parked = wanted.filter(({ sequence }) => recoverable.has(known.get(sequence)));
      const planned = unplanned.map((event) => ({ webhookId, event }));
      const write = await deliveryWriter({ ...services, resources: resources() }, reader, planned);
      await step(async (tx) => {
        openAgain(tx, webhookId, parked, services.clock.micros());
        write(tx);
      });
      recovered += unplanned.length + parked.length;
      seen += events.length;
      after = last.sequence;
      await progress(seen, seen);
    }
    await finish(async (tx) => {
      wakeWork(tx, [webhookId], services.clock.micros());
      return { webhookId, recovered };
    });
  },
});

async function knownStates(reader: Reader, webhookId: string, events: readonly StoredEvent[]) {
  const sequences = events.map(({ sequence }) => sequence);
  const rows = await reader.rows(
    reader.db
      .selectFrom('webhook_deliveries')
      .select(['sequence', 'state'])
      .where('webhook_id', '=', webhookId)
      .where('sequence', '=', sql<number>`any(${sequences}::bigint[])`),
  );
  return new Map(rows.map((row) => [row.sequence, row.state]));
}

function openAgain(tx: Tx, webhookId: string, events: readonly StoredEvent[], nowMicros: number): void {
  if (events.length === 0) return;
  const sequences = events.map(({ sequence }) => sequence);
  tx.write(
    tx.db
      .updateTable('webhook_deliveries')
      .set({ ...afresh, state: deliveryStates.to('recover'), planned_at: nowMicros })
      .where('webhook_id', '=', webhookId)
      .where('sequence', '=', sql<number>`any(${sequences}::bigint[])`)
      .where('state', 'in', deliveryStates.from('recover')),
  );
}

const recoverable: ReadonlySet<string | undefined> = new Set(deliveryStates.from('recover'));

const afresh = { attempts: 0, due_at: 0, ended_at: null } as const;
