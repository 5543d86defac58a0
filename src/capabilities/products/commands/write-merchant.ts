// Creating and changing merchants.

import { changedAddress, normalizeEmail, normalizePhone, wrongField } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { isTaken } from '#platform/db/sqlstate.ts';
import { newId } from '#platform/ids.ts';
import { changeExternalId, claimExternalId } from '#platform/resource/external-ids.ts';
import { merchantCreated, merchantUpdated, toldOfMerchant } from '../events.ts';
import {
  findMerchant,
  type MerchantContact,
  merchantKind,
  openContact,
  presentMerchant,
  sealContact,
} from '../merchant.ts';
import type { Merchant, MerchantCreate, MerchantUpdate } from '../schemas.ts';
import type { MerchantRow } from '../tables.ts';

const noContact: MerchantContact = {
  address: null,
  primaryContactName: null,
  primaryContactEmail: null,
  primaryContactPhone: null,
};

/** Errors: InvalidRequest, DuplicateExternalId. */
export async function createMerchant(ctx: CommandContext, tx: Tx, input: MerchantCreate): Promise<Merchant> {
  const contact = await contactAfter(noContact, input);
  const { companyId } = ctx.realm;
  const id = newId('MR');
  const columns = {
    id,
    position: ctx.position(),
    external_id: input.externalId ?? null,
    business_name: input.businessName,
    contact_sealed: sealContact(ctx.vault, companyId, id, contact),
    status: input.status ?? 'active',
    created_at: ctx.now,
    updated_at: null,
  };
  const row: MerchantRow = { ...columns, company_id: companyId };
  if (row.external_id !== null) claimExternalId(tx, owned(row), row.external_id);
  tx.write(
    tx.db.insertInto('merchants').values(columns),
    redraw((error) => isTaken(error, 'merchants_pkey')),
  );
  ctx.emit(merchantCreated, companyId, toldOfMerchant(row));
  return presentMerchant(row, contact);
}

/** Errors: NotFound (merchant), InvalidRequest, DuplicateExternalId. */
export async function updateMerchant(
  ctx: CommandContext,
  tx: Tx,
  reference: string,
  input: MerchantUpdate,
): Promise<Merchant> {
  const before = await findMerchant(tx, reference, true);
  const contact = await contactAfter(openContact(ctx.vault, before), input);
  const changes = {
    external_id: input.externalId === undefined ? before.external_id : input.externalId,
    business_name: input.businessName ?? before.business_name,
    contact_sealed: sealContact(ctx.vault, before.company_id, before.id, contact),
    status: input.status ?? before.status,
    updated_at: ctx.now,
  };
  const row: MerchantRow = { ...before, ...changes };
  changeExternalId(tx, owned(row), before.external_id, input.externalId);
  tx.write(tx.db.updateTable('merchants').set(changes).where('id', '=', row.id));
  ctx.emit(merchantUpdated, ctx.realm.companyId, toldOfMerchant(row));
  return presentMerchant(row, contact);
}

const owned = (row: MerchantRow) => ({ kind: merchantKind, subjectId: row.company_id, objectId: row.id });

/** What is not sent stays, and is not checked again. */
async function contactAfter(before: MerchantContact, input: MerchantUpdate): Promise<MerchantContact> {
  const { primaryContactName: name, primaryContactEmail: email, primaryContactPhone: phone } = input;
  return {
    address: addressAfter(before.address, input.address),
    primaryContactName: name === undefined ? before.primaryContactName : name?.trim() || null,
    primaryContactEmail: email === undefined ? before.primaryContactEmail : checkedEmail(email),
    primaryContactPhone: phone === undefined ? before.primaryContactPhone : await checkedPhone(phone),
  };
}

function checkedEmail(given: string | null): string | null {
  if (!given) return null;
  const checked = normalizeEmail(given);
  if ('problem' in checked) throw wrongField('primaryContactEmail', checked);
  return checked.value;
}

async function checkedPhone(given: string | null): Promise<string | null> {
  if (!given) return null;
  const checked = await normalizePhone(given);
  if ('problem' in checked) throw wrongField('primaryContactPhone', checked);
  return checked.value;
}

function addressAfter(before: Merchant['address'], given: MerchantUpdate['address']): Merchant['address'] {
  if (given === undefined) return before;
  if (given === null) return null;
  return changedAddress(before, given, { validate: true });
}
