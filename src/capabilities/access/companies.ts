// A company is created in both modes at once, with the same id.

import { system } from '#platform/actor.ts';
import { addClock } from '#platform/business-clock.ts';
import type { CompanySetUp } from '#platform/capability.ts';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { newId } from '#platform/ids.ts';
import { keyCreated } from './events.ts';
import { addKey } from './keys.ts';

interface CompanyMaker {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
  readonly setUps: readonly CompanySetUp[];
  position(): number;
}

interface NewCompany {
  readonly name: string;
  readonly timezone: string;
  /** The first keys, if the operator chose them; otherwise they are drawn. */
  readonly keys?: Partial<Record<Mode, string | null>>;
}

interface MadeCompany {
  readonly companyId: string;
  readonly keys: Record<Mode, string>;
}

/** The company gets a clock and a first key in each mode, and what the set-ups of other capabilities add. */
export async function createCompany(maker: CompanyMaker, company: NewCompany): Promise<MadeCompany> {
  const companyId = newId('CP');
  const keys: Record<Mode, string> = { live: '', test: '' };
  // Live comes last: a company counts once it has its live row, so a company that is only half created never counts.
  for (const mode of ['test', 'live'] as const) keys[mode] = await createIn(maker, mode, companyId, company);
  return { companyId, keys };
}

async function createIn(maker: CompanyMaker, mode: Mode, companyId: string, company: NewCompany): Promise<string> {
  const realm = { mode, companyId };
  const now = machineNow(maker.clock);
  return maker.database.transact(realm, async (tx) => {
    tx.write(
      tx.db.insertInto('companies').values({
        position: maker.position(),
        name: company.name,
        timezone: company.timezone,
        created_at: now,
      }),
    );
    addClock(tx);
    const chosen = company.keys?.[mode] ?? undefined;
    const { vault, position } = maker;
    const made = await recordingByHand({ realm, now, position, declared: [keyCreated] }, tx, async (emit) =>
      addKey({ realm, machineNow: () => now, vault, position, emit, caller: { actor: system } }, tx, {
        name: `First ${mode} key`,
        chosen,
      }),
    );
    for (const setUp of maker.setUps) setUp(tx, { realm, name: company.name, now, machineNow: () => now, position });
    return made.key;
  });
}

export interface CompanyName {
  readonly id: string;
  readonly name: string;
}

/** All companies, oldest first. */
export async function companies(database: RealmDatabase): Promise<CompanyName[]> {
  const { db, rows } = database.unscoped('live');
  const columns = ['company_id as id', 'name'] as const;
  return rows(db.selectFrom('companies').select(columns).orderBy('position').orderBy('company_id'));
}

/** The zone of the handle's company; undefined when there is no such company in its mode. */
export async function timezoneOf(reader: Reader): Promise<string | undefined> {
  return (await reader.row(reader.db.selectFrom('companies').select('timezone')))?.timezone;
}

export async function currentCompany(reader: Reader) {
  const row = await reader.row(companyRow(reader));
  if (row === undefined) throw new Refusal(errors.NotFound, 'The company of this key is gone.');
  return {
    id: row.company_id,
    object: 'company' as const,
    name: row.name,
    timezone: row.timezone,
    mode: reader.realm.mode,
    createdAt: row.created_at,
  };
}

/** What is stored of the own company. */
export const companyRow = ({ db }: Reader) => db.selectFrom('companies').selectAll();

export const renameCompany = (tx: Tx, name: string): void => tx.write(tx.db.updateTable('companies').set({ name }));

/** The company of a path: it can only be the key's own, by its id or as `current`. */
export const ownCompany: Subject<undefined> = {
  param: 'companyId',
  notFound: errors.NotFound,
  async find({ realm: { companyId } }, reference) {
    if (reference === companyId || reference === 'current') return { id: companyId, subject: undefined };
    const message = `There is no company ${reference} for this key.`;
    throw new Refusal(errors.NotFound, message, { data: { path: 'companyId' } });
  },
};

/** At the start: a configured first key that is unknown is a mistake; the operator should not learn it from a 401. */
export async function hasKey(maker: CompanyMaker, mode: Mode, key: string): Promise<boolean> {
  const { db, rows } = maker.database.unscoped(mode);
  const hash = maker.vault.apiKeyHash(key);
  return (await rows(db.selectFrom('api_keys').select('id').where('key_hash', '=', hash))).length > 0;
}

/** Locks the company until the commit, for what may happen once only. */
export const companyToHold = ({ db }: Pick<Reader, 'db'>) =>
  db.selectFrom('companies').select('company_id').forNoKeyUpdate();
