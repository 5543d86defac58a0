// Who carries orders: a provider as a company has bound it.
import { noProcessor } from '#capabilities/instruments/index.ts';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import type { CommandSettings } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, RealmDatabase } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { Deed } from '../order/order.ts';
import type { AchSettings } from '../providers/ach/settings.ts';
import { kindNamed } from '../providers/kinds.ts';
import type { Can, InstrumentType, Provider, ProviderServices } from '../providers/provider.ts';
import { secretsPart } from './sealed.ts';
import type { ProviderRow } from './tables.ts';
import { simulator } from './words.ts';

export interface Carrier {
  /** The id of its row, or `simulator`. */
  readonly id: string;
  readonly kind: string;
  readonly provider: Provider;
  /** Set when the provider takes files. */
  readonly files?: AchSettings;
}

/** A command has the vault alone: it learns what the provider can do. Background work has all, and may ask it. */
export interface CarrierWork {
  readonly vault: Vault;
  readonly clock?: MachineClock;
  readonly database?: RealmDatabase;
  readonly settings?: Pick<CommandSettings, 'webhookDevHosts' | 'bankFilesDirectory'>;
  /** What a commit with many orders has asked for already. */
  readonly asked?: Map<InstrumentType, Promise<ProviderRow | undefined>>;
}

interface Asked {
  readonly instrumentType: InstrumentType;
  readonly deed: Deed;
}

/** Who carries new orders. Errors: PaymentProcessorNotConfigured. */
export async function carrierFor(reader: Reader, work: CarrierWork, { instrumentType, deed }: Asked): Promise<Carrier> {
  const asking = work.asked?.get(instrumentType) ?? providerNow(reader, instrumentType);
  work.asked?.set(instrumentType, asking);
  const row = await asking;
  const carrier = row === undefined ? simulated(reader, work) : bound(reader, work, row);
  const what = instrumentType === 'card' ? 'cards' : 'bank accounts';
  if (carrier === undefined) {
    throw noProcessor(`No payment provider is set for ${what}.`);
  }
  if (!carrier.provider.can.deeds.includes(deed)) {
    throw noProcessor(`The payment provider for ${what} does not do this (${deed}).`);
  }
  return carrier;
}

/** Undefined: nobody does it for this company. */
export async function carrierIfAny(reader: Reader, work: CarrierWork, asked: Asked): Promise<Carrier | undefined> {
  try {
    return await carrierFor(reader, work, asked);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Whoever has orders, also one that was replaced since. Undefined: the company has no such provider any more. */
export async function carrierById(reader: Reader, work: CarrierWork, id: string): Promise<Carrier | undefined> {
  if (id === simulator) return simulated(reader, work);
  const row = await reader.row(
    reader.db.selectFrom('payment_providers').selectAll().where('id', '=', id).where('deleted_at', 'is', null),
  );
  return row && bound(reader, work, row);
}

/** The provider that gets new orders. */
export const providerNow = (reader: Reader, instrumentType: InstrumentType): Promise<ProviderRow | undefined> =>
  reader.row(
    reader.db
      .selectFrom('payment_providers')
      .selectAll()
      .where('instrument_type', '=', instrumentType)
      .where('replaced_at', 'is', null)
      .where('deleted_at', 'is', null),
  );

/** The provider of a test realm where nothing is set. */
const simulated = (reader: Reader, work: CarrierWork): Carrier | undefined =>
  carrierOf(reader, work, { id: simulator, kind: simulator, settings: {}, secrets: () => [] });

const bound = (reader: Reader, work: CarrierWork, row: ProviderRow): Carrier | undefined =>
  carrierOf(reader, work, { ...row, secrets: (services) => secretsOf(work.vault, row, services.clock) });

interface Binding {
  readonly id: string;
  readonly kind: string;
  readonly settings: Readonly<Record<string, unknown>>;
  secrets(services: ProviderServices): readonly Readonly<Record<string, string>>[];
}

function carrierOf(
  { realm }: Reader,
  work: CarrierWork,
  { id, kind, settings, secrets }: Binding,
): Carrier | undefined {
  const known = kindNamed(kind);
  if (known === undefined || !known.modes.includes(realm.mode)) return undefined;
  const services = servicesOf(work, id);
  const provider =
    services === undefined ? notReached(known.can(settings)) : known.bind(realm, settings, secrets(services), services);
  const files = known.files?.(settings);
  return { id, kind, provider, ...(files && { files }) };
}

function servicesOf(
  { vault, clock, database, settings }: CarrierWork,
  carrierId: string,
): ProviderServices | undefined {
  if (clock === undefined || database === undefined || settings === undefined) return undefined;
  return { vault, clock, database, carrierId, devHosts: settings.webhookDevHosts };
}

/** The place where the bank of a carrier is reached. */
export async function secretsOfBank(
  reader: Reader,
  { vault, clock }: Required<Pick<CarrierWork, 'vault' | 'clock'>>,
  id: string,
): Promise<Readonly<Record<string, string>>> {
  const row = await reader.row(reader.db.selectFrom('payment_providers').selectAll().where('id', '=', id));
  return (row && secretsOf(vault, row, clock)[0]) ?? {};
}

/** The secrets that are good now, newest first. */
function secretsOf(vault: Vault, row: ProviderRow, clock: MachineClock): readonly Readonly<Record<string, string>>[] {
  const { id, company_id, secrets_sealed, previous_secrets_sealed, previous_secrets_until } = row;
  const overlaps = previous_secrets_until !== null && previous_secrets_until > machineNow(clock);
  const sealed = [secrets_sealed, overlaps ? previous_secrets_sealed : null].filter((one) => one !== null);
  const sealer = vault.companySealer(company_id);
  return sealed.map((one) => JSON.parse(sealer.unseal(secretsPart(id), one)) as Record<string, string>);
}

/** Inside a command nobody outside is asked. */
function notReached(can: Can): Provider {
  const never = (): never => {
    throw new Error('A command asks no provider: orders are sent by background work.');
  };
  return { can, send: never, find: never, read: never, poll: never };
}
