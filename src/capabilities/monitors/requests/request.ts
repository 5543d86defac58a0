// Files that ask a register about borrowers: made of those whose look is due, kept sealed for thirty days, left in the
// folder of the register where it has one, or downloaded by whoever takes them there.
import Type from 'typebox';
import { findBlob } from '#platform/blobs/keep-blobs.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint, MakeContext, ReadContext } from '#platform/http/endpoint.ts';
import { DateTime, Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { monitorErrors } from '../errors.ts';
import { monitorOfPath, mustBeOn, type Setting } from '../monitor.ts';
import { type MonitorKind, monitorKinds } from '../words.ts';
import { contentOfRequest, fileNameOf, keepRequest, linesMax, mustHaveRoom } from './ask.ts';
import { asksByFiles } from './forms.ts';
import { monitorRequests, type RequestRow } from './tables.ts';

const MonitorRequest = Type.Object(
  {
    id: Text({ max: 12, example: 'MQ-7KQ2-M9XA' }),
    object: Type.Literal('monitorRequest'),
    monitor: StringEnum(monitorKinds),
    lines: Int({ min: 0, max: linesMax }),
    createdAt: DateTime,
    leftAt: Nullable(DateTime, { description: 'When it was left in the folder of the register. Null: it was not.' }),
  },
  { title: 'MonitorRequest' },
);

const show = ({ id, monitor, lines, created_at: createdAt, left_at: leftAt }: Omit<RequestRow, 'company_id'>) => ({
  id,
  object: 'monitorRequest' as const,
  monitor,
  lines,
  createdAt,
  leftAt,
});

const list = defineList({ table: 'monitor_requests', below: 'monitor' });

const endpoint = below({
  path: '/monitors/{monitorId}/requests',
  permission: 'monitor.request',
  subject: monitorOfPath,
  answer: MonitorRequest,
});

export const requestRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'monitorRequests.list',
    summary: 'List the files that ask a register',
    description: 'Also those that were made by themselves for the folder of the register.',
    shape: 'list',
    query: list.query,
    list,
    read: ({ reader }, { query }, { kind }) =>
      list.page(reader, reader.db.selectFrom('monitor_requests').select(monitorRequests.all), query, {
        below: kind,
        each: (row: RequestRow) => show(row),
      }),
  }),
  endpoint({
    name: 'monitorRequests.create',
    summary: 'Make a file that asks a register about borrowers',
    description:
      'It asks about whoever is watched, has a number of the Social Security Administration and was not looked up for as long as recheckDays says: up to 100,000, and the next one about those behind. militaryDuty: 119 characters a line, for the Defense Manpower Data Center. bankruptcy and oFACSanctionedIndividual: JSON lines. reassignedNumber: of each phone its ten digits, a comma, and the day since which it is known to reach the borrower, for the database of reassigned numbers. Other monitors ask by no file. It can be downloaded for thirty days, and is left in the folder of the register where there is one (PUT …/file-place); answers come there, or to POST …/files. A company makes 24 in a day, of 256 MiB together.',
    errors: [monitorErrors.MonitorOff, monitorErrors.TooManyMonitorRequests],
    example: {},
    make: (ctx, _input, setting) => make(ctx, setting),
    keepMade: async (ctx, tx, made, _input, { kind }) => show(await keepRequest(ctx, tx, kind, made)),
  }),
  endpoint({
    name: 'monitorRequests.download',
    path: '/{monitorRequestId}/content',
    summary: 'Download a file that asks a register',
    description: 'It holds the numbers of borrowers, and goes after thirty days.',
    permission: 'monitor.request:download.sensitive',
    shape: 'content',
    showsPersonal: () => true,
    errors: [errors.NotFound],
    content: (ctx, { params }, { kind }) => content(ctx, kind, params.monitorRequestId),
  }),
];

/** Errors: InvalidRequest, MonitorOff, TooManyMonitorRequests. */
async function make({ reader, vault, caller, ...ctx }: MakeContext, setting: Setting) {
  if (!asksByFiles(setting.kind)) {
    const kinds = monitorKinds.filter(asksByFiles).join(' or ');
    throw refuseField('monitorId', `asks no register by files: it is ${setting.kind}`, kinds);
  }
  mustBeOn(setting);
  // Before the work; many at once are counted when each is kept.
  await mustHaveRoom(reader, ctx.machineMicros());
  const made = await contentOfRequest({ reader, vault, setting, now: await ctx.now(), zone: caller.timezone });
  return { ...made, ownerId: reader.realm.companyId, contentType: 'text/plain' };
}

/** Errors: NotFound. */
async function content({ reader, vault }: ReadContext, monitor: MonitorKind, id: string) {
  const own = reader.db.selectFrom('monitor_requests').select(monitorRequests.all).where('id', '=', id);
  const row = await reader.row(own.where('monitor', '=', monitor));
  const { companyId } = reader.realm;
  const blob = row && (await findBlob(reader, vault.companySealer(companyId), companyId, row.content_id));
  if (row === undefined) throw notFound('request', id, 'monitorRequestId', 'This monitor');
  if (blob === undefined) {
    throw new Refusal(errors.NotFound, `The file of ${id} is older than thirty days.`, {
      data: { path: 'monitorRequestId' },
    });
  }
  return { blob, contentType: 'text/plain', fileName: fileNameOf(row) };
}
