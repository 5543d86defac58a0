// Naming, changing and taking away who carries the orders of a company. Another place is another provider: the one
// before goes on with the orders that it has, so that none of them is ever asked for elsewhere and thought absent.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { LostRace, redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isTaken } from '#platform/sqlstate.ts';
import type { AchSettings } from '../providers/ach/settings.ts';
import type { InstrumentType } from '../providers/provider.ts';
import { identityOf, needsCredentials } from './ach-originator.ts';
import { providerNow } from './carrier.ts';
import { noProvider, providerErrors } from './errors.ts';
import { providerCreated, providerDeleted, providerUpdated } from './events.ts';
import { presented } from './list-providers.ts';
import type { PaymentProvider, ProviderReplace } from './schemas.ts';
import { secretsPart } from './sealed.ts';
import { settingsOf } from './settings.ts';
import type { ProviderRow } from './tables.ts';

/** Whether one of these carriers has an order that has not ended. */
export type HasOpenOrders = (reader: Reader, carrierIds: readonly string[]) => Promise<boolean>;

/** This many replaced providers may still have orders. */
const replacedMax = 10;

/** Errors: InvalidRequest, PaymentProviderInUse. */
export async function replaceProvider(
  ctx: CommandContext,
  tx: Tx,
  instrumentType: InstrumentType,
  body: ProviderReplace,
  hasOpenOrders: HasOpenOrders,
): Promise<PaymentProvider> {
  const settings = settingsOf(ctx, instrumentType, body);
  const before = await providerNow(tx, instrumentType);
  const isSame =
    before?.kind === body.kind && identityOf(before.kind, before.settings) === identityOf(body.kind, settings);
  if (isSame) return changeProvider(ctx, tx, before, settings, body);
  if (before !== undefined) {
    await mustHaveRoom(ctx, tx, instrumentType, hasOpenOrders);
    tx.write(
      tx.db
        .updateTable('payment_providers')
        .set({ replaced_at: ctx.machineNow(), updated_at: ctx.machineNow() })
        .where('id', '=', before.id),
    );
  }
  const row = newRow(ctx, instrumentType, settings, body);
  const { company_id: _, ...values } = row;
  tx.write(tx.db.insertInto('payment_providers').values({ ...values, settings: JSON.stringify(settings) }), (error) =>
    isTaken(error, 'payment_providers_now')
      ? new LostRace('Somebody else has named a provider meanwhile.', { cause: error })
      : redraw('payment_providers_pkey')(error),
  );
  if (isAskedForNews(row.kind, settings)) beAsked(ctx, tx, row.id);
  tell(ctx, providerCreated, row);
  return presented(tx, row);
}

/** A bank is looked at where it leaves files for us. */
const isAskedForNews = (kind: string, settings: object): boolean =>
  kind === 'http' || (kind === 'ach' && (settings as AchSettings).place.incomingFolder != null);

function beAsked({ machineMicros }: CommandContext, tx: Tx, providerId: string): void {
  const due_at = machineMicros();
  const values = { provider_id: providerId, due_at, place: null, last_failure: null, last_reached_at: null };
  tx.write(
    tx.db
      .insertInto('payment_provider_work')
      .values(values)
      .onConflict((conflict) => conflict.columns(['company_id', 'provider_id'] as never).doUpdateSet({ due_at })),
  );
}

function newRow(
  ctx: CommandContext,
  instrument_type: InstrumentType,
  settings: ProviderRow['settings'] | object,
  { kind, credentials }: ProviderReplace,
): ProviderRow {
  if (kind === 'http' && !credentials) {
    throw refuseField('credentials', 'are missing', 'the secret by which both sides sign: this is another provider');
  }
  if (kind === 'ach' && needsCredentials(settings as AchSettings) && !credentials) {
    throw refuseField(
      'credentials',
      'are missing',
      'the private key or the password of the host: this is another bank',
    );
  }
  const id = newId('PV');
  return {
    company_id: ctx.realm.companyId,
    id,
    position: ctx.position(),
    instrument_type,
    kind,
    settings: settings as ProviderRow['settings'],
    secrets_sealed: credentials ? sealed(ctx, id, credentials) : null,
    previous_secrets_sealed: null,
    previous_secrets_until: null,
    replaced_at: null,
    created_at: ctx.machineNow(),
    updated_at: null,
    deleted_at: null,
  };
}

const sealed = ({ vault, realm }: CommandContext, id: string, credentials: object): Buffer =>
  vault.companySealer(realm.companyId).seal(secretsPart(id), JSON.stringify(credentials));

function changeProvider(
  ctx: CommandContext,
  tx: Tx,
  before: ProviderRow,
  settings: object,
  { credentials, overlapHours = 24 }: ProviderReplace,
): PaymentProvider {
  if (before.kind === 'ach' && !credentials) mustKeepHost(before.settings, settings as AchSettings);
  const changed = {
    updated_at: ctx.machineNow(),
    ...(credentials && {
      secrets_sealed: sealed(ctx, before.id, credentials),
      previous_secrets_sealed: before.secrets_sealed,
      previous_secrets_until: addSeconds(ctx.machineNow(), overlapHours * 3_600),
    }),
  };
  tx.write(
    tx.db
      .updateTable('payment_providers')
      .set({ ...changed, settings: JSON.stringify(settings) })
      .where('id', '=', before.id),
  );
  if (isAskedForNews(before.kind, settings)) beAsked(ctx, tx, before.id);
  else tx.write(tx.db.deleteFrom('payment_provider_work').where('provider_id', '=', before.id));
  tell(ctx, providerUpdated, before);
  return presented(tx, { ...before, ...changed, settings: settings as ProviderRow['settings'] });
}

/** A host that shows another key may be another host, which must not be shown a password. Errors: InvalidRequest. */
function mustKeepHost(before: ProviderRow['settings'], { place }: AchSettings): void {
  if ((before as unknown as AchSettings).place.hostKey === place.hostKey) return;
  throw refuseField(
    'credentials',
    'are missing',
    'the private key or the password once more: the key of the host is another',
  );
}

/** Removes the oldest provider that was replaced, once it has no orders any more. */
async function mustHaveRoom(
  ctx: CommandContext,
  tx: Tx,
  instrumentType: InstrumentType,
  hasOpenOrders: HasOpenOrders,
): Promise<void> {
  const replaced = await tx.rows(ofType(tx, instrumentType).where('replaced_at', 'is not', null));
  if (replaced.length < replacedMax) return;
  const oldest = replaced[0] as ProviderRow;
  if (await hasOpenOrders(tx, [oldest.id])) throw inUse(`${replacedMax} providers that were replaced have orders.`);
  forget(tx, [oldest.id], ctx.machineNow());
}

/** Errors: NoPaymentProvider, PaymentProviderInUse. */
export async function deleteProvider(
  ctx: CommandContext,
  tx: Tx,
  instrumentType: InstrumentType,
  hasOpenOrders: HasOpenOrders,
): Promise<void> {
  const all = await tx.rows(ofType(tx, instrumentType).forUpdate());
  const now = all.find((row) => row.replaced_at === null) ?? all.at(-1);
  if (now === undefined) throw noProvider(instrumentType);
  const ids = all.map(({ id }) => id);
  if (await hasOpenOrders(tx, ids)) throw inUse(`Orders of the provider for ${instrumentType} have not ended.`);
  forget(tx, ids, ctx.machineNow());
  tell(ctx, providerDeleted, now);
}

const ofType = ({ db }: Tx, instrumentType: InstrumentType) =>
  db
    .selectFrom('payment_providers')
    .selectAll()
    .where('instrument_type', '=', instrumentType)
    .where('deleted_at', 'is', null)
    .orderBy('position');

const inUse = (message: string): Refusal =>
  new Refusal(providerErrors.PaymentProviderInUse, message, { data: { path: 'instrumentType' } });

/** Their secrets are gone with them. */
function forget(tx: Tx, ids: readonly string[], now: Instant): void {
  const gone = { secrets_sealed: null, previous_secrets_sealed: null, previous_secrets_until: null };
  tx.write(
    tx.db
      .updateTable('payment_providers')
      .set({ ...gone, deleted_at: now, updated_at: now })
      .where('id', 'in', ids),
  );
  tx.write(tx.db.deleteFrom('payment_provider_work').where('provider_id', 'in', ids));
}

const tell = (
  ctx: CommandContext,
  kind: typeof providerCreated,
  { id, instrument_type, kind: kindName }: ProviderRow,
): void =>
  ctx.emit(kind, ctx.realm.companyId, {
    paymentProviderId: id,
    instrumentType: instrument_type,
    kind: kindName as PaymentProvider['kind'],
  });
