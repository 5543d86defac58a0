// A file that was closed for a bank, for a world in which no clock passes a cut-off.

import { filePart } from '#capabilities/moving-money/orders/ach-entries/sealed.ts';
import { achSettingsOf } from '#capabilities/moving-money/orders/companies-providers/ach-originator.ts';
import type { AchOriginatorReplace } from '#capabilities/moving-money/orders/companies-providers/ach-schemas.ts';
import { newId } from '#platform/ids.ts';
import { aBank } from './ach-bank.ts';
import type { House } from './house.ts';

/** It takes orders of the company from now on. Returns the id. */
export async function anOriginator(
  { database, position }: Pick<House['service'], 'database' | 'position'>,
  companyId: string,
): Promise<string> {
  const id = newId('PV');
  await replaceOriginator({ database }, companyId);
  await database.pools.test.query(
    `insert into payment_providers (company_id, id, position, instrument_type, kind, settings, created_at)
     values ($1, $2, $3, 'bankAccount', 'ach', $4, now())`,
    [companyId, id, position(), JSON.stringify(achSettingsOf(aBank() as AchOriginatorReplace))],
  );
  return id;
}

const replaceOriginator = ({ database }: Pick<House['service'], 'database'>, companyId: string) =>
  database.pools.test.query(
    "update payment_providers set replaced_at = now() where company_id = $1 and kind = 'ach' and replaced_at is null",
    [companyId],
  );

/** Makes a file of an originator that was replaced, so that it gets no orders. Returns the id. */
export async function anAchFile(
  { service: { database, position, vault } }: House,
  companyId: string,
  state = 'built',
): Promise<string> {
  const file = newId('AF');
  const { test } = database.pools;
  const provider = await anOriginator({ database, position }, companyId);
  await replaceOriginator({ database }, companyId);
  const { rows } = await test.query('select now_at from test_clocks where company_id = $1', [companyId]);
  await test.query(
    `insert into ach_files (company_id, id, position, carrier_id, direction, kind, state, business_date, file_name,
       id_modifier, batches, entries, records, lines, entry_hash, debit_cents, credit_cents, bytes, sha256, created_at)
     values ($1, $2, $3, $4, 'out', 'forward', $5, '2027-05-13', '20270513A-5c1f9d20.ach',
       'A', 4, 7, 8, 20, 77000018, 268451, 989, 4, repeat('0', 64), coalesce($6::timestamptz, now()))`,
    [companyId, file, position(), provider, state, rows[0]?.now_at ?? null],
  );
  const sealed = vault.companySealer(companyId).seal(filePart(file, 0), '101 ');
  await test.query('insert into ach_file_parts (company_id, file_id, number, content_sealed) values ($1, $2, 0, $3)', [
    companyId,
    file,
    sealed,
  ]);
  return file;
}

/** Nobody of the company has asked it. */
export async function asksSecondPerson(
  { service: { database } }: House,
  companyId: string,
  fileId: string,
  asks: 'apply' | 'reject',
): Promise<void> {
  await database.pools.test.query(
    `insert into ach_decisions (company_id, file_id, asks, reason, asked_by_type, asked_at)
     values ($1, $2, $3, 'a reason', 'system', now())`,
    [companyId, fileId, asks],
  );
}
