// Bulk sendings: how far they are, what came of each row, and whoever starts one says when it rests.
import Type, { type Static, type TSchema } from 'typebox';
import { movingBy } from '#capabilities/cases/index.ts';
import { countMembers, populationsToBring, supercaseErrors, supercaseOfPath } from '#capabilities/supercases/index.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint, type Subject } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { referenceOf } from '#platform/ids.ts';
import { DateTime, Described, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { pauseExample } from '../examples.ts';
import { channel, ofMessage, subject } from '../schemas.ts';
import { bulkSendingChanged } from './events.ts';
import { findBulk } from './find.ts';
import { moveBulk } from './move.ts';
import type { BulkSource } from './source.ts';
import { startBulk } from './start.ts';
import { bulkStates } from './states.ts';
import { membersSource } from './supercase-members.ts';
import {
  type BulkRow,
  type BulkSendingRow,
  bulkResults,
  bulkRows,
  bulkSendings,
  pauseReasons,
  sourceNames,
} from './tables.ts';

const said = <S extends TSchema>(schema: S, description: string) => Type.Optional(Nullable(schema, { description }));
const id = (example: string) => Text({ max: 12, example });

const time = Type.Unsafe<string>({
  type: 'string',
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  'x-expected': 'a time of day such as 09:00',
  examples: ['09:00'],
});

const SendingWindow = Named('SendingWindow')({ from: time, to: time });

const counts = Object.fromEntries(bulkResults.map((one) => [one, Type.Integer()])) as Record<
  (typeof bulkResults)[number],
  ReturnType<typeof Type.Integer>
>;

const BulkSending = Type.Object(
  {
    id: id('BG-7KQ2-M9XA'),
    object: Type.Literal('bulkSending'),
    companyId: id('CP-2W8D-K4TN'),
    source: Described(StringEnum(sourceNames), { description: 'What gives the rows.' }),
    sourceId: id('SC-7KQ2-M9XA'),
    subject,
    channel,
    pacePerMinute: Nullable(Type.Integer()),
    window: Nullable(SendingWindow, { description: 'Hours of the company between which messages are made.' }),
    state: StringEnum(bulkStates),
    pausedBecause: Nullable(StringEnum(pauseReasons), {
      description:
        '`rightsLost`: whoever started or resumed it last may not send any more. Whoever resumes it needs the same permissions. `restored`: the database was restored from a backup, and rows that are not done here may have been sent since.',
    }),
    total: Type.Integer(),
    done: Type.Integer(),
    counts: Described(Named('BulkSendingCounts')(counts), { description: 'What came of the rows that are done.' }),
    goesOnAt: Nullable(DateTime, { description: 'When it goes on, while it waits for its pace or its hours.' }),
    ...madeByFields,
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
    finishedAt: Nullable(DateTime),
  },
  { title: 'BulkSending' },
);

const BulkSendingRowShown = Type.Object(
  {
    id: id('MB-7KQ2-M9XA'),
    object: Type.Literal('bulkSendingRow'),
    personId: id('BO-3M8K-Q7TZ'),
    result: StringEnum(bulkResults, {
      description:
        'What came of it when its turn was. `failed`: no text was made. What became of the message is told by its interaction.',
    }),
    messageId: Nullable(id('EM-7KQ2-M9XA')),
    interactionId: Nullable(id('IN-5KX8-W2NB')),
    until: Nullable(DateTime, { description: 'Until when it is held, or when it is sent.' }),
    blockedBy: Type.Array(Text({ max: 100 }), { description: 'The rules that stand against it.' }),
    failure: Nullable(Text({ max: 100 }), { description: 'Why no text was made.' }),
    variable: Nullable(Text({ max: 200 }), { description: 'What the text asks for and is not there.' }),
    createdAt: DateTime,
  },
  { title: 'BulkSendingRow' },
);

const present = presenter<typeof BulkSending, BulkSendingRow>(BulkSending);
const presentRow = presenter<typeof BulkSendingRowShown, BulkRow>(BulkSendingRowShown);

function showBulk(row: BulkSendingRow): Static<typeof BulkSending> {
  const { window_from: from, window_to: to, counts: stored } = row;
  return present(row, {
    window: from === null || to === null ? null : { from, to },
    counts: Object.fromEntries(bulkResults.map((one) => [one, stored[one] ?? 0])) as Static<
      typeof BulkSending
    >['counts'],
    goesOnAt: row.act_at,
  });
}

const bulkOfPath: Subject<BulkSendingRow> = {
  param: 'bulkSendingId',
  notFound: errors.NotFound,
  async find(reader, reference, lock) {
    const named = referenceOf(reference);
    const row = await findBulk(reader, 'id' in named ? named.id : '', lock);
    if (row === undefined) throw notFound('bulk sending', reference, 'bulkSendingId');
    return { id: row.company_id, subject: row };
  },
};

const bulkList = defineList({
  table: 'bulk_sendings',
  filters: { state: StringEnum(bulkStates), sourceId: id('SC-7KQ2-M9XA') },
});
const rowList = defineList({
  table: 'bulk_rows',
  below: 'bulk_sending_id',
  filters: { result: StringEnum(bulkResults) },
});

const one = below({
  path: '/communicator/bulk-sendings/{bulkSendingId}',
  permission: 'communicator.bulk',
  subject: bulkOfPath,
  answer: BulkSending,
});

const SupercaseSend = Type.Object(
  {
    ...ofMessage,
    pacePerMinute: said(Int({ min: 1, max: 100_000 }), 'So many in a minute at most; as fast as it goes if not given.'),
    window: said(SendingWindow, 'Only between these hours of the company; at any time if not given.'),
  },
  { title: 'SupercaseSend' },
);

const sendPermission = 'supercase:bulk.send';

export const bulkRoutes = (sources: readonly BulkSource[]): readonly Endpoint[] => [
  endpoint({
    name: 'subcases.send',
    path: '/supercases/{supercaseId}/subcases/send',
    summary: 'Send a message to all borrowers of a supercase',
    description:
      'One message for each member, made strictly: where the text asks for what is not there, that member fails. `loan` and `case` are those of the member. Each is asked for by the rules of contact as any message is. The answer is the bulk sending, which can be paused and canceled.',
    permission: sendPermission,
    status: 202,
    subject: supercaseOfPath,
    body: SupercaseSend,
    answer: BulkSending,
    errors: [supercaseErrors.SupercaseClosed, supercaseErrors.NoSubcases],
    emits: [bulkSendingChanged],
    example: {
      body: {
        subject: 'freeForm',
        theme: 'opsServicing',
        channel: 'email',
        context: { subjectLine: 'Relief', text: 'We are here to help.' },
      },
    },
    async command(ctx, tx, { body }, ofCases) {
      const populationIds = await populationsToBring(tx, ofCases);
      const { subject: sent, channel: by, pacePerMinute = null, window = null, ...message } = body;
      const row = startBulk(movingBy(ctx), tx, {
        source: membersSource.name,
        sourceId: ofCases.id,
        given: { populationIds },
        total: await countMembers(tx, { populationIds }),
        subject: sent,
        channel: by,
        message,
        pacePerMinute,
        window,
        needs: [sendPermission],
      });
      return showBulk(row);
    },
  }),
  endpoint({
    name: 'bulkSendings.list',
    path: '/communicator/bulk-sendings',
    summary: 'List the bulk sendings',
    permission: 'communicator.bulk:list',
    shape: 'list',
    query: bulkList.query,
    list: bulkList,
    answer: BulkSending,
    read: ({ reader }, { query }) =>
      bulkList.page(reader, reader.db.selectFrom('bulk_sendings').select(bulkSendings.all), query, {
        each: (row) => showBulk(row as BulkSendingRow),
      }),
  }),
  one({ name: 'bulkSendings.read', summary: 'Read a bulk sending', read: async (_ctx, _input, row) => showBulk(row) }),
  one({
    name: 'bulkSendings.update',
    summary: 'Pause, resume or cancel a bulk sending',
    description:
      'What was made before goes out; PUT of its interactions takes those back that wait. Whoever resumes it needs the permissions that it was started with.',
    body: Type.Object({ state: StringEnum(['running', 'paused', 'canceled']) }, { title: 'BulkSendingUpdate' }),
    emits: [bulkSendingChanged],
    example: { body: pauseExample },
    mayEmit: sources.flatMap(({ mayEmit = [] }) => mayEmit),
    async command(ctx, tx, { body: { state } }, row) {
      // Whoever lets it go on answers for it.
      if (state === 'running') for (const need of row.needs) mustHave(ctx.caller, need);
      const moved = moveBulk(movingBy(ctx), tx, row, state);
      if (moved !== row) await sources.find(({ name }) => name === row.source)?.changed?.(ctx, tx, moved);
      return showBulk(moved);
    },
  }),
  one({
    name: 'bulkSendingRows.list',
    path: '/rows',
    permission: 'communicator.bulk:read',
    summary: 'List what came of each row of a bulk sending',
    shape: 'list',
    query: rowList.query,
    list: rowList,
    answer: BulkSendingRowShown,
    read: ({ reader }, { query }, { id: below }) =>
      rowList.page(reader, reader.db.selectFrom('bulk_rows').select(bulkRows.all), query, {
        below,
        each: (row) => presentRow(row as BulkRow, { blockedBy: (row as BulkRow).blocked_by }),
      }),
  }),
];
