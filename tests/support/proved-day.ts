// A funding account whose day was proved, for a world in which no money moves.
import { newId } from '#platform/ids.ts';
import type { Company, House } from './house.ts';

export async function aProvedDay({ service: { database, position } }: House, { id: companyId }: Company) {
  const [account, proof] = [newId('FB'), newId('PF')];
  await database.pools.test.query(
    `insert into cash_days (company_id, id, position, carrier_id, last_number) values ($1, $2, $3, 'simulator', 1)`,
    [companyId, account, position()],
  );
  await database.pools.test.query(
    `insert into cash_proofs (company_id, id, position, funding_account_id, number, day, balances, findings, proved_at)
     values ($1, $2, $3, $4, 1, '2026-01-30', '{"CT": 1, "LC": -1}', '[]', now())`,
    [companyId, proof, position(), account],
  );
}
