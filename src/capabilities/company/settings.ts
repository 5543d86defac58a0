// Reads and changes what a company has set.
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { companyRow, companyToHold, renameCompany } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { partRead } from '#platform/db/as-one-statement.ts';
import { typesOf } from '#platform/db/define-table.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { domainTaken } from './claim-domains.ts';
import { companyUpdated } from './events.ts';
import { publicCompany } from './public.ts';
import { type AppDomainType, type CompanyUpdate, type Settings, type SingleSignOn, settingsFields } from './schemas.ts';
import { companySettings } from './tables.ts';

async function storedCompany(reader: Reader) {
  const [[company], [set], domains] = await reader.together(
    companyRow(reader),
    reader.db.selectFrom('company_settings').select(['settings', 'updated_at']),
    domainRows(reader),
  );
  return {
    // The caller's company: it is there.
    company: company!,
    settings: set?.settings ?? {},
    updatedAt: set?.updated_at ?? null,
    domains: domains.map(shownDomain),
  };
}

const domainRows = ({ db }: Reader) =>
  db.selectFrom('company_domains').select(['domain', 'app_domain_type']).orderBy('domain');

const shownDomain = ({ domain, app_domain_type }: { domain: string; app_domain_type: AppDomainType }) => ({
  domain,
  appDomainType: app_domain_type,
});

/** The hosts of its pages, for other capabilities. */
export const domainsOf = async (reader: Reader) => (await reader.rows(domainRows(reader))).map(shownDomain);

/** What the company has set, as a part of what is read of one of its borrowers. */
export const storedSettings = partRead<{ settings: Settings }>(
  (db) => db.selectFrom('company_settings').select('settings'),
  { columns: typesOf(companySettings, ['settings']), values: {} },
);

/** What the company has set, for other capabilities. */
export const settingsRow = ({ db }: Reader) => storedSettings(db, [], {});

export async function settingsOf(reader: Reader): Promise<Settings> {
  const row = await reader.row(settingsRow(reader));
  return row?.settings ?? {};
}

/** In which the company writes where nobody's own language is known. */
export const languageOf = ({ ui }: Settings): 'en' | 'es' => (ui?.locale?.startsWith('es') ? 'es' : 'en');

type Stored = Awaited<ReturnType<typeof storedCompany>>;

const presented = (reader: Reader, { company, settings, domains, updatedAt }: Stored) => ({
  id: company.company_id,
  object: 'company' as const,
  name: company.name,
  timezone: company.timezone,
  mode: reader.realm.mode,
  domains,
  ...Object.fromEntries(Object.keys(settingsFields).map((name) => [name, settings[name as keyof Settings] ?? null])),
  createdAt: company.created_at,
  updatedAt,
});

export const readCompany = async (reader: Reader) => presented(reader, await storedCompany(reader));

/** What is not sent stays; a section that is sent replaces the one before. Errors: DomainTaken, InvalidRequest. */
export async function updateCompany(ctx: CommandContext, tx: Tx, { name, timezone, domains, ...sent }: CompanyUpdate) {
  mustDiffer(domains ?? []);
  mustNotBeNegative(sent);
  mustBeDays(sent.closedDays ?? []);
  mustDecideOnce(sent.compliance?.whenBlocked ?? []);
  mustBeHours(sent.communication?.quietHours);
  const locked = await tx.rows(companyToHold(tx));
  const before = await storedCompany(tx);
  mustStay(timezone, before);
  const after: Stored = {
    company: { ...before.company, name: name ?? before.company.name },
    settings: { ...before.settings, ...sent },
    domains: domains?.toSorted((a, b) => (a.domain < b.domain ? -1 : 1)) ?? before.domains,
    updatedAt: ctx.machineNow(),
  };
  const changed = changedFields(before, after);
  if (locked.length === 0 || changed.length === 0) return presented(tx, before);
  if (name !== undefined) renameCompany(tx, name);
  if (changed.includes('domains')) writeDomains(ctx, tx, before.domains, after.domains);
  writeSettings(ctx, tx, after);
  ctx.emit(companyUpdated, ctx.realm.companyId, { changed });
  return presented(tx, after);
}

/** What the page of a company is told of its single sign-on; null: there is none. */
export async function setSingleSignOn(ctx: CommandContext, tx: Tx, singleSignOn: SingleSignOn | null): Promise<void> {
  await tx.rows(companyToHold(tx));
  const before = await storedCompany(tx);
  writeSettings(ctx, tx, { ...before, settings: { ...before.settings, singleSignOn } });
  ctx.emit(companyUpdated, ctx.realm.companyId, { changed: ['singleSignOn'] });
}

/** The pages of the company, by their domains, and the origins of other pages that it allows. */
export async function pagesOf(reader: Reader) {
  const { domains, settings } = await storedCompany(reader);
  return { domains, allowedOrigins: settings.allowedOrigins ?? [] };
}

function changedFields(before: Stored, after: Stored): string[] {
  const flat = ({ company, settings, domains }: Stored) => ({ name: company.name, domains, ...settings });
  const [was, is] = [flat(before), flat(after)] as Record<string, unknown>[];
  return Object.keys(is!).filter((name) => JSON.stringify(was![name] ?? null) !== JSON.stringify(is![name] ?? null));
}

function writeSettings({ realm, machineNow }: CommandContext, tx: Tx, { company, settings }: Stored): void {
  const { name, timezone } = company;
  const row = {
    settings: JSON.stringify(settings),
    shown_to_all: JSON.stringify(publicCompany({ id: realm.companyId, name, timezone }, settings)),
    updated_at: machineNow(),
  };
  tx.write(
    tx.db
      .insertInto('company_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row)),
  );
}

/**
 * The same zone may be sent back; another one is refused, since the days of all loans follow the zone. Errors:
 * InvalidRequest.
 */
function mustStay(timezone: string | undefined, { company }: Stored): void {
  if (timezone === undefined || timezone === company.timezone) return;
  throw refuseField('timezone', 'cannot change: the days of loans and borrowers follow it', company.timezone);
}

const ofMoney = [
  'paymentLimits',
  'payoutLimits',
  'paymentApprovals',
  'creditApprovals',
  'settlementApprovals',
] as const;

/** Errors: InvalidRequest. */
function mustNotBeNegative(sent: Settings): void {
  const problems = ofMoney.flatMap((section) =>
    Object.entries(sent[section] ?? {})
      .filter(([, amount]) => amount !== null && Number(amount) < 0)
      .map(([field]) => ({ path: `${section}.${field}`, message: 'is less than zero', expected: '0.00 or more' })),
  );
  const isNoShare = Number(sent.settlementApprovals?.leastShare ?? 0) > 1;
  const share = { path: 'settlementApprovals.leastShare', message: 'is more than all', expected: 'from 0 to 1' };
  mustHaveNone([...problems, ...(isNoShare ? [share] : [])]);
}

/** Errors: InvalidRequest. */
function mustBeDays(closed: readonly string[]): void {
  const problems = closed.flatMap((day, i) => {
    // A leap year has all days.
    const isDay = parseCivilDate(day.length === 'MM-DD'.length ? `2028-${day}` : day) !== undefined;
    const message = isDay ? 'stands there twice' : 'is no day of the calendar';
    const isGood = isDay && closed.indexOf(day) === i;
    return isGood
      ? []
      : [{ path: `closedDays[${i}]`, message, expected: isDay ? 'each day once' : 'a day that there is' }];
  });
  mustHaveNone(problems);
}

/** Errors: InvalidRequest. */
function mustBeHours(quiet: { readonly from: string; readonly to: string } | null | undefined): void {
  if (quiet == null || quiet.from !== quiet.to) return;
  throw refuseField('communication.quietHours.to', 'is when they begin', 'another time of day');
}

/** Errors: InvalidRequest. */
function mustDecideOnce(decided: readonly { readonly theme: string }[]): void {
  const twice = decided.findIndex(({ theme }, i) => decided.findIndex((one) => one.theme === theme) < i);
  if (twice === -1) return;
  throw refuseField(`compliance.whenBlocked[${twice}].theme`, 'stands there twice', 'each theme once');
}

/** Errors: InvalidRequest. */
function mustDiffer(domains: Stored['domains']): void {
  const twice = domains.findIndex(({ domain }, i) => domains.findIndex((one) => one.domain === domain) < i);
  if (twice !== -1) throw refuseField(`domains[${twice}].domain`, 'stands there twice', 'each domain once');
}

/** A domain that stays keeps the moment since which it is the company's. */
function writeDomains({ machineNow }: CommandContext, tx: Tx, before: Stored['domains'], after: Stored['domains']) {
  const isIn = (some: Stored['domains'], one: Stored['domains'][number]) =>
    some.some(({ domain, appDomainType }) => domain === one.domain && appDomainType === one.appDomainType);
  const gone = before.filter((one) => !isIn(after, one)).map(({ domain }) => domain);
  if (gone.length > 0) tx.write(tx.db.deleteFrom('company_domains').where('domain', 'in', gone));
  for (const { domain, appDomainType } of after.filter((one) => !isIn(before, one))) {
    const row = { domain, app_domain_type: appDomainType, created_at: machineNow(), looked_at: machineNow() };
    tx.write(tx.db.insertInto('company_domains').values(row), (error) =>
      isTaken(error, 'company_domains_pkey') ? domainTaken(domain) : error,
    );
  }
}
