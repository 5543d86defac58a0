// A file that asks a register about borrowers: made of those whose look is due, kept sealed for thirty days, downloaded by
// whoever takes it to the register.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import { identifyingOfMany } from '#capabilities/people/index.ts';
import { findBlob, keepBlob } from '#platform/blobs/keep-blobs.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import {
  type ArrivedContent,
  type Endpoint,
  endpoint,
  type MakeContext,
  type ReadContext,
} from '#platform/http/endpoint.ts';
import { newId } from '#platform/ids.ts';
import { DateTime, Int, StringEnum, Text } from '#platform/input/schemas.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { monitorOfPath, recheckDaysOf, type Setting } from '../monitor.ts';
import { type MonitorKind, monitorKinds } from '../words.ts';
import { requestForms } from './forms.ts';
import { monitorRequests, type RequestRow } from './tables.ts';

/** More go into another file: registers take about as many. */
const linesMax = 100_000;
const page = 500;
const secondsOfDay = 86_400;
const keptMicros = 30 * secondsOfDay * 1_000_000;

const MonitorRequest = Type.Object(
  {
    id: Text({ max: 12, example: 'MQ-7KQ2-M9XA' }),
    object: Type.Literal('monitorRequest'),
    monitor: StringEnum(monitorKinds),
    lines: Int({ min: 0, max: linesMax }),
    createdAt: DateTime,
  },
  { title: 'MonitorRequest' },
);

const show = ({ id, monitor, lines, created_at: createdAt }: Omit<RequestRow, 'company_id'>) => ({
  id,
  object: 'monitorRequest' as const,
  monitor,
  lines,
  createdAt,
});

export const requestRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'monitorRequests.create',
    path: '/monitors/{monitorId}/requests',
    summary: 'Make a file that asks a register about borrowers',
    description:
      'It asks about whoever is watched, has a number of the Social Security Administration and was not looked up for as long as recheckDays says: up to 100,000. militaryDuty: 119 characters a line, for the Defense Manpower Data Center. bankruptcy: JSON lines. Other monitors ask by no file. It can be downloaded for thirty days; answers come to POST …/files.',
    permission: 'monitor.request:create',
    subject: monitorOfPath,
    answer: MonitorRequest,
    example: {},
    make: (ctx, _input, setting) => make(ctx, setting),
    keepMade: (ctx, tx, made, _input, { kind }) => keep(ctx, tx, kind, made),
  }),
  endpoint({
    name: 'monitorRequests.download',
    path: '/monitors/{monitorId}/requests/{monitorRequestId}/content',
    summary: 'Download a file that asks a register',
    description: 'It holds the numbers of borrowers, and goes after thirty days.',
    permission: 'monitor.request:download.sensitive',
    shape: 'content',
    subject: monitorOfPath,
    showsPersonal: () => true,
    errors: [errors.NotFound],
    content: (ctx, { params }, { kind }) => content(ctx, kind, params.monitorRequestId),
  }),
];

/** Errors: InvalidRequest. */
async function make(ctx: MakeContext, setting: Setting) {
  const form = requestForms[setting.kind];
  if (form === undefined) {
    const kinds = Object.keys(requestForms).join(' or ');
    throw refuseField('monitorId', `asks no register by files: it is ${setting.kind}`, kinds);
  }
  const { reader, vault, caller } = ctx;
  const now = await ctx.now();
  const today = dateInZone(now, caller.timezone);
  const lookedBefore = addSeconds(now, -recheckDaysOf(setting) * secondsOfDay);
  const lines: string[] = [];
  for (let after = ''; lines.length < linesMax; ) {
    const due = await dueAfter(reader, { monitor: setting.kind, lookedBefore, after });
    const known = await identifyingOfMany(
      reader,
      vault,
      due.map(({ person_id }) => person_id),
    );
    for (const { person_id, id: reference } of due) {
      const person = known.get(person_id);
      if (person?.ssn != null && lines.length < linesMax)
        lines.push(form({ ...person, ssn: person.ssn, reference }, today));
    }
    const last = due.at(-1);
    if (last === undefined) break;
    after = last.person_id;
  }
  // A content has at least a byte, also where nobody's look is due.
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  return { ownerId: reader.realm.companyId, contentType: 'text/plain', bytes, lines: lines.length };
}

interface Due {
  readonly monitor: MonitorKind;
  readonly lookedBefore: ReturnType<typeof addSeconds>;
  readonly after: string;
}

const dueAfter = (reader: Reader, { monitor, lookedBefore, after }: Due) =>
  reader.rows(
    reader.db
      .selectFrom('monitoring_statuses')
      .select(['person_id', 'id'])
      .where('monitor', '=', monitor)
      .where((eb) => eb.or([eb('last_checked_at', 'is', null), eb('last_checked_at', '<=', lookedBefore)]))
      .where('person_id', '>', after)
      .orderBy('person_id')
      .limit(page),
  );

type Made = ArrivedContent & { readonly lines: number };

async function keep(ctx: CommandContext, tx: Tx, monitor: MonitorKind, made: Made) {
  const { companyId } = ctx.realm;
  await keepBlob(tx, ctx.vault.companySealer(companyId), made, ctx.machineMicros() + keptMicros);
  const row = {
    id: newId('MQ'),
    position: ctx.position(),
    monitor,
    content_id: made.id,
    lines: made.lines,
    created_at: ctx.now,
  };
  tx.write(tx.db.insertInto('monitor_requests').values(row), redraw('monitor_requests_pkey'));
  return show(row);
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
  return { blob, contentType: 'text/plain', fileName: `${monitor}-${id}.txt` };
}
