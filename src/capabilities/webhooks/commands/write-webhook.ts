// Creating, changing and deleting a subscription.

import { sql } from 'kysely';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newWebhookSecret } from '#platform/egress/signature.ts';
import { wrongUrl } from '#platform/egress/webhook-url.ts';
import { errors, Refusal, refuseField, refuseFields } from '#platform/errors.ts';
import { type EventResource, mustSeePayloads, typesUnseen } from '#platform/event-views/payload.ts';
import { eventPattern } from '#platform/events/event-types.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { newId } from '#platform/ids.ts';
import { webhookErrors } from '../errors.ts';
import { webhookSecretRotated } from '../events.ts';
import type { WebhookCreate } from '../schemas.ts';
import { fieldsOf, noWork, presentAll, secretPart, urlPart, webhook } from '../webhook.ts';
import { endWaits, wakeWork } from '../work.ts';

const webhooksMax = 100;
const hourMicros = 3_600_000_000;

/** Errors: InvalidRequest, WebhookNotSupported, Forbidden, TooManyWebhooks. */
export async function createWebhook(
  ctx: CommandContext,
  tx: Tx,
  input: WebhookCreate,
  resources: readonly EventResource[],
): Promise<{ readonly id: string }> {
  const { eventTypes, webhookUrl } = checkedDirect(ctx, input);
  mustSeePayloads(ctx.caller, resources, eventTypes);
  await mustHaveRoom(tx);
  const id = newId('WH');
  const secret = newWebhookSecret();
  const sealer = ctx.vault.companySealer(ctx.realm.companyId);
  const row = webhook.add(
    ctx,
    tx,
    { enabled: input.enabled ?? true, eventTypes },
    {
      id,
      webhook_type: 'direct',
      url_sealed: sealer.seal(urlPart(id), webhookUrl),
      secret_sealed: sealer.seal(secretPart(id), secret),
    },
  );
  tx.write(tx.db.insertInto('webhook_work').values({ webhook_id: id, due_at: null }), redraw('webhook_work_pkey'));
  webhook.tell(ctx, 'created', row);
  return webhook.show(row, fieldsOf(ctx.vault, row, noWork, secret));
}

async function mustHaveRoom(tx: Tx): Promise<void> {
  const all = tx.db.selectFrom('webhooks');
  // The oldest row is locked until the commit, so that subscriptions that are created at once are all counted.
  await tx.row(all.select('id').orderBy('position').orderBy('id').limit(1).forUpdate());
  const others = await tx.row(all.select((eb) => eb.fn.countAll<number>().as('n')).where('deleted_at', 'is', null));
  if ((others?.n ?? 0) < webhooksMax) return;
  throw new Refusal(webhookErrors.TooManyWebhooks, `There are ${webhooksMax} webhook subscriptions, and not more.`);
}

/** The endpoints of subscriptions. */
export const webhookEndpoints = (resources: () => readonly EventResource[]): Endpoint[] =>
  webhook.endpoints({
    whoMay({ caller }, { before, sent: { eventTypes = [] }, verb }) {
      if (verb === 'update') mustSeePayloads(caller, resources(), [...(before?.event_types ?? []), ...eventTypes]);
    },
    async beforeWrite(ctx, tx, { verb, row, sent }) {
      if (verb === 'delete') return { enabled: false };
      mustBeEventTypes(sent.eventTypes ?? []);
      const url = sent.webhookDirectDetails?.webhookUrl;
      if (url !== undefined) mustLeadOutside(ctx, url);
      await mustSeeWhatWaits(ctx, tx, row.id, resources());
      return {
        ...(sent.enabled !== undefined && { disabled_reason: null }),
        ...(url !== undefined && { url_sealed: ctx.vault.companySealer(row.company_id).seal(urlPart(row.id), url) }),
      };
    },
    // Deliveries that were not sent yet are dropped; those that were sent can no longer be seen.
    async afterWrite(ctx, tx, { verb, row: { id, enabled } }) {
      if (verb === 'delete') tx.write(tx.db.deleteFrom('webhook_work').where('webhook_id', '=', id));
      else if (enabled) hurry(ctx, tx, id);
    },
  });

/** Waiting deliveries go to the new address too, even if the subscription has other types by now. */
async function mustSeeWhatWaits(
  { caller }: CommandContext,
  tx: Tx,
  id: string,
  resources: readonly EventResource[],
): Promise<void> {
  const unseen = typesUnseen(resources, caller);
  if (unseen.length === 0) return;
  const waiting = await tx.row(
    tx.db
      .selectFrom('webhook_deliveries')
      .select('event_type')
      .where('webhook_id', '=', id)
      .where('state', '=', 'open')
      .where('event_type', '=', sql<string>`any(${unseen}::text[])`)
      .limit(1),
  );
  if (waiting !== undefined) mustSeePayloads(caller, resources, [waiting.event_type]);
}

/** A caller that changes the address or switches it on again wants the next attempt now, not after the next wait. */
function hurry(ctx: CommandContext, tx: Tx, id: string): void {
  endWaits(tx, id);
  wakeWork(tx, [id], ctx.machineMicros(), { failures: 0, paused_until: 0 });
}

/** For a while the old secret signs as well, so that receivers can change theirs without refusing a delivery. */
export async function rotateSecret(
  ctx: CommandContext,
  tx: Tx,
  id: string,
  { overlapHours = 24 }: { overlapHours?: number },
  resources: readonly EventResource[],
): Promise<{ readonly id: string }> {
  const row = await webhook.find(tx, id, { lock: true });
  mustSeePayloads(ctx.caller, resources, row.event_types);
  const secret = newWebhookSecret();
  const changed = {
    ...row,
    updated_at: ctx.machineNow(),
    secret_sealed: ctx.vault.companySealer(ctx.realm.companyId).seal(secretPart(id), secret),
    previous_secret_sealed: row.secret_sealed,
    previous_secret_until: ctx.machineMicros() + overlapHours * hourMicros,
  };
  webhook.change(tx, row, changed);
  ctx.emit(webhookSecretRotated, ctx.realm.companyId, { webhookId: id, enabled: row.enabled });
  const [fields] = await presentAll(tx, ctx.vault, [changed]);
  const webhookDirectDetails = { webhookUrl: '', ...fields?.webhookDirectDetails, hmacSecretKey: secret };
  return webhook.show(changed, { ...fields, webhookDirectDetails });
}

function checkedDirect(ctx: CommandContext, input: WebhookCreate): { eventTypes: string[]; webhookUrl: string } {
  if (input.webhookType === 'proxyGalileo') {
    throw new Refusal(webhookErrors.WebhookNotSupported, 'webhookType: proxyGalileo is not offered here.', {
      data: { path: 'webhookType', expected: 'direct' },
    });
  }
  const { eventTypes = [], webhookDirectDetails } = input;
  if (eventTypes.length === 0) throw missing('eventTypes', 'at least one event type, or ["*"] for all');
  mustBeEventTypes(eventTypes);
  if (webhookDirectDetails === undefined) throw missing('webhookDirectDetails', 'an object with webhookUrl');
  mustLeadOutside(ctx, webhookDirectDetails.webhookUrl);
  return { eventTypes, webhookUrl: webhookDirectDetails.webhookUrl };
}

const missing = (path: string, expected: string) => refuseField(path, 'is required', expected);

/** Names that nothing emits are accepted: clients of the reference service know more types than we emit yet. */
function mustBeEventTypes(types: readonly string[]): void {
  const wrong = types.findIndex((type) => !eventPattern.test(type));
  if (wrong === -1) return;
  const expected = 'dotted names such as contact.created, with * for any run of signs';
  throw refuseFields(errors.InvalidRequest, [{ path: `eventTypes[${wrong}]`, message: 'is no event type', expected }]);
}

function mustLeadOutside(ctx: CommandContext, url: string): void {
  const wrong = wrongUrl(url, ctx.settings.webhookDevHosts);
  if (wrong === undefined) return;
  const { problem: message, expected } = wrong;
  throw refuseField('webhookDirectDetails.webhookUrl', message, expected);
}
