// A file of a register is brought: kept sealed as it arrives, then read by an operation.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Operation } from '#platform/http/operation-routes.ts';
import { DateOnly, Described } from '#platform/input/schemas.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { Upload } from '#platform/uploads/receive-lines.ts';
import type { OperationView } from '#platform/work/operations/operations.ts';
import { monitorErrors } from '../errors.ts';
import { formats } from '../formats/formats.ts';
import { monitorsOf, mustBeOn } from '../monitor.ts';
import { monitorKinds } from '../words.ts';
import { beginReading, readBefore } from './begin.ts';

const query = {
  asOf: Type.Optional(Described(DateOnly, { description: 'The day of which the file tells. Today if not given.' })),
};

const example =
  '{"clientReference":"MS-7KQ2-M9XA","courtId":"insbke","caseNumberFull":"1:26-bk-10482","bankruptcyChapter":"13","dateFiled":"2026-05-04","lastName":"Lovelace","ssnLast4":"7002"}\n';

export const fileRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'monitorFiles.import',
    path: '/monitors/{monitorId}/files',
    summary: 'Bring a file of a register',
    description:
      'The bytes as the register gave them, up to 2,000,000 lines, as application/x-ndjson whatever its lines are. deceased: the Death Master File of the Social Security Administration, 100 characters a line. militaryDuty: answers of the Defense Manpower Data Center, 183 characters a line. bankruptcy: JSON lines, as the locator of the federal courts lists cases. oFACSanctionedIndividual: JSON lines, as a screening answers: clientReference, screenedDate, and of an entry that fits listName, entryId, matchScore and dateOfBirth. reassignedNumber: the lines of our request with the answer of the database of reassigned numbers behind them, yes, no or no data. An operation: first the whole file is checked, and one with a line that is wrong, cut off or about a borrower of somebody else is refused with each such line (up to 100), and changes nothing. Then each borrower who is found is brought once, whatever crashes. The same bytes are read once. Whoever brings it has prepared what it says: in a workflow with a tool that takes a value from the case, they approve nothing that follows from it. Of a monitor that is off no file is taken.',
    permission: 'monitor.file:import',
    shape: 'operation',
    status: 202,
    query,
    line: Type.Object({}, { title: 'LineOfRegister', description: 'A line in the form of the files of the monitor.' }),
    answer: Operation,
    errors: [errors.TooManyImports, errors.NotFound, monitorErrors.MonitorFileRepeated, monitorErrors.MonitorOff],
    example: { body: example },
    begin: (ctx, tx, upload, { params: { monitorId }, query: asked }) =>
      begin(ctx, tx, upload, { monitorId, ...asked }),
  }),
];

interface Asked {
  readonly monitorId: string;
  readonly asOf?: CivilDate;
}

/** Errors: NotFound, InvalidRequest, MonitorOff, MonitorFileRepeated. */
async function begin(
  ctx: CommandContext,
  tx: Tx,
  upload: Upload,
  { monitorId, asOf: said }: Asked,
): Promise<OperationView> {
  const monitor = monitorKinds.find((kind) => kind === monitorId);
  if (monitor === undefined) throw notFound('monitor', monitorId, 'monitorId');
  if (formats[monitor] === undefined) {
    throw refuseField(
      'monitorId',
      `is ${monitor}, of which no register gives files`,
      Object.keys(formats).join(' or '),
    );
  }
  mustBeOn((await monitorsOf(tx)).find(({ kind }) => kind === monitor));
  const today = dateInZone(ctx.now, ctx.caller.timezone);
  const asOf = said ?? today;
  if (asOf > today) throw refuseField('asOf', 'is in the future', `a date until ${today}`);
  const before = await readBefore(tx, monitor, upload.hash);
  if (before !== undefined) throw repeated(before);
  return beginReading(ctx, tx, { monitor, asOf, upload }, () => repeated(null));
}

const repeated = (operationId: string | null): Refusal =>
  new Refusal(monitorErrors.MonitorFileRepeated, 'The same bytes were brought for this monitor before.', {
    data: { path: '', operationId },
  });
