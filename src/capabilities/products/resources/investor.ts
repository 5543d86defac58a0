// An investor as it is stored, found and shown: whom loans belong to.
import { prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import type { Investor } from '../schemas.ts';
import type { InvestorRow } from '../tables.ts';

export const investorKind = 'investor';

export const investorSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  name: 'name',
  externalId: 'external_id',
};

const source: ListSource = { table: 'investors', idColumn: 'id', sortable: investorSort };

const investorRows = (reader: Reader) => reader.db.selectFrom('investors').selectAll();

const investorNotFound = (reference: string): Refusal =>
  new Refusal(errors.NotFound, `There is no investor ${reference}.`, { data: { path: 'investorId' } });

/** By id or `ext-` reference. Refuses by the path `investorId` what is not there. */
export async function findInvestor(reader: Reader, reference: string, lock = false): Promise<InvestorRow> {
  const id = await idOfReference(reader, investorKind, reference);
  const query = id === undefined ? undefined : investorRows(reader).where('id', '=', id);
  const row = query && (await reader.row(lock ? query.forNoKeyUpdate() : query));
  if (row !== undefined) return row;
  throw investorNotFound(reference);
}

const defaultRow = prepared((db) => db.selectFrom('investors').selectAll().where('is_default', '=', true));

/** Whose a loan is that names no investor. */
export async function defaultInvestor(reader: Reader): Promise<Investor> {
  const row = await reader.row(defaultRow(reader.db, {}));
  if (row === undefined) throw investorNotFound('that is the default one');
  return presentInvestor(row);
}

/** The default one, held so that it stays so until the commit. */
export const heldDefault = (reader: Reader): Promise<InvestorRow | undefined> =>
  reader.row(investorRows(reader).where('is_default', '=', true).forNoKeyUpdate());

export const readInvestor = async (reader: Reader, reference: string): Promise<Investor> =>
  presentInvestor(await findInvestor(reader, reference));

export async function listInvestors(reader: Reader, input: PageInput): Promise<Page<Investor>> {
  const found = await page(reader, source, investorRows(reader), input, (row) => row.id);
  return { ...found, items: found.items.map(presentInvestor) };
}

export const presentInvestor = (row: InvestorRow): Investor => ({
  id: row.id,
  object: 'investor',
  companyId: row.company_id,
  externalId: row.external_id,
  name: row.name,
  isDefault: row.is_default,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: null,
});
