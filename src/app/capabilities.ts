// The one ordered list of what the service can do, and all that is derived from it. A capability may call the door of
// those before it, never of those after it.

import { access } from '#capabilities/access/index.ts';
import { agreements } from '#capabilities/agreements/index.ts';
import { bankBooks, openBreaks } from '#capabilities/bank-books/index.ts';
import { campaignRows, campaigns } from '#capabilities/campaigns/index.ts';
import { cards } from '#capabilities/cards/index.ts';
import { caseTypes } from '#capabilities/case-types/index.ts';
import { type CaseListener, cases, disputeCases } from '#capabilities/cases/index.ts';
import { communications, followsInteractions, hears, leavingOfContacted } from '#capabilities/communications/index.ts';
import { company } from '#capabilities/company/index.ts';
import { compliance, keepsVerdicts } from '#capabilities/compliance/index.ts';
import { complianceRules } from '#capabilities/compliance-rules/index.ts';
import { creditReporting } from '#capabilities/credit-reporting/index.ts';
import { doNotInteract, doNotInteractsByType } from '#capabilities/do-not-interact/index.ts';
import { documents } from '#capabilities/documents/index.ts';
import { beginMonths, figures } from '#capabilities/figures/index.ts';
import { generalLedger } from '#capabilities/general-ledger/index.ts';
import { instruments } from '#capabilities/instruments/index.ts';
import {
  type InteractionListener,
  interactions,
  overdueNoticesSent,
  scheduledInteractions,
} from '#capabilities/interactions/index.ts';
import { loanTapes } from '#capabilities/loan-tapes/index.ts';
import { accruals, loans, outsidePayment, paymentTaker, payoutTaker } from '#capabilities/loans/index.ts';
import { loanActionsOfCases, monitors } from '#capabilities/monitors/index.ts';
import {
  isBeingVerified,
  movingMoney,
  orderSide,
  sendPair,
  type Takers,
  verifyNewCard,
  waitingApprovals,
} from '#capabilities/moving-money/index.ts';
import { announcesAutopay, notices, notificationsByType } from '#capabilities/notices/index.ts';
import { papers } from '#capabilities/papers/index.ts';
import { people, person } from '#capabilities/people/index.ts';
import { products } from '#capabilities/products/index.ts';
import { questions } from '#capabilities/questions/index.ts';
import { records } from '#capabilities/records/index.ts';
import { secondFactor } from '#capabilities/second-factor/index.ts';
import { sending } from '#capabilities/sending/index.ts';
import { ofSessions, signingIn } from '#capabilities/signing-in/index.ts';
import { singleSignOn } from '#capabilities/single-sign-on/index.ts';
import { supercases } from '#capabilities/supercases/index.ts';
import { tax } from '#capabilities/tax/index.ts';
import { documentsOfTemplates, templates } from '#capabilities/templates/index.ts';
import { rolesHeld, users } from '#capabilities/users/index.ts';
import { verification } from '#capabilities/verification/index.ts';
import { typesOfWebhook, webhooks } from '#capabilities/webhooks/index.ts';
import { workflowFitsCases, workflowTypes } from '#capabilities/workflow-types/index.ts';
import {
  waitingWorkitems,
  workflows,
  workflowsOfCases,
  workflowsOfCompanyCases,
} from '#capabilities/workflows/index.ts';
import type {
  Capability,
  CompanySetUp,
  ContactsOf,
  Erasing,
  SharedLoansOf,
  TakesContactCode,
  Unlocked,
  UserGone,
  Whole,
} from '#platform/capability.ts';
import type { NamedContext } from '#platform/conditions/named-context.ts';
import type { TableClasses } from '#platform/db/tables.ts';
import type { View } from '#platform/db/views/view.ts';
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import type { ErrorKind } from '#platform/errors.ts';
import { type EventResource, eventResourcesOf } from '#platform/event-views/payload.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { ExpiringRows } from '#platform/expired-rows.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { permissionsOf } from '#platform/http/may-call.ts';
import type { NamesOfUsers } from '#platform/http/name-users.ts';
import type { VersionStep } from '#platform/http/versions.ts';
import { events, operating, platform } from '#platform/own-capabilities.ts';
import { permissionsOfDefaults, type RolePermissions } from '#platform/permissions.ts';
import type { Resolvers } from '#platform/references.ts';
import type { AnyStateTable } from '#platform/states.ts';
import type { DailyStep } from '#platform/work/day/daily-step.ts';
import type { OperationKind } from '#platform/work/operations/operation-kind.ts';
import { linkVendors, providersOf } from './providers.ts';

/** Who hears what becomes of orders to move money. */
export const takers: Takers = {
  transaction: paymentTaker,
  downPayment: paymentTaker,
  disbursement: payoutTaker,
};

/** What later capabilities do in the commit that makes or moves a case. */
const besideWorkflows: readonly CaseListener[] = [doNotInteractsByType, loanActionsOfCases, notificationsByType];
const caseListeners: readonly CaseListener[] = [...besideWorkflows, workflowsOfCases];

/** What later capabilities do in the commit that records an interaction. */
const interactionListeners: readonly InteractionListener[] = [keepsVerdicts, followsInteractions];

export const capabilities: readonly Capability[] = [
  platform,
  access,
  company,
  sending(providersOf, hears),
  operating,
  users,
  secondFactor(ofSessions),
  signingIn,
  singleSignOn,
  people,
  products,
  instruments({ sendDeposits: sendPair, verifyCard: verifyNewCard, isBeingVerified, vendors: linkVendors }),
  cards,
  bankBooks({ orders: orderSide, outsidePayment }),
  movingMoney(takers),
  loans({ disputeCases: disputeCases(caseListeners), announcing: announcesAutopay }),
  records,
  caseTypes({ checks: [workflowFitsCases] }),
  complianceRules,
  cases({
    listeners: caseListeners,
    companyListeners: [workflowsOfCompanyCases],
    taskSources: [waitingApprovals, openBreaks, scheduledInteractions, waitingWorkitems],
    overdueNotices: overdueNoticesSent,
  }),
  interactions({ listeners: interactionListeners }),
  doNotInteract,
  compliance({ leaving: leavingOfContacted }),
  supercases({ listeners: caseListeners }),
  monitors({ listeners: caseListeners }),
  documents({ ofTemplate: documentsOfTemplates }),
  agreements,
  papers,
  templates,
  communications({ providersOf, bulkSources: [campaignRows] }),
  notices,
  verification,
  workflowTypes,
  workflows({ listeners: besideWorkflows }),
  questions,
  campaigns,
  loanTapes,
  generalLedger({ listeners: [beginMonths] }),
  figures,
  creditReporting,
  tax,
  webhooks,
  events({ person, typesOfWebhook, accruals, payloadPermission: 'webhook:create' }),
];

/** Everything of one kind that the capabilities bring, in their order. */
export const all = <T>(of: (capability: Capability) => readonly T[] | undefined): readonly T[] =>
  capabilities.flatMap((capability) => of(capability) ?? []);

export const eventKinds: readonly EventKind[] = all(({ events }) => events);

export const eventResources: readonly EventResource[] = eventResourcesOf(
  all(({ resources }) => resources),
  eventKinds,
);

export const dailySteps: readonly DailyStep[] = all(({ dailySteps }) => dailySteps);

export const whole: Whole = {
  eventKinds,
  eventResources,
  dailySteps,
  searches: Object.assign({}, ...all(({ searches }) => [searches])),
  rolesHeld,
  userGone(tx, userId) {
    for (const forget of usersGone) forget(tx, userId);
  },
  contactsOf: (reader, asked) => contactsOf(reader, asked),
  unlocked: (reader, caller, asked) => unlocked(reader, caller, asked),
  takesContactCode: (ctx, tx, given) => takesContactCode(ctx, tx, given),
  get expiring() {
    return expiring;
  },
  get permissions() {
    return permissions;
  },
  get defaultRoles() {
    return defaultRoles;
  },
  get endpoints() {
    return endpoints;
  },
};

export const endpoints: readonly Endpoint[] = all(({ routes, isUndated }) => {
  const own = routes?.(whole);
  return isUndated ? own?.map((one) => (one.clock === 'dated' ? { ...one, clock: 'undated' } : one)) : own;
});

/** Every permission: those of the endpoints, and those that some endpoints ask for in addition. */
export const permissions: ReadonlySet<string> = new Set([
  ...endpoints.flatMap((endpoint) => [...permissionsOf(endpoint), ...endpoint.kinds]),
  ...all(({ permissions }) => permissions),
]);

/** What each default role may do. */
export const defaultRoles: RolePermissions = permissionsOfDefaults(endpoints, permissions);

export const tables: TableClasses = Object.assign({}, ...all(({ tables }) => [tables]));
/** What questions may be asked of. */
export const views: readonly View[] = all(({ views }) => views);
export const sealedTables: readonly SealedTable[] = all(({ sealed }) => sealed);
export const migrationFolders: readonly URL[] = all(({ migrations }) => migrations && [migrations]);
export const setUps: readonly CompanySetUp[] = all(({ setUps }) => setUps);
const usersGone: readonly UserGone[] = all(({ usersGone }) => usersGone);
export const expiring: readonly ExpiringRows[] = all(({ expiring }) => expiring);
export const erasing: readonly Erasing[] = all(({ erasing }) => erasing);
/** What finds an object of a kind. */
export const resolvers: Resolvers = Object.assign({}, ...all(({ resolvers }) => [resolvers]));
/** The loans that a person shares with others. */
export const sharedLoans: SharedLoansOf = async (reader, personId) => {
  const each = all(({ sharedLoans }) => sharedLoans && [sharedLoans]);
  return (await Promise.all(each.map((of) => of(reader, personId)))).flat();
};

export const namesOfUsers: NamesOfUsers = async (reader, vault, ids) => {
  const each = all(({ namesOfUsers }) => namesOfUsers && [namesOfUsers]);
  return new Map((await Promise.all(each.map((of) => of(reader, vault, ids)))).flatMap((names) => [...names]));
};

const contactsOf: ContactsOf = async (reader, asked) => {
  const each = all(({ contactsOf }) => contactsOf && [contactsOf]);
  return (await Promise.all(each.map((of) => of(reader, asked)))).flat();
};

const unlocked: Unlocked = async (reader, caller, asked) => {
  const each = all(({ unlocked }) => unlocked && [unlocked]);
  return new Set((await Promise.all(each.map((of) => of(reader, caller, asked)))).flatMap((some) => [...some]));
};

const takesContactCode: TakesContactCode = async (ctx, tx, given) => {
  for (const take of all(({ takesContactCode }) => takesContactCode && [takesContactCode])) await take(ctx, tx, given);
};

export const versionSteps: readonly VersionStep[] = all(({ versions }) => versions);
export const operationKinds: readonly OperationKind[] = all(({ operations }) => operations?.(whole));

/** What conditions may name; docs/conditions.md lists it. */
export const namedContexts: readonly NamedContext[] = all(({ contexts }) => contexts);

/** What each thing goes through; docs/states.md draws them. */
export const stateTables: readonly AnyStateTable[] = all(({ states }) => states);

/** The error kinds by the chapters of docs/errors.md. */
export const errorCatalogue: Readonly<Record<string, Readonly<Record<string, ErrorKind>>>> = Object.assign(
  {},
  ...all(({ errors }) => [errors]),
);
