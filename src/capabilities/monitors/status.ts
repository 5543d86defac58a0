// How a borrower stands with each monitor: when somebody looked last, what was found, when they look next.
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { person } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint, Subject } from '#platform/http/endpoint.ts';
import { DateTime, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { enroll } from './enroll.ts';
import { monitorsOf } from './monitor.ts';
import { monitoringStatuses, type StatusRow } from './tables.ts';
import { checkResults, type MonitorKind, matchQualities, monitorKinds } from './words.ts';

const id = (example: string) => Text({ max: 12, example });

const MonitoringStatus = Type.Object(
  {
    id: id('MS-7KQ2-M9XA'),
    object: Type.Literal('monitoringStatus'),
    companyId: id('CP-2W8D-K4TN'),
    personId: id('BO-3M8K-Q7TZ'),
    serviceType: StringEnum(monitorKinds, { description: 'The monitor.' }),
    status: StringEnum(['active', 'inactive'], { description: 'inactive: the company has turned the monitor off.' }),
    lastResult: Nullable(StringEnum(checkResults), {
      description:
        'What the last look gave. unknown: the borrower could not be looked up, for want of a number of the Social Security Administration. Null: nobody has looked yet.',
    }),
    matchQuality: Nullable(StringEnum(matchQualities), {
      description:
        'How sure the last hit is. `exact` and `probable` close contact at once where the type of the case does, `possible` only makes a case.',
    }),
    startedAt: Described(DateTime, { description: 'Since when the borrower is watched.' }),
    lastCheckedAt: Nullable(DateTime),
    lastHitAt: Nullable(DateTime),
    caseId: Nullable(id('CS-7KQ2-M9XA'), { description: 'The case of the last hit.' }),
    nextCheckAt: Nullable(DateTime, { description: 'When the next look comes. Null: none does.' }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'MonitoringStatus' },
);
type MonitoringStatus = Static<typeof MonitoringStatus>;

const StatusCreate = Type.Object({ serviceType: StringEnum(monitorKinds) }, { title: 'MonitoringStatusCreate' });

const list = defineList({
  table: 'monitoring_statuses',
  below: 'person_id',
  filters: {
    serviceType: {
      schema: StringEnum(monitorKinds),
      where: (asked: MonitorKind | undefined) =>
        asked === undefined ? undefined : sql<boolean>`${sql.ref('monitoring_statuses.monitor')} = ${asked}`,
    },
  },
});

const present = presenter<typeof MonitoringStatus, StatusRow>(MonitoringStatus);

const shown =
  (enabled: ReadonlySet<MonitorKind>) =>
  (row: StatusRow): MonitoringStatus =>
    present(row, {
      serviceType: row.monitor,
      status: enabled.has(row.monitor) ? 'active' : 'inactive',
      startedAt: row.created_at,
    });

async function enabledOf(reader: Reader): Promise<ReadonlySet<MonitorKind>> {
  const monitors = await monitorsOf(reader);
  return new Set(monitors.filter(({ is_enabled }) => is_enabled).map(({ kind }) => kind));
}

const statusesOf = (reader: Reader) => reader.db.selectFrom('monitoring_statuses').select(monitoringStatuses.all);

/** A status of a path. */
const statusOfPath: Subject<StatusRow> = {
  param: 'monitoringStatusId',
  notFound: errors.NotFound,
  async find(reader, reference, lock, params) {
    const { subject, ...found } = await person.find(reader, params?.personId as string, lock);
    const own = statusesOf(reader).where('person_id', '=', subject.person_id);
    const row = await reader.row(own.where('id', '=', reference));
    if (row === undefined) throw notFound('monitoring status', reference, 'monitoringStatusId', 'This borrower');
    return { ...found, subject: row };
  },
};

const endpoint = below({
  path: '/people/{personId}/monitoring-statuses',
  permission: 'person.monitoring',
  answer: MonitoringStatus,
});

export const statusRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'monitoringStatuses.list',
    summary: 'List how a borrower stands with the monitors',
    description: 'One for each monitor that was turned on since the borrower is there.',
    shape: 'list',
    query: list.query,
    list,
    subject: person,
    async read({ reader }, { query }, { person_id: personId }) {
      const each = shown(await enabledOf(reader));
      return list.page(reader, statusesOf(reader), query, { below: personId, each });
    },
  }),
  endpoint({
    name: 'monitoringStatuses.read',
    path: '/{monitoringStatusId}',
    summary: 'Read how a borrower stands with a monitor',
    subject: statusOfPath,
    read: async ({ reader }, _input, row) => shown(await enabledOf(reader))(row),
  }),
  endpoint({
    name: 'monitoringStatuses.create',
    summary: 'Look a borrower up now',
    description:
      'Before a judgment by default, a repossession or a charge-off. The day does it within seconds; of a monitor that is off it waits until the monitor is on. One that is there already is the answer.',
    subject: person,
    body: StatusCreate,
    example: { body: { serviceType: 'militaryDuty' } },
    command: (ctx, tx, { body: { serviceType } }, { person_id: personId }) => lookUpNow(ctx, tx, personId, serviceType),
  }),
];

async function lookUpNow(
  { now, position }: CommandContext,
  tx: Tx,
  personId: string,
  monitor: MonitorKind,
): Promise<MonitoringStatus> {
  enroll(tx, { now, position }, [personId], [monitor]);
  const own = statusesOf(tx).where('person_id', '=', personId).where('monitor', '=', monitor);
  const row = (await tx.row(own)) as StatusRow;
  return shown(await enabledOf(tx))(row);
}

export function writeStatus(tx: Tx, { person_id, id: statusId }: StatusRow, columns: Partial<StatusRow>): void {
  const { company_id: _, ...set } = columns as StatusRow;
  tx.write(
    tx.db.updateTable('monitoring_statuses').set(set).where('person_id', '=', person_id).where('id', '=', statusId),
  );
}
