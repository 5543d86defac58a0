// What a page learns before anybody has signed in: whose it is, and how people sign in there.
import { sql } from 'kysely';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { companyErrors } from './errors.ts';
import type { AppDomainType } from './schemas.ts';

interface Asked {
  readonly domain?: string;
  readonly companyId?: string;
  readonly appDomainType?: AppDomainType;
}

/** Errors: InvalidRequest, UnknownDomain. */
export async function bootstrap(
  { database, publicUrl }: Pick<OpenContext, 'database' | 'publicUrl'>,
  { domain, companyId, appDomainType }: Asked,
) {
  const found =
    domain === undefined ? await inDevelopment(database, companyId, appDomainType) : await ownerOf(database, domain);
  if (found === undefined) throw unknownDomain(domain);
  const { shown_to_all, app_domain_type } = found;
  const { singleSignOn, ...company } = shown_to_all;
  const isBorrowers = app_domain_type === 'borrower';
  const userType = isBorrowers ? ('borrower' as const) : ('agent' as const);
  return {
    appDomainType: app_domain_type,
    authType: isBorrowers ? company.borrowerAuthType : company.agentAuthType,
    authValueType: isBorrowers ? company.borrowerAuthValueType : company.agentAuthValueType,
    userType,
    ssoLoginUrl: singleSignOn?.userType === userType ? loginUrl(publicUrl() + singleSignOn.path, domain) : null,
    company,
  };
}

/** Whoever signs in comes back to the page that asks. */
function loginUrl(address: string, domain: string | undefined): string {
  const url = new URL(address);
  if (domain !== undefined) url.searchParams.set('returnTo', `https://${domain.toLowerCase()}/`);
  return url.href;
}

/** The company and mode that a domain names; undefined: none. */
export async function realmOfDomain(database: RealmDatabase, domain: string): Promise<Realm | undefined> {
  const found = await ownerOf(database, domain);
  return found && { mode: found.mode, companyId: found.company_id };
}

/** Live mode comes first: there a domain is proved, while in test mode anybody may name it. */
async function ownerOf(database: RealmDatabase, domain: string) {
  const [first] = await inModes((mode) => companyOfDomain(database, mode, domain));
  return first;
}

async function inModes<T>(find: (mode: Mode) => Promise<T | undefined>): Promise<T[]> {
  return (await Promise.all(modes.map(find))).filter((one) => one !== undefined);
}

/** A company that has a domain or allows development has a row of settings. */
const settings = ({ db }: ReturnType<RealmDatabase['unscoped']>) =>
  db.selectFrom('company_settings').select(['company_settings.company_id', 'shown_to_all']);

async function companyOfDomain(database: RealmDatabase, mode: Mode, domain: string) {
  const all = database.unscoped(mode);
  const [row] = await all.rows(
    settings(all)
      .innerJoin('company_domains', 'company_domains.company_id', 'company_settings.company_id')
      .select('company_domains.app_domain_type')
      .where('company_domains.domain', '=', domain.toLowerCase()),
  );
  return row && { ...row, mode };
}

/** Developers have no domain on their own machine. They get this where the company allows it. */
async function inDevelopment(database: RealmDatabase, companyId: string | undefined, type: AppDomainType | undefined) {
  if (companyId === undefined) throw refuseField('domain', 'is missing', 'the domain of the page');
  if (type === undefined) throw refuseField('appDomainType', 'is missing', 'borrower, agent or compliance');
  const found = await inModes(async (mode) => {
    const all = database.unscoped(mode);
    const [row] = await all.rows(
      settings(all).where('company_id', '=', companyId).where(sql<boolean>`settings @> '{"allowsDevelopment": true}'`),
    );
    return row && { ...row, mode, app_domain_type: type };
  });
  return found[0];
}

const unknownDomain = (domain: string | undefined): Refusal =>
  domain === undefined
    ? new Refusal(companyErrors.UnknownDomain, 'There is no such company that allows development.', {
        data: { path: 'companyId' },
      })
    : new Refusal(companyErrors.UnknownDomain, `No company has the domain ${domain}.`, { data: { path: 'domain' } });
