// Permissions are `resource:action[.detail]`. What is stored names some; here is what it includes, and what the roles
// have that every company gets. Both follow from the endpoints, so a new endpoint needs no line here.
import { type Endpoint, isRead } from './http/endpoint.ts';

export const defaultRoles = ['owner', 'operations', 'collections', 'compliance', 'readOnly', 'borrower'] as const;
export type DefaultRole = (typeof defaultRoles)[number];
export type RolePermissions = Readonly<Record<DefaultRole, ReadonlySet<string>>>;

type Included = ReadonlyMap<string, readonly string[]>;

/** Once for each set of known permissions: a look-up of a caller then costs no search. */
const included = new WeakMap<ReadonlySet<string>, Included>();

function includedIn(known: ReadonlySet<string>): Included {
  const made = included.get(known) ?? new Map([...known].map((name) => [name, under(name, known)]));
  included.set(known, made);
  return made;
}

/** What shows sensitive things is never included: whoever may read is not given it by that. */
const under = (name: string, known: ReadonlySet<string>): string[] => [
  name,
  ...[...known].filter((one) => one.startsWith(`${name}.`) && !one.endsWith('.sensitive')),
];

/** `loan:chargeoff` includes `loan:chargeoff.reverse`. A stored permission that nothing asks for any more gives nothing. */
export function expand(stored: readonly string[], known: ReadonlySet<string>): Set<string> {
  const all = includedIn(known);
  return new Set(stored.flatMap((name) => all.get(name) ?? []));
}

/** What these roles have besides all that readOnly has: `*` stands for any resource or action. */
const beyondReading = {
  operations: [
    'person:*',
    'contact:*',
    'consent:*',
    'contact.preference:*',
    'legal.representative:*',
    'person.identity:*',
    'payment.instrument:*',
    'payment.authorization:*',
    'payment.approval:*',
    'recorded.credit:*',
    'loan:*',
    'loan.label:add',
    'loan.label:remove',
    'loan.person:*',
    'loan.tape:*',
    'loan.tape.type:*',
    'loan.reporting:*',
    'loan.service:*',
    'loan.fee:*',
    'loan.latefee.suspension:*',
    'loan.rate:*',
    'loan.migration:*',
    'draw:*',
    'purchase:*',
    'purchase.dispute:*',
    'transaction:*',
    'autopay:*',
    'note:*',
    'case:*',
    'case.*',
    'company.case:*',
    'company.case.*',
    'supercase:*',
    'supercase.*',
    'population:*',
    'monitor:*',
    'monitor.file:*',
    'person.monitoring:*',
    'fema.disaster:*',
    'zip.county:*',
    'task:receive',
    'verification:*',
    'verification.type:*',
    'interaction:create',
    'interaction:update',
    'interaction.*',
    'communicator:*',
    'communicator.template:*',
    'communicator.message:*',
    'communicator.bulk:*',
    'communicator:render',
    'campaign:*',
    'campaign.*',
    'bulk.sender:*',
    'contact.exporter:*',
    'notification:*',
    'notification.type:*',
    'repaymentengine.notification:*',
    'system.notice:*',
    'workflow.type:*',
    'workflow.step.type:*',
    'workflow.workitem.type:*',
    'workflow:*',
    'workflow.workitem:*',
    'query:create',
    'query:update',
    'query:run',
    'document.*',
    'operation:*',
    'team:*',
  ],
  collections: [
    'contact:*',
    'consent:*',
    'contact.preference:*',
    'legal.representative:*',
    'note:create',
    'note:update',
    'interaction:create',
    'interaction:update',
    'interaction.note:*',
    'interaction.transcription:create',
    'interaction.summary:create',
    'communicator:render',
    'communicator:send',
    'notification:update',
    'document.descriptor:create',
    'document.descriptor:update',
    'document.content:upload',
    'document.upload.link:*',
    'person:update',
    'loan:update',
    'loan.label:add',
    'loan.label:remove',
    'payment.instrument:create',
    'payment.instrument:update',
    'transaction:create*',
    'case:*',
    'case.*',
    'company.case:*',
    'company.case.*',
    'task:receive',
    'verification:*',
    'workflow:*',
    'workflow.workitem:*',
    'query:run',
  ],
  compliance: [
    'query:run',
    'consent:*',
    'contact.preference:*',
    'legal.representative:*',
    'note:create',
    'note:update',
    'case:*',
    'case.*',
    'company.case:*',
    'company.case.*',
    'supercase:*',
    'supercase.*',
    'population:*',
    'monitor:*',
    'monitor.file:*',
    'monitor.request:*',
    'monitor.place:*',
    'person.monitoring:*',
    'fema.disaster:*',
    'zip.county:*',
    'task:receive',
    'verification:*',
    'verification.type:*',
    'interaction:create',
    'interaction:update',
    'interaction:read.sensitive',
    'interaction.note:*',
    'interaction.transcription:create',
    'interaction.summary:create',
    'communicator:render',
    'communicator:send',
    'communicator.message:*',
    'communicator.bulk:*',
    'notification:*',
    'notification.type:*',
    'system.notice:*',
    'workflow.type:*',
    'workflow.step.type:*',
    'workflow.workitem.type:*',
    'document.descriptor:create',
    'document.descriptor:update',
    'document.content:upload',
    'document.upload.link:*',
    'document.sensitive:*',
    'person:update',
    'contact:update',
    'person.identity:*',
    'loan:update',
    'compliance.backtest:*',
    'audit:*',
    'compliance.rule:*',
    'compliance.rule.*',
    'workflow:*',
    'workflow.workitem:*',
  ],
} as const;

/** Reading these shows how others get in, what colleagues do and from where, or what a bank says of strangers. */
const secret = [
  'key:*',
  'mailbox:*',
  'test.mailbox:*',
  'audit:*',
  'bank.statement.content:*',
  'monitor.request:*',
  'campaign.run:download.sensitive',
  'loan.tape:download.sensitive',
  'credit.file:download.sensitive',
  'tax.form:download.sensitive',
];

/** The permissions of each default role. `known` are all, also those that no endpoint declares. */
export function permissionsOfDefaults(endpoints: readonly Endpoint[], known: ReadonlySet<string>): RolePermissions {
  const reading = readable(endpoints);
  const also = (patterns: readonly string[]) =>
    new Set([...reading, ...[...known].filter((name) => fitsAny(patterns, name))]);
  const reachable = endpoints.filter(({ borrowers }) => borrowers !== undefined);
  return {
    owner: known,
    operations: also(beyondReading.operations),
    collections: also(beyondReading.collections),
    compliance: also(beyondReading.compliance),
    readOnly: reading,
    borrower: new Set(reachable.flatMap(({ permission = [], borrowers }) => borrowers?.kind ?? permission)),
  };
}

/** The permissions that only reads ask for. */
function readable(endpoints: readonly Endpoint[]): Set<string> {
  const writing = new Set(endpoints.filter((one) => !isRead(one)).map(({ permission }) => permission));
  const names = endpoints.flatMap(({ permission = [] }) => permission);
  return new Set(names.filter((name) => !writing.has(name) && !fitsAny(secret, name)));
}

const fitsAny = (patterns: readonly string[], name: string): boolean =>
  patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));

/** The parts of the service on which the rights of a user depend. */
export interface Known {
  readonly permissions: ReadonlySet<string>;
  readonly defaultRoles: RolePermissions;
}

export interface StoredRole {
  readonly default_kind: DefaultRole | null;
  /** Null: it has the permissions of its default role. */
  readonly permissions: readonly string[] | null;
}

export function permissionsOfRole({ default_kind, permissions }: StoredRole, known: Known): ReadonlySet<string> {
  if (permissions !== null) return expand(permissions, known.permissions);
  return default_kind === null ? new Set() : known.defaultRoles[default_kind];
}

export const permissionsOfAll = (roles: readonly StoredRole[], known: Known): ReadonlySet<string> =>
  roles.length === 1
    ? permissionsOfRole(roles[0] as StoredRole, known)
    : new Set(roles.flatMap((role) => [...permissionsOfRole(role, known)]));
