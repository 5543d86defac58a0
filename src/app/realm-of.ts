// Finds the company and mode that a command is about.
import { type CompanyName, companies } from '#capabilities/access/index.ts';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Values } from './command.ts';
import { WrongUse } from './wrong-use.ts';

interface Asked {
  readonly database: RealmDatabase;
}

export async function realmOf({ database }: Asked, { mode = 'test', company }: Values) {
  if (mode !== 'live' && mode !== 'test') throw new WrongUse('--mode must be live or test.');
  const all = await companies(database);
  const [first] = mustBeSome(all);
  if (company === undefined && all.length > 1) throw new WrongUse(`--company is needed: ${named(all)}.`);
  const companyId = company ?? first.id;
  mustBeOneOf(all, companyId);
  return { mode, companyId } as const;
}

/** The realms of one mode, or of both; of one company, or of all. */
export async function realmsOf(
  { database }: Asked,
  { mode, company }: Readonly<Record<string, string | boolean | undefined>>,
): Promise<Realm[]> {
  if (mode !== undefined && mode !== 'live' && mode !== 'test') throw new WrongUse('--mode must be live or test.');
  const all = await companies(database);
  mustBeSome(all);
  if (company !== undefined) mustBeOneOf(all, String(company));
  const wanted: readonly Mode[] = mode === undefined ? modes : [mode];
  const ids = company === undefined ? all.map(({ id }) => id) : [String(company)];
  return ids.flatMap((companyId) => wanted.map((one) => ({ mode: one, companyId })));
}

/** A database without a company is the wrong one, or was never started: all of nothing must not look like all. */
function mustBeSome(all: readonly CompanyName[]): readonly [CompanyName, ...CompanyName[]] {
  const [first, ...others] = all;
  if (first === undefined) throw new WrongUse('There is no company yet: "tenor company create" makes one.');
  return [first, ...others];
}

function mustBeOneOf(all: readonly CompanyName[], companyId: string): void {
  if (all.some(({ id }) => id === companyId)) return;
  throw new WrongUse(`There is no company ${companyId}. There ${all.length === 1 ? 'is' : 'are'} ${named(all)}.`);
}

const shownMax = 20;

/** `CP-7KQ2-M9XA (Acme Lending), …` */
function named(all: readonly CompanyName[]): string {
  if (all.length === 0) return 'none yet';
  const shown = all.slice(0, shownMax).map(({ id, name }) => `${id} (${name})`);
  return [...shown, ...(all.length > shownMax ? [`and ${all.length - shownMax} more`] : [])].join(', ');
}
