// Domains of live mode that no test can serve: written down as proved.
import type { Client, House } from './house.ts';

export async function hasProved({ service }: House, { realm }: Client, ...domains: string[]): Promise<void> {
  const { mode, companyId } = realm;
  const row = `insert into company_domains (domain, company_id, app_domain_type, created_at, looked_at)
    values ($1, $2, 'agent', now(), now()) on conflict do nothing`;
  for (const domain of domains) await service.database.pools[mode].query(row, [domain, companyId]);
}
