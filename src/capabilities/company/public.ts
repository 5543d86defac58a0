// What anybody may see of a company. It is made when the settings change and stored apart from them, field by field as
// named here: a setting that is added later shows nothing by itself.
import type { Settings } from './schemas.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
}

export type PublicCompany = ReturnType<typeof publicCompany>;

export const publicCompany = ({ id, name, timezone }: Named, settings: Settings) => ({
  id,
  name,
  timezone,
  legalName: settings.legalName ?? name,
  brandName: settings.brandName ?? name,
  domainName: settings.domainName ?? null,
  shortDomainName: settings.shortDomainName ?? null,
  agentAuthType: settings.agentAuthType ?? 'basic',
  agentAuthValueType: settings.agentAuthValueType ?? 'email',
  borrowerAuthType: settings.borrowerAuthType ?? 'basic',
  borrowerAuthValueType: settings.borrowerAuthValueType ?? 'email',
  brandAssets: settings.brandAssets ?? {},
  communication: communicationShown(settings.communication ?? {}),
  defaultVerificationTypeId: settings.defaultVerificationTypeId ?? null,
  evidence: settings.evidence ?? {},
  forceCaseIdOnAgentActions: settings.forceCaseIdOnAgentActions ?? false,
  links: settings.links ?? {},
  openHours: settings.openHours ?? {},
  paymentTypes: settings.paymentTypes ?? [],
  showPoweredByPeach: settings.showPoweredByPeach ?? true,
  statements: settings.statements ?? {},
  support: settings.support ?? {},
  tasks: settings.tasks ?? {},
  ui: settings.ui ?? {},
  // Stands beside the company in the answer.
  singleSignOn: settings.singleSignOn ?? null,
});

/** How messages are published is the company's own. */
const communicationShown = ({ fromName, replyToEmail }: NonNullable<Settings['communication']>) => ({
  ...(fromName !== undefined && { fromName }),
  ...(replyToEmail !== undefined && { replyToEmail }),
});
