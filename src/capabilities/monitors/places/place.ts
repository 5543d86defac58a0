// Where the files of a register are left and fetched: a folder of this machine, or a host of the register.
import Type, { type Static } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, mustHaveNone, refuseField } from '#platform/errors.ts';
import { type CompanyPlace, samePlace } from '#platform/file-places/company-place.ts';
import {
  placeCredentials,
  placeFields,
  placeOf,
  problemsOfCredentials,
  problemsOfPlace,
} from '#platform/file-places/place-settings.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { DateTime, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { withMaker } from '#platform/with-maker.ts';
import { placeUpdated } from '../events.ts';
import { formats } from '../formats/formats.ts';
import { monitorOfPath } from '../monitor.ts';
import { asksByFiles } from '../requests/forms.ts';
import { secretsPart } from '../sealed.ts';
import { type MonitorKind, monitorKinds } from '../words.ts';
import { monitorPlaces, type PlaceRow } from './tables.ts';

const fields = placeFields(
  'the register',
  'Where the register leaves its answers: it is looked at every minute while the monitor is on, and what lies there unchanged is read once. Nothing is deleted there. Nothing is fetched if not sent.',
);

const FilePlace = Named('MonitorFilePlace')({
  object: Type.Literal('monitorFilePlace'),
  monitor: StringEnum(monitorKinds),
  ...fields,
  lastReachedAt: Nullable(DateTime, { description: 'When it was last reached.' }),
  failures: Int({ min: 0, max: 2_147_483_647, description: 'So many times in a row it was not reached.' }),
  lastFailure: Nullable(Text({ max: 1_000, example: 'The host said nothing for 120 seconds.' }), {
    description: 'Why it was not reached, or why a file was not left or fetched. Null: all went well.',
  }),
  lastFileName: Nullable(Text({ max: 255, example: 'answers.txt' }), {
    description: 'The last file that was fetched.',
  }),
  lastFileOperationId: Nullable(Text({ max: 12, example: 'OP-7KQ2-M9XA' }), {
    description: 'The operation that reads it, or has read the same bytes before.',
  }),
  lastFileFailure: Nullable(Text({ max: 1_000, example: 'The body holds no line.' }), {
    description: 'Why nothing reads it. Null: the operation does.',
  }),
  createdAt: DateTime,
  updatedAt: Nullable(DateTime),
});
type FilePlace = Static<typeof FilePlace>;

const FilePlaceReplace = Named('MonitorFilePlaceReplace')({
  ...fields,
  credentials: Type.Optional(
    Nullable(Type.Object(placeCredentials), {
      description: 'For sftp: a key or a password. If not sent, those of before stay, for the same host alone.',
    }),
  ),
});
type FilePlaceReplace = Static<typeof FilePlaceReplace>;

const show = ({ settings, ...row }: PlaceRow): FilePlace => ({
  object: 'monitorFilePlace',
  monitor: row.monitor,
  ...settings,
  lastReachedAt: row.last_reached_at,
  failures: row.failures,
  lastFailure: row.last_failure,
  lastFileName: row.last_file_name,
  lastFileOperationId: row.last_file_operation_id,
  lastFileFailure: row.last_file_failure,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const placeRow = (reader: Reader, monitor: MonitorKind): Promise<PlaceRow | undefined> =>
  reader.row(reader.db.selectFrom('monitor_places').select(monitorPlaces.all).where('monitor', '=', monitor));

/** Errors: NotFound. */
async function findPlace(reader: Reader, monitor: MonitorKind): Promise<PlaceRow> {
  const row = await placeRow(reader, monitor);
  if (row === undefined) throw notFound('place for files', monitor, 'monitorId', 'This monitor');
  return row;
}

const endpoint = below({
  path: '/monitors/{monitorId}/file-place',
  permission: 'monitor.place',
  subject: monitorOfPath,
  answer: FilePlace,
});

export const placeRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'monitorPlaces.read',
    summary: 'Read where the files of a register are left and fetched',
    errors: [errors.NotFound],
    read: async ({ reader }, _input, { kind }) => show(await findPlace(reader, kind)),
  }),
  endpoint({
    name: 'monitorPlaces.update',
    summary: 'Say where the files of a register are left and fetched',
    description:
      'While the monitor is on, a request is made there once a day about those whose look is due, besides those of POST …/requests, and answers are fetched and read as POST …/files reads them: each file once, and a file that is wrong anywhere changes nothing. A folder of this machine lies below `registers`, apart from those of banks. Keys and passwords are kept sealed and never shown. Whoever has set the place or changed it has prepared what its files say, as whoever brings a file has.',
    body: FilePlaceReplace,
    emits: [placeUpdated],
    example: {
      body: {
        kind: 'sftp',
        folder: 'incoming',
        incomingFolder: 'answers',
        host: 'sftp.register.example.com',
        username: 'acme',
        hostKey: 'SHA256:F6gAz1eC0yyGGbxTBLkrx2ca6jvfI0mPXkQ6XWp8iV4',
        credentials: { password: 'a password of the host' },
      },
    },
    command: (ctx, tx, { body }, { kind }) => replacePlace(ctx, tx, kind, body),
  }),
  endpoint({
    name: 'monitorPlaces.delete',
    summary: 'Leave and fetch no files of a register any more',
    description: 'What was fetched stays. Requests are then downloaded, and answers brought.',
    shape: 'message',
    says: 'Files of this register are left and fetched no more.',
    errors: [errors.NotFound],
    emits: [placeUpdated],
    command: (ctx, tx, _input, { kind }) => deletePlace(ctx, tx, kind),
  }),
];

/** Errors: InvalidRequest. */
async function replacePlace(
  ctx: CommandContext,
  tx: Tx,
  monitor: MonitorKind,
  { credentials, ...sent }: FilePlaceReplace,
): Promise<FilePlace> {
  if (formats[monitor] === undefined) {
    throw refuseField(
      'monitorId',
      `is ${monitor}, of which no register gives files`,
      Object.keys(formats).join(' or '),
    );
  }
  mustHaveNone([...problemsOfPlace(ctx.settings, sent, ''), ...problemsOfCredentials(sent, credentials)]);
  const settings = placeOf(sent);
  const before = await placeRow(tx, monitor);
  const row: PlaceRow = {
    company_id: ctx.realm.companyId,
    monitor,
    position: before?.position ?? ctx.position(),
    settings,
    makers: withMaker(before?.makers, ctx.caller.actor),
    secrets_sealed: secretsAfter(ctx, monitor, { before, settings, credentials }),
    due_at: ctx.machineMicros(),
    request_at: asksByFiles(monitor) ? (before?.request_at ?? ctx.machineMicros()) : null,
    failures: 0,
    last_failure: null,
    last_reached_at: before?.last_reached_at ?? null,
    last_file_name: before?.last_file_name ?? null,
    last_file_operation_id: before?.last_file_operation_id ?? null,
    last_file_failure: before?.last_file_failure ?? null,
    created_at: before?.created_at ?? ctx.now,
    updated_at: before === undefined ? null : ctx.now,
  };
  const { company_id: _, ...columns } = row;
  const set = { ...columns, settings: JSON.stringify(settings) };
  tx.write(
    tx.db
      .insertInto('monitor_places')
      .values(set)
      .onConflict((there) => there.columns(['company_id', 'monitor']).doUpdateSet(set)),
  );
  ctx.emit(placeUpdated, ctx.realm.companyId, { monitor });
  return show(row);
}

interface Secrets {
  readonly before: PlaceRow | undefined;
  readonly settings: CompanyPlace;
  readonly credentials: FilePlaceReplace['credentials'];
}

/** A host that is another, or shows another key, must not be shown the password of this one. Errors: InvalidRequest. */
function secretsAfter(ctx: CommandContext, monitor: MonitorKind, { before, settings, credentials }: Secrets) {
  if (settings.kind === 'directory') return null;
  if (credentials) {
    return ctx.vault.companySealer(ctx.realm.companyId).seal(secretsPart(monitor), JSON.stringify(credentials));
  }
  if (before?.secrets_sealed != null && samePlace(before.settings, settings)) return before.secrets_sealed;
  throw refuseField('credentials', 'are missing', 'the private key or the password of the host: it is another one');
}

/** Errors: NotFound. */
async function deletePlace(ctx: CommandContext, tx: Tx, monitor: MonitorKind): Promise<void> {
  await findPlace(tx, monitor);
  tx.write(tx.db.deleteFrom('monitor_places').where('monitor', '=', monitor));
  ctx.emit(placeUpdated, ctx.realm.companyId, { monitor });
}
