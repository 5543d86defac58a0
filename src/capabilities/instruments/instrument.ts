// How a payment instrument is stored, found and shown.
import type { TokenOf } from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import { type HoleOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import type { InstrumentStatus, InstrumentType } from './rules/instrument-values.ts';
import type { PaymentInstrument } from './schemas.ts';
import type { InstrumentRow } from './tables.ts';

export const instrumentKind = 'payment instrument';

/** What this file needs to know about the borrower who has the instruments. */
export interface Owner {
  readonly person_id: string;
  readonly external_id: string | null;
  readonly data_key: Buffer;
}

export const sealerOf = (vault: Vault, { person_id, data_key }: Owner): Sealer => vault.sealer(person_id, data_key);

const instrumentColumns = [
  'person_id',
  'id',
  'company_id',
  'position',
  'external_id',
  'instrument_type',
  'is_external',
  'status',
  'verified',
  'pending_at',
  'active_at',
  'inactive_at',
  'inactive_reason',
  'number_mask',
  'last_four',
  'routing_number',
  'account_type',
  'account_holder_type',
  'holder_sealed',
  'institution_name',
  'card_type',
  'expiration_month',
  'expiration_year',
  'network_name',
  'created_at',
  'updated_at',
  'deleted_at',
] as const satisfies readonly (keyof InstrumentRow)[];

/** The fields by which a list of instruments may be sorted, and their columns. */
export const instrumentSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  instrumentType: 'instrument_type',
  isExternal: 'is_external',
  status: 'status',
  externalId: 'external_id',
} as const satisfies Record<string, keyof InstrumentRow>;

export const instrumentNotFound = (reference: string): Refusal =>
  new Refusal(errors.NotFound, `This borrower has no payment instrument ${reference}.`, {
    data: { path: 'paymentInstrumentId' },
  });

// ---- for other capabilities
// ------------------------------------------------------------------------------------------

const briefColumns = [
  'id',
  'external_id',
  'instrument_type',
  'card_type',
  'is_external',
  'status',
  'last_four',
  'routing_number',
  'network_name',
] as const;

/** The part of an instrument that a payment needs and shows. */
export type InstrumentInBrief = Pick<InstrumentRow, (typeof briefColumns)[number]>;

const briefById = prepared((db, hole: HoleOf<{ personId: string; id: string }>) =>
  db
    .selectFrom('payment_instruments')
    .select(briefColumns)
    .where('person_id', '=', hole('personId'))
    .where('id', '=', hole('id'))
    .where('deleted_at', 'is', null),
);

const briefByIds = prepared((db, hole: HoleOf<{ personId: string; ids: string[] }>) =>
  db
    .selectFrom('payment_instruments')
    .select(briefColumns)
    .where('person_id', '=', hole('personId'))
    .where('id', '=', (eb) => eb.fn.any(eb.val(hole('ids')))),
);

/** Finds one by id or `ext-` reference among those of one borrower. */
export async function findInstrument(
  reader: Reader,
  personId: string,
  reference: string,
): Promise<InstrumentInBrief | undefined> {
  const id = await idOfReference(reader, instrumentKind, reference);
  return id === undefined ? undefined : reader.row(briefById(reader.db, { personId, id }));
}

/** A borrower's instruments with these ids, deleted ones too: a payment still shows the instrument it was made with. */
export async function instrumentsOf(
  reader: Reader,
  personId: string,
  ids: readonly string[],
): Promise<InstrumentInBrief[]> {
  return ids.length === 0 ? [] : reader.rows(briefByIds(reader.db, { personId, ids: [...ids] }));
}

// ---- reading ---------------------------------------------------------------------------------------------------------

export const instrumentRows = (reader: Reader) => reader.db.selectFrom('payment_instruments').select(instrumentColumns);

/** Finds one by id or `ext-` reference. Refuses an unknown one with the path `paymentInstrumentId`. */
export async function storedInstrument(reader: Reader, personId: string, reference: string): Promise<InstrumentRow> {
  const id = await idOfReference(reader, instrumentKind, reference);
  const row =
    id &&
    (await reader.row(
      instrumentRows(reader).where('person_id', '=', personId).where('id', '=', id).where('deleted_at', 'is', null),
    ));
  if (row) return row;
  throw instrumentNotFound(reference);
}

export async function readInstrument(
  reader: Reader,
  vault: Vault,
  owner: Owner,
  reference: string,
): Promise<PaymentInstrument> {
  const row = await storedInstrument(reader, owner.person_id, reference);
  return presentInstrument(row, openHolder(sealerOf(vault, owner), row));
}

export async function listInstruments(
  reader: Reader,
  vault: Vault,
  owner: Owner,
  filter: PageInput & { readonly isExternal?: boolean; readonly status?: InstrumentStatus },
): Promise<Page<PaymentInstrument>> {
  const source: ListSource = {
    table: 'payment_instruments',
    idColumn: 'id',
    sortable: instrumentSort,
    subject: { column: 'person_id', id: owner.person_id },
  };
  let query = instrumentRows(reader).where('person_id', '=', owner.person_id).where('deleted_at', 'is', null);
  if (filter.isExternal !== undefined) query = query.where('is_external', '=', filter.isExternal);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  const found = await page(reader, source, query, filter, (row) => row.id);
  const sealer = sealerOf(vault, owner);
  return { ...found, items: found.items.map((row) => presentInstrument(row, openHolder(sealer, row))) };
}

// ---- what is sealed --------------------------------------------------------------------------------------------------

/** The sealed part of an instrument that answers show. The number is sealed apart and never shown. */
export type Holder = Pick<PaymentInstrument, 'accountHolderName' | 'address' | 'nickname'>;

const noHolder: Holder = { accountHolderName: null, address: null, nickname: null };

/** The attribute's name in the seal. It contains the id, so a value copied to another instrument does not open. */
const sealedPart = (id: string, part: 'number' | 'holder'): string => `instrument.${id}.${part}`;

/** The token includes the person, so that it cannot be used to find the same number with another borrower. */
export const numberToken = (token: TokenOf, personId: string, type: InstrumentType, number: string): string =>
  token(`instrument.${personId}.${type}`, number);

export const openNumber = (sealer: Sealer, id: string, sealed: Buffer): string =>
  sealer.unseal(sealedPart(id, 'number'), sealed);

export const sealNumber = (sealer: Sealer, id: string, number: string | null): Buffer | null =>
  number === null ? null : sealer.seal(sealedPart(id, 'number'), number);

export const sealHolder = (sealer: Sealer, id: string, holder: Holder): Buffer | null =>
  Object.values(holder).every((part) => part === null)
    ? null
    : sealer.seal(sealedPart(id, 'holder'), JSON.stringify(holder));

export const openHolder = (sealer: Sealer, { id, holder_sealed }: InstrumentRow): Holder =>
  holder_sealed === null ? noHolder : (JSON.parse(sealer.unseal(sealedPart(id, 'holder'), holder_sealed)) as Holder);

export function presentInstrument(row: InstrumentRow, holder: Holder): PaymentInstrument {
  const isCard = row.instrument_type === 'card';
  return {
    id: row.id,
    object: row.instrument_type,
    externalId: row.external_id,
    companyId: row.company_id,
    personId: row.person_id,
    instrumentType: row.instrument_type,
    status: row.status,
    pendingAt: row.pending_at,
    activeAt: row.active_at,
    inactiveAt: row.inactive_at,
    inactiveReason: row.inactive_reason,
    failureReason: null,
    failureDescriptionShort: null,
    failureDescriptionLong: null,
    isExternal: row.is_external,
    verified: row.verified,
    nickname: holder.nickname,
    institutionName: row.institution_name,
    accountNumber: isCard ? null : row.number_mask,
    accountNumberLastFour: row.last_four,
    routingNumber: row.routing_number,
    accountType: row.account_type,
    accountHolderType: row.account_holder_type,
    accountHolderName: holder.accountHolderName,
    cardType: row.card_type,
    cardNumber: isCard ? row.number_mask : null,
    expirationMonth: row.expiration_month,
    expirationYear: row.expiration_year,
    address: holder.address,
    paymentNetworkName: row.network_name,
    accountLink: null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}
