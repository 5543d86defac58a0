// A merchant as it is stored, found and shown. Where it is and whom to ask for there are sealed with the company's key.
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import type { Merchant } from '../schemas.ts';
import type { MerchantRow } from '../tables.ts';

export const merchantKind = 'merchant';

export const merchantSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  businessName: 'business_name',
  status: 'status',
  externalId: 'external_id',
};

const source: ListSource = { table: 'merchants', idColumn: 'id', sortable: merchantSort };

const merchantRows = (reader: Reader) => reader.db.selectFrom('merchants').selectAll();

/** By id or `ext-` reference. Refuses by the path `merchantId` what is not there. */
export async function findMerchant(reader: Reader, reference: string, lock = false): Promise<MerchantRow> {
  const id = await idOfReference(reader, merchantKind, reference);
  const query = id === undefined ? undefined : merchantRows(reader).where('id', '=', id);
  const row = query && (await reader.row(lock ? query.forNoKeyUpdate() : query));
  if (row !== undefined) return row;
  throw new Refusal(errors.NotFound, `There is no merchant ${reference}.`, { data: { path: 'merchantId' } });
}

export const readMerchant = async (reader: Reader, vault: Vault, reference: string): Promise<Merchant> => {
  const row = await findMerchant(reader, reference);
  return presentMerchant(row, openContact(vault, row));
};

export async function listMerchants(
  reader: Reader,
  vault: Vault,
  input: PageInput & { readonly status?: MerchantRow['status'] },
): Promise<Page<Merchant>> {
  const all = merchantRows(reader);
  const query = input.status === undefined ? all : all.where('status', '=', input.status);
  const found = await page(reader, source, query, input, (row) => row.id);
  return { ...found, items: found.items.map((row) => presentMerchant(row, openContact(vault, row))) };
}

export type MerchantContact = Pick<
  Merchant,
  'address' | 'primaryContactName' | 'primaryContactEmail' | 'primaryContactPhone'
>;

/** The id is part of the seal: a contact moved to another merchant does not open. */
export const contactPart = (id: string): string => `merchant.${id}.contact`;

export const sealContact = (vault: Vault, companyId: string, id: string, contact: MerchantContact): Buffer =>
  vault.sharedSealer(companyId).seal(contactPart(id), JSON.stringify(contact));

export const openContact = (vault: Vault, { company_id, id, contact_sealed }: MerchantRow): MerchantContact =>
  JSON.parse(vault.sharedSealer(company_id).unseal(contactPart(id), contact_sealed)) as MerchantContact;

export const presentMerchant = (row: MerchantRow, contact: MerchantContact): Merchant => ({
  id: row.id,
  object: 'merchant',
  companyId: row.company_id,
  externalId: row.external_id,
  businessName: row.business_name,
  ...contact,
  status: row.status,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: null,
});
