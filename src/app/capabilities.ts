// The one ordered list of what the service can do. A capability may call the door of those before it, never of those
// after it.
import {
  accessErrors,
  accessEvents,
  accessMigrations,
  accessRoutes,
  accessSealed,
  accessTables,
  type Birth,
} from '#capabilities/access/index.ts';
import {
  instrumentErrors,
  instrumentEvents,
  instrumentMigrations,
  instrumentPermissions,
  instrumentResources,
  instrumentRoutes,
  instrumentSealed,
  instrumentStates,
  instrumentTables,
} from '#capabilities/instruments/index.ts';
import {
  importLoans,
  loanDay,
  loanErrors,
  loanEvents,
  loanMigrations,
  loanResources,
  loanRoutes,
  loanStates,
  loanTables,
  replayIndex,
  transactionErrors,
  transactionPermissions,
  transactionResources,
  transactionStates,
  transactionVersions,
} from '#capabilities/loans/index.ts';
import {
  findPersonId,
  importPeople,
  peopleErrors,
  peopleEvents,
  peopleMigrations,
  peopleResources,
  peopleRoutes,
  peopleSealed,
  peopleTables,
  peopleVersions,
  person,
} from '#capabilities/people/index.ts';
import {
  productBirth,
  productErrors,
  productEvents,
  productMigrations,
  productRoutes,
  productSealed,
  productTables,
} from '#capabilities/products/index.ts';
import {
  deliveryStates,
  recovery,
  subscriptionStates,
  typesOfWebhook,
  webhookErrors,
  webhookEvents,
  webhookMigrations,
  webhookRoutes,
  webhookSealed,
  webhookTables,
} from '#capabilities/webhooks/index.ts';
import type { TableClasses } from '#platform/db/tables.ts';
import { platformSealed } from '#platform/encryption/platform-sealed.ts';
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { type ErrorKind, errors } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { type EventResource, eventResourcesOf } from '#platform/events/payload.ts';
import { eventRoutes } from '#platform/events/routes.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { operationRoutes } from '#platform/http/operation-routes.ts';
import type { VersionStep } from '#platform/http/versions.ts';
import { importOperation } from '#platform/import/run-import.ts';
import type { AnyStateTable } from '#platform/states.ts';
import { platformMigrations, platformTables } from '#platform/tables.ts';
import { advanceClock } from '#platform/test-clock/advance-clock.ts';
import { testClockRoutes } from '#platform/test-clock/test-clock.ts';
import type { DailyStep } from '#platform/work/day/daily-step.ts';
import type { OperationKind } from '#platform/work/operations/operations.ts';
import { operationStates } from '#platform/work/operations/states.ts';

/** What may happen: every kind that a capability declares. */
export const eventKinds: readonly EventKind[] = [
  ...accessEvents,
  ...peopleEvents,
  ...productEvents,
  ...instrumentEvents,
  ...loanEvents,
  ...webhookEvents,
];

/** What the payloads of events show whole. */
export const eventResources: readonly EventResource[] = eventResourcesOf(
  [...peopleResources, ...instrumentResources, ...loanResources, ...transactionResources],
  eventKinds,
);

export const endpoints: readonly Endpoint[] = [
  ...accessRoutes(() => permissions),
  ...testClockRoutes,
  ...operationRoutes,
  ...peopleRoutes,
  ...productRoutes({ replay: replayIndex }),
  ...instrumentRoutes,
  ...loanRoutes,
  ...webhookRoutes(() => eventResources),
  ...eventRoutes({
    kinds: () => eventKinds,
    person,
    findPersonId,
    typesOfWebhook,
    resources: () => eventResources,
    payloadPermission: 'webhook:create',
  }),
];

/** Every permission there is: what the endpoints ask for, and what some of them ask for besides. */
export const permissions: ReadonlySet<string> = new Set([
  ...endpoints.map(({ permission }) => permission),
  ...instrumentPermissions,
  ...transactionPermissions,
]);

export const tables: TableClasses = {
  ...platformTables,
  ...accessTables,
  ...peopleTables,
  ...productTables,
  ...instrumentTables,
  ...loanTables,
  ...webhookTables,
};

/** What tables hold that only the encryption keys make sense of. */
export const sealedTables: readonly SealedTable[] = [
  ...platformSealed,
  ...accessSealed,
  ...peopleSealed,
  ...productSealed,
  ...instrumentSealed,
  ...webhookSealed,
];

export const migrationFolders: readonly URL[] = [
  platformMigrations,
  accessMigrations,
  peopleMigrations,
  productMigrations,
  instrumentMigrations,
  loanMigrations,
  webhookMigrations,
];

/** What a company has from its first moment on. */
export const births: readonly Birth[] = [productBirth];

export const errorCatalogue: Readonly<Record<string, Readonly<Record<string, ErrorKind>>>> = {
  'Every endpoint': errors,
  'API keys': accessErrors,
  People: peopleErrors,
  Products: productErrors,
  'Payment instruments': instrumentErrors,
  Loans: loanErrors,
  Transactions: transactionErrors,
  Webhooks: webhookErrors,
};

/** What each thing goes through; docs/states.md draws them. */
export const stateTables: readonly AnyStateTable[] = [
  instrumentStates,
  loanStates,
  transactionStates,
  operationStates,
  subscriptionStates,
  deliveryStates,
];

export const versionSteps: readonly VersionStep[] = [...peopleVersions, ...transactionVersions];

/** What happens by itself as the days pass, in this order. */
export const dailySteps: readonly DailyStep[] = [loanDay];

export const operationKinds: readonly OperationKind[] = [
  advanceClock(dailySteps),
  replayIndex,
  importOperation(importPeople),
  importOperation(importLoans),
  recovery(() => eventResources),
];
