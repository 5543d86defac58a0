// How a payment instrument is stored, found and shown.
import type { TokenOf } from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Builder } from '#platform/db/builder.ts';
import { columnsWithout } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { Bool, Described, StringEnum } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { shownLink } from './account-link.ts';
import { type InstrumentType, instrumentStatuses } from './rules/instrument-values.ts';
import { PaymentInstrument } from './schemas.ts';
import { type InstrumentRow, paymentInstruments } from './tables.ts';

export const instrumentKind = 'payment instrument';

/** What this file needs to know about the borrower who has the instruments. */
export interface Owner {
  readonly person_id: string;
  readonly external_id: string | null;
  readonly data_key: Buffer;
}

export const sealerOf = (vault: Vault, { person_id, data_key }: Owner): Sealer => vault.sealer(person_id, data_key);

const instrumentColumns = columnsWithout(
  paymentInstruments,
  ...(['number_sealed', 'number_token', 'link_token_sealed', 'balance_sealed'] as const),
  ...(['balance_next_at', 'balance_asked_at'] as const),
);

export const instrumentList = defineList({
  table: 'payment_instruments',
  below: 'person_id',
  sort: ['createdAt', 'updatedAt', 'instrumentType', 'isExternal', 'status', 'externalId'],
  filters: {
    isExternal: Described(Bool, { description: 'Only those that are external, or that are not.', example: false }),
    status: StringEnum(instrumentStatuses),
  },
});

export const instrumentNotFound = (reference: string) =>
  notFound(instrumentKind, reference, 'paymentInstrumentId', 'This borrower');

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
  'verified',
  'account_holder_type',
  'expiration_month',
  'expiration_year',
  'debits_blocked_at',
  'credits_blocked_at',
  'created_at',
] as const;

/** The part of an instrument that a payment needs and shows. */
export type InstrumentInBrief = Pick<InstrumentRow, (typeof briefColumns)[number]>;

const ofPerson = (db: Builder, placeholder: PlaceholderOf<{ personId: string; id: string }>) =>
  db
    .selectFrom('payment_instruments')
    .select(briefColumns)
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('id'));
const keyTypes = { personId: 'text', id: 'text' } as const;

const briefById = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; id: string }>) =>
    ofPerson(db, placeholder).where('deleted_at', 'is', null),
  keyTypes,
);

/** Also one that was deleted: payments were made with it. */
const evenDeleted = prepared(ofPerson, keyTypes);

/** Finds one by id or `ext-` reference among those of one borrower. */
export async function findInstrument(
  reader: Reader,
  personId: string,
  reference: string,
): Promise<InstrumentInBrief | undefined> {
  const id = await idOfReference(reader, instrumentKind, reference);
  return id === undefined ? undefined : reader.row(briefById(reader.db, { personId, id }));
}

const accountsMax = 20;

/** Bank accounts of the borrower that are theirs for certain, the oldest first. */
export const verifiedAccounts = (reader: Reader, personId: string): Promise<InstrumentInBrief[]> =>
  reader.rows(
    reader.db
      .selectFrom('payment_instruments')
      .select(briefColumns)
      .where('person_id', '=', personId)
      .where('instrument_type', '=', 'bankAccount')
      .where('is_external', '=', false)
      .where('verified', '=', true)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .limit(accountsMax),
  );

type InstrumentKey = { readonly personId: string; readonly id: string };

export const instrumentKey = ({ personId, id }: InstrumentKey): string => `${personId} ${id}`;

/** The same of many borrowers in one statement, by `instrumentKey`. */
export async function instrumentsOfMany(
  reader: Reader,
  wanted: readonly InstrumentKey[],
): Promise<ReadonlyMap<string, InstrumentInBrief>> {
  const [one, ...others] = wanted;
  if (one === undefined) return new Map();
  if (others.length === 0) {
    const row = await reader.row(evenDeleted(reader.db, one));
    return new Map(row && [[instrumentKey(one), row]]);
  }
  const people = [...new Set(wanted.map(({ personId }) => personId))];
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const rows = await reader.rows(
    reader.db
      .selectFrom('payment_instruments')
      .select(['person_id', ...briefColumns])
      // Mostly they are of one borrower, whose rows are in one place of a cluster.
      .where('person_id', '=', (eb) => (people.length === 1 ? eb.val(people[0]) : eb.fn.any(eb.val(people))))
      .where('id', '=', (eb) => eb.fn.any(eb.val(ids))),
  );
  return new Map(rows.map(({ person_id, ...row }) => [instrumentKey({ personId: person_id, id: row.id }), row]));
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

export function listInstruments(
  reader: Reader,
  vault: Vault,
  owner: Owner,
  input: PageInput,
): Promise<Page<PaymentInstrument>> {
  const sealer = sealerOf(vault, owner);
  return instrumentList.page(reader, instrumentRows(reader).where('deleted_at', 'is', null), input, {
    below: owner.person_id,
    each: (row) => presentInstrument(row, openHolder(sealer, row)),
  });
}

// ---- what is sealed --------------------------------------------------------------------------------------------------

/** The sealed part of an instrument that answers show. The number is sealed apart and never shown. */
export type Holder = Pick<PaymentInstrument, 'accountHolderName' | 'address' | 'nickname'>;

const noHolder: Holder = { accountHolderName: null, address: null, nickname: null };

/** The attribute's name in the seal. It contains the id, so a value copied to another instrument does not open. */
const sealedPart = (id: string, part: 'number' | 'holder' | 'link' | 'balance' | `former.${number}`): string =>
  `instrument.${id}.${part}`;

/** The token includes the person, so that it cannot be used to find the same number with another borrower. */
export const numberToken = (token: TokenOf, personId: string, type: InstrumentType, number: string): string =>
  token(`instrument.${personId}.${type}`, number);

export const openNumber = (sealer: Sealer, id: string, sealed: Buffer): string =>
  sealer.unseal(sealedPart(id, 'number'), sealed);

export const sealNumber = (sealer: Sealer, id: string, number: string | null): Buffer | null =>
  number === null ? null : sealer.seal(sealedPart(id, 'number'), number);

export const sealFormerNumbers = (sealer: Sealer, id: string, number: number, numbers: string): Buffer =>
  sealer.seal(sealedPart(id, `former.${number}`), numbers);

export const sealLinkToken = (sealer: Sealer, id: string, accessToken: string): Buffer =>
  sealer.seal(sealedPart(id, 'link'), accessToken);

export const openLinkToken = (sealer: Sealer, id: string, sealed: Buffer): string =>
  sealer.unseal(sealedPart(id, 'link'), sealed);

/** `balance` is JSON. */
export const sealBalance = (sealer: Sealer, id: string, balance: string): Buffer =>
  sealer.seal(sealedPart(id, 'balance'), balance);

export const openBalance = (sealer: Sealer, id: string, sealed: Buffer): string =>
  sealer.unseal(sealedPart(id, 'balance'), sealed);

export const sealHolder = (sealer: Sealer, id: string, holder: Holder): Buffer | null =>
  Object.values(holder).every((part) => part === null)
    ? null
    : sealer.seal(sealedPart(id, 'holder'), JSON.stringify(holder));

export const openHolder = (sealer: Sealer, { id, holder_sealed }: InstrumentRow): Holder =>
  holder_sealed === null ? noHolder : (JSON.parse(sealer.unseal(sealedPart(id, 'holder'), holder_sealed)) as Holder);

const present = presenter<typeof PaymentInstrument, InstrumentRow>(PaymentInstrument);

export function presentInstrument(row: InstrumentRow, holder: Holder): PaymentInstrument {
  const isCard = row.instrument_type === 'card';
  return present(row, {
    ...holder,
    object: row.instrument_type,
    accountNumber: isCard ? null : row.number_mask,
    cardNumber: isCard ? row.number_mask : null,
    accountNumberLastFour: row.last_four,
    paymentNetworkName: row.network_name,
    failureReason: row.failure?.reason ?? null,
    failureDescriptionShort: row.failure?.short ?? null,
    failureDescriptionLong: row.failure?.long ?? null,
    isBlockedForDebits: row.debits_blocked_at !== null,
    isBlockedForCredits: row.credits_blocked_at !== null,
    accountLink: row.account_link && shownLink(row.account_link),
  });
}
