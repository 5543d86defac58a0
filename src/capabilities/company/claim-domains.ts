// Domains that a company names and does not have yet. In live mode each is proved; in test mode only one that somebody
// else has. Whoever proves a domain has it, and whoever had it and no longer does loses it: it was sold, or given up.
import type { Caller } from '#platform/command/context.ts';
import { modes, type Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { AheadTools } from '#platform/http/endpoint.ts';
import { proofUrl, saidUnder } from './domain-proof.ts';
import { dropDomain } from './drop-domain.ts';
import { companyErrors } from './errors.ts';
import type { CompanyUpdate } from './schemas.ts';

/** Asked before the command, as it asks servers of others. Errors: DomainNotProven, DomainTaken. */
export async function claimDomains(
  tools: AheadTools,
  { domains = [] }: Pick<CompanyUpdate, 'domains'>,
  { realm, actor }: Pick<Caller, 'realm' | 'actor'>,
): Promise<void> {
  const held = await heldBy(
    tools.database,
    domains.map(({ domain }) => domain),
  );
  const claims = domains
    .map(({ domain }, at) => ({ domain, at, holders: held.filter((one) => one.domain === domain) }))
    .filter(({ holders }) => mustBeProved(realm, holders));
  if (claims.length === 0) return;
  await tools.waitFor({ realm, actor }, () => Promise.all(claims.map((claim) => prove(tools, realm, claim))));
}

interface Holder {
  readonly domain: string;
  readonly realm: Realm;
}

interface Claim {
  readonly domain: string;
  readonly at: number;
  readonly holders: readonly Holder[];
}

function mustBeProved({ mode, companyId }: Realm, holders: readonly Holder[]): boolean {
  const isOwn = (one: Holder) => one.realm.companyId === companyId;
  if (holders.some((one) => isOwn(one) && one.realm.mode === mode)) return false;
  return mode === 'live' || holders.some((one) => !isOwn(one));
}

async function prove(tools: AheadTools, realm: Realm, { domain, at, holders }: Claim): Promise<void> {
  const { webhookDevHosts } = tools.settings;
  const { companies, instead } = await saidUnder(domain, webhookDevHosts);
  if (!companies.has(realm.companyId)) throw notProven(realm, { domain, at, instead, devHosts: webhookDevHosts });
  for (const { realm: other } of holders) {
    if (other.companyId === realm.companyId || other.mode !== realm.mode) continue;
    if (companies.has(other.companyId)) throw domainTaken(domain);
    await dropDomain(tools, other, domain);
  }
}

async function heldBy(database: RealmDatabase, domains: readonly string[]): Promise<readonly Holder[]> {
  if (domains.length === 0) return [];
  const each = modes.map(async (mode) => {
    const { db, rows } = database.unscoped(mode);
    const query = db
      .selectFrom('company_domains')
      .select(['domain', 'company_id'])
      .where('domain', 'in', [...domains]);
    return (await rows(query)).map(({ domain, company_id: companyId }) => ({ domain, realm: { mode, companyId } }));
  });
  return (await Promise.all(each)).flat();
}

export const domainTaken = (domain: string): Refusal =>
  new Refusal(companyErrors.DomainTaken, `The domain ${domain} belongs to another company.`, {
    data: { path: 'domains', domain },
  });

interface NotProven extends Pick<Claim, 'domain' | 'at'> {
  readonly instead: string | undefined;
  readonly devHosts: ReadonlySet<string>;
}

function notProven({ companyId }: Realm, { domain, at, instead, devHosts }: NotProven): Refusal {
  const url = proofUrl(domain, devHosts)?.href ?? null;
  const why = instead ?? 'The file does not name this company.';
  return new Refusal(companyErrors.DomainNotProven, `The domain ${domain} does not say that it is yours. ${why}`, {
    data: { path: `domains[${at}].domain`, domain, url, expected: `a file at this URL with the line ${companyId}` },
  });
}
