// Finds the company and mode that a command is about.
import { companyIds } from '#capabilities/access/index.ts';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import type { Values } from './command.ts';
import type { Service } from './service.ts';
import { WrongUse } from './wrong-use.ts';

export async function realmOf(service: Service, { mode = 'test', company }: Values) {
  if (mode !== 'live' && mode !== 'test') throw new WrongUse('--mode must be live or test.');
  const ids = await companyIds(service.database);
  const companyId = company ?? (ids.length === 1 ? ids[0] : undefined);
  if (companyId === undefined) throw new WrongUse(`--company is needed: ${ids.join(', ') || 'there is none yet'}.`);
  if (!ids.includes(companyId)) throw new WrongUse(`There is no company ${companyId}.`);
  return { mode, companyId } as const;
}

/** Those of a mode, or of both; those of a company, or of all. */
export async function realmsOf(
  { database }: Service,
  { mode, company }: Readonly<Record<string, string | boolean | undefined>>,
): Promise<Realm[]> {
  if (mode !== undefined && mode !== 'live' && mode !== 'test') throw new WrongUse('--mode must be live or test.');
  const ids = await companyIds(database);
  if (company !== undefined && !ids.includes(String(company))) throw new WrongUse(`There is no company ${company}.`);
  const wanted: readonly Mode[] = mode === undefined ? modes : [mode];
  const companies = company === undefined ? ids : [String(company)];
  return companies.flatMap((companyId) => wanted.map((one) => ({ mode: one, companyId })));
}
