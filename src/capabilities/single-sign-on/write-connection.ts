// Setting and removing the single sign-on of a company. Whoever names the provider could sign in as anybody whom it lets
// in, so they need every right that these people may have.
import { X509Certificate } from 'node:crypto';
import { writeControl } from '#capabilities/access/index.ts';
import { setSingleSignOn } from '#capabilities/company/index.ts';
import { type Handing, mayGivePermissions, rolesOfRequest } from '#capabilities/users/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { isDevHost, wrongUrl } from '#platform/egress/webhook-url.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';
import { uuid } from '#platform/random.ts';
import { addressesOf, connectionRow, openSecret, present } from './connection.ts';
import { noConnection } from './errors.ts';
import { mustBeOwnPage } from './return-page.ts';
import type { SingleSignOn, SingleSignOnReplace, StoredConnection } from './schemas.ts';
import { secretPart } from './sealed.ts';

/** Every role that the settings name. */
export const rolesNamedIn = ({ roles = [], rolesByGroup = [] }: SingleSignOnReplace): string[] => [
  ...roles,
  ...rolesByGroup.flatMap((one) => one.roles),
];

/** Errors: Forbidden. */
export function mayLetIn(hands: Handing, userType: 'agent' | 'borrower', whole: Whole): void {
  const most = userType === 'borrower' ? whole.defaultRoles.borrower : whole.permissions;
  mayGivePermissions(hands, [...most], whole);
}

/** Errors: InvalidRequest, NotFound. */
export async function replaceConnection(
  ctx: CommandContext,
  tx: Tx,
  body: SingleSignOnReplace,
  hands: Handing,
): Promise<SingleSignOn> {
  mustHaveNone([...ofProvider(ctx, body), ...ofRules(body)]);
  const settings = storedAs(body, hands);
  if (settings.returnUrl !== null) await mustBeOwnPage(tx, settings.userType, settings.returnUrl, 'returnUrl');
  const before = await connectionRow(tx);
  const id = before?.id ?? uuid();
  const client_secret_sealed = secretToKeep(ctx, body, id, before);
  const now = ctx.machineNow();
  const row = { settings: JSON.stringify(settings), client_secret_sealed };
  tx.write(
    tx.db
      .insertInto('single_sign_on_connections')
      .values({ id, ...row, created_at: now, updated_at: null })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ ...row, updated_at: now })),
  );
  // It is the actor of everybody whom it lets in (admit.ts).
  writeControl(tx, ctx, settings.kind);
  await setSingleSignOn(ctx, tx, { userType: settings.userType, path: loginPath(ctx, settings) });
  const { companyId } = ctx.realm;
  const stamps = { created_at: before?.created_at ?? now, updated_at: before ? now : null };
  return present({ company_id: companyId, settings, ...stamps });
}

/** Errors: NoSingleSignOn. */
export async function removeConnection(ctx: CommandContext, tx: Tx): Promise<void> {
  if ((await connectionRow(tx)) === undefined) throw noConnection();
  tx.write(tx.db.deleteFrom('single_sign_on_connections'));
  await setSingleSignOn(ctx, tx, null);
}

function loginPath({ realm }: CommandContext, { kind }: StoredConnection): string {
  const { samlLogin, openIdLogin } = addressesOf('', realm);
  return kind === 'saml' ? samlLogin : openIdLogin;
}

function ofProvider({ settings: { webhookDevHosts } }: CommandContext, body: SingleSignOnReplace): Problem[] {
  const { kind, saml, openIdConnect } = body;
  const other = kind === 'saml' ? 'openIdConnect' : 'saml';
  const problems: Problem[] = [];
  if (body[kind] == null) problems.push({ path: kind, message: 'is missing', expected: 'the provider' });
  if (body[other] != null) {
    problems.push({ path: other, message: `does not go with the kind ${kind}`, expected: 'null' });
  }
  const url = saml && URL.parse(saml.loginUrl);
  if (saml && !(url && (url.protocol === 'https:' || isDevHost(webhookDevHosts, url)))) {
    problems.push({
      path: 'saml.loginUrl',
      message: 'is no such address',
      expected: 'a URL that begins with https://',
    });
  }
  for (const [i, text] of (saml?.certificates ?? []).entries()) {
    if (isCertificate(text)) continue;
    const path = `saml.certificates[${i}]`;
    const expected = 'an X.509 certificate as PEM or base64, with an RSA key of at least 2048 bits';
    problems.push({ path, message: 'is no such certificate', expected });
  }
  const wrong = openIdConnect && wrongUrl(openIdConnect.issuer, webhookDevHosts);
  if (wrong) problems.push({ path: 'openIdConnect.issuer', message: wrong.problem, expected: wrong.expected });
  return problems;
}

/** Base64 alone is how metadata of providers have it. */
const pemOf = (text: string): string =>
  text.includes('-----BEGIN')
    ? text.trim()
    : `-----BEGIN CERTIFICATE-----\n${text
        .replace(/\s/g, '')
        .match(/.{1,64}/g)
        ?.join('\n')}\n-----END CERTIFICATE-----`;

/** Signatures of SAML are read by RSA alone, and shorter keys can be found. */
const keyBitsMin = 2_048;

function isCertificate(text: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = new X509Certificate(pemOf(text)).publicKey;
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= keyBitsMin;
  } catch {
    return false;
  }
}

function ofRules(body: SingleSignOnReplace): Problem[] {
  const problems: Problem[] = [];
  const wrong = (path: string, message: string, expected: string) => problems.push({ path, message, expected });
  if (body.userType === 'borrower') {
    const forAgents = ['createsUsers', 'updatesRoles', 'roles', 'rolesByGroup'] as const;
    for (const path of forAgents) {
      const value = body[path];
      const isSet = Array.isArray(value) ? value.length > 0 : value === true;
      if (isSet) wrong(path, 'does not go with borrowers', 'nothing: their users and roles are given by the company');
    }
  }
  if (body.kind === 'openIdConnect' && body.createsUsers === true && (body.emailDomains ?? []).length === 0) {
    wrong('emailDomains', 'is missing', 'the domains of the company: at some providers anybody has an account');
  }
  return problems;
}

/** Errors: NotFound. */
function storedAs(body: SingleSignOnReplace, hands: Handing): StoredConnection {
  const { kind, saml, openIdConnect, ...rules } = body;
  const idsOf = (roles: readonly string[], path: string) => rolesOfRequest(hands, roles, path).map(({ id }) => id);
  const provider = openIdConnect && {
    issuer: openIdConnect.issuer,
    clientId: openIdConnect.clientId,
    hasClientSecret: true,
  };
  return {
    kind,
    saml: saml ? { ...saml, certificates: saml.certificates.map(pemOf) } : null,
    openIdConnect: provider ?? null,
    userType: rules.userType ?? 'agent',
    matchBy: rules.matchBy ?? 'email',
    attributes: rules.attributes ?? {},
    emailDomains: (rules.emailDomains ?? []).map((domain) => domain.toLowerCase()),
    createsUsers: rules.createsUsers ?? false,
    roles: idsOf(rules.roles ?? [], 'roles'),
    rolesByGroup: (rules.rolesByGroup ?? []).map(({ group, roles }, i) => ({
      group,
      roles: idsOf(roles, `rolesByGroup[${i}].roles`),
    })),
    updatesRoles: rules.updatesRoles ?? false,
    allowsProviderStart: rules.allowsProviderStart ?? false,
    returnUrl: rules.returnUrl ?? null,
  };
}

/** The secret goes to the issuer: to another one than before it does not go along by itself. Errors: InvalidRequest. */
function secretToKeep(
  { vault, realm }: CommandContext,
  { openIdConnect }: SingleSignOnReplace,
  id: string,
  before: Awaited<ReturnType<typeof connectionRow>>,
): Buffer | null {
  if (!openIdConnect) return null;
  const { issuer, clientId, clientSecret } = openIdConnect;
  const known = before?.settings.openIdConnect;
  const isSame = known?.issuer === issuer && known.clientId === clientId;
  const secret = clientSecret ?? (before && isSame ? openSecret(vault, before) : undefined);
  if (secret !== undefined) return vault.companySealer(realm.companyId).seal(secretPart(id), secret);
  throw refuseField('openIdConnect.clientSecret', 'is missing', 'the secret that the provider has given for us');
}
