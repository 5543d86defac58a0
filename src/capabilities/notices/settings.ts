// What the service says by itself, as the company sees it: each subject with its events, and what the company has changed.
import Type, { type Static } from 'typebox';
import { companyToHold } from '#capabilities/access/index.ts';
import { themeOf } from '#capabilities/interactions/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint, Subject } from '#platform/http/endpoint.ts';
import { Bool, DateTime, Described, Id, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { computedQueryByAge, pageOf } from '#platform/resource/computed-list.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { noticeChannels } from './channels.ts';
import { systemNoticeUpdated } from './events.ts';
import { noticeSubjects, systemNotices } from './system-notices.ts';
import type { NoticeOfLoanType } from './tables.ts';

const typesMax = 100;
const delayMax = 720;

const delayHours = Int({ min: 0, max: delayMax, example: 24 });

const OfLoanType = Named('NoticeOfLoanType')({
  loanTypeId: Text({ max: 12, example: 'LT-3M8K-Q7TZ' }),
  isEnabled: Nullable(Bool, { description: 'Null: as for all loans.' }),
  delayHours: Nullable(delayHours, { description: 'Null: as for all loans.' }),
});

const OfLoanTypeInput = Named('NoticeOfLoanTypeInput')({
  loanTypeId: Id('LT', 'loan type'),
  isEnabled: Type.Optional(Nullable(Bool)),
  delayHours: Type.Optional(Nullable(delayHours)),
});

const SystemNotice = Type.Object(
  {
    id: Described(Text({ max: 60, example: 'paymentFailed' }), { description: 'The subject of its messages.' }),
    object: Type.Literal('systemNotice'),
    theme: Text({ max: 60, example: 'opsServicing' }),
    events: Type.Array(Text({ max: 100, example: 'payment.failed' }), { description: 'What makes it.' }),
    description: Text({ max: 500, example: 'A payment was not made, before it had counted.' }),
    isRequired: Described(Bool, { description: 'The law asks for it: it cannot be switched off.' }),
    isEnabled: Described(Bool, { description: 'Whether it is sent.' }),
    delayHours: Described(delayHours, { description: 'So long after its event; 0 if not set.' }),
    channels: Type.Array(StringEnum(noticeChannels), { description: 'email if not set.' }),
    loanTypes: Type.Array(OfLoanType, { description: 'What holds for loans of some types alone.' }),
    updatedAt: Nullable(DateTime),
  },
  { title: 'SystemNotice' },
);
type SystemNotice = Static<typeof SystemNotice>;

const SystemNoticeUpdate = Type.Object(
  {
    isEnabled: Type.Optional(Nullable(Bool, { description: 'Null: as it is usual.' })),
    delayHours: Type.Optional(Nullable(delayHours)),
    channels: Type.Optional(
      Nullable(Type.Array(StringEnum(noticeChannels), { minItems: 1, maxItems: noticeChannels.length }), {
        description: 'Null: email.',
      }),
    ),
    loanTypes: Type.Optional(
      Type.Array(OfLoanTypeInput, { maxItems: typesMax, description: 'Replaces what held for loan types.' }),
    ),
  },
  { title: 'SystemNoticeUpdate' },
);
type SystemNoticeUpdate = Static<typeof SystemNoticeUpdate>;

type Stored = Omit<Awaited<ReturnType<typeof storedSettings>>[number], 'updated_at'> & {
  readonly updatedAt: SystemNotice['updatedAt'];
};

const storedSettings = (reader: Reader) =>
  reader.rows(
    reader.db
      .selectFrom('notice_settings')
      .select(['subject', 'is_enabled', 'delay_hours', 'channels', 'by_loan_type', 'updated_at']),
  );

const unset = (subject: string): Stored => ({
  subject,
  is_enabled: null,
  delay_hours: null,
  channels: null,
  by_loan_type: [],
  updatedAt: null,
});

async function allSettings(reader: Reader): Promise<Stored[]> {
  const rows = await storedSettings(reader);
  return noticeSubjects.map((subject) => {
    const row = rows.find((one) => one.subject === subject);
    return row === undefined ? unset(subject) : { ...row, updatedAt: row.updated_at };
  });
}

function present({ subject, is_enabled, delay_hours, channels: taken, by_loan_type, updatedAt }: Stored): SystemNotice {
  const all = systemNotices.filter((one) => one.subject === subject);
  return {
    id: subject,
    object: 'systemNotice',
    theme: themeOf(subject, null),
    events: [...new Set(all.map(({ event }) => event))],
    description: all.map(({ says }) => says).join(' '),
    isRequired: all.some(({ isRequired }) => isRequired),
    isEnabled: is_enabled ?? all.some(({ isOn }) => isOn),
    delayHours: delay_hours ?? 0,
    channels: taken ?? ['email'],
    loanTypes: by_loan_type.map(({ loanTypeId, isEnabled = null, delayHours: delay = null }) => ({
      loanTypeId,
      isEnabled,
      delayHours: delay,
    })),
    updatedAt,
  };
}

/** A command holds the company, so that changes come one after the other. */
const noticeOfPath: Subject<Stored> = {
  param: 'systemNoticeId',
  notFound: errors.NotFound,
  async find(reader, reference, lock) {
    if (lock) await reader.rows(companyToHold(reader));
    const stored = (await allSettings(reader)).find(({ subject }) => subject === reference);
    if (stored === undefined) throw notFound('system notice', reference, 'systemNoticeId');
    return { id: reader.realm.companyId, subject: stored };
  },
};

const endpoint = below({ path: '/system-notices', permission: 'system.notice', answer: SystemNotice });

export const noticeSettingRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'systemNotices.list',
    summary: 'List the notices of the system',
    description: 'What the service says to borrowers by itself, each subject with the events that make it.',
    shape: 'list',
    query: computedQueryByAge,
    read: async ({ reader }, { query }) => pageOf((await allSettings(reader)).map(present), query),
  }),
  endpoint({
    name: 'systemNotices.read',
    path: '/{systemNoticeId}',
    summary: 'Read a notice of the system',
    subject: noticeOfPath,
    read: async (_ctx, _input, stored) => present(stored),
  }),
  endpoint({
    name: 'systemNotices.update',
    path: '/{systemNoticeId}',
    summary: 'Switch a notice of the system, or time it',
    description:
      'What is not sent stays. It holds for events from now on. A notice that the law asks for cannot be switched off, nor sent later.',
    body: SystemNoticeUpdate,
    subject: noticeOfPath,
    emits: [systemNoticeUpdated],
    example: { body: { isEnabled: true, delayHours: 2 } },
    command: (ctx, tx, { body }, before) => updateNotice(ctx, tx, before, body),
  }),
];

/** Errors: InvalidRequest, NotFound. */
async function updateNotice(
  ctx: CommandContext,
  tx: Tx,
  before: Stored,
  sent: SystemNoticeUpdate,
): Promise<SystemNotice> {
  mustStayRequired(before.subject, sent);
  const after: Stored = {
    ...before,
    ...(sent.isEnabled !== undefined && { is_enabled: sent.isEnabled }),
    ...(sent.delayHours !== undefined && { delay_hours: sent.delayHours }),
    ...(sent.channels !== undefined && { channels: sent.channels }),
    ...(sent.loanTypes !== undefined && { by_loan_type: await namedTypes(tx, sent.loanTypes) }),
    updatedAt: ctx.now,
  };
  const row = {
    subject: after.subject,
    is_enabled: after.is_enabled,
    delay_hours: after.delay_hours,
    channels: after.channels,
    by_loan_type: JSON.stringify(after.by_loan_type),
    updated_at: ctx.now,
  };
  tx.write(
    tx.db
      .insertInto('notice_settings')
      .values(row)
      .onConflict((there) => there.columns(['company_id', 'subject']).doUpdateSet(row)),
  );
  const shown = present(after);
  ctx.emit(systemNoticeUpdated, ctx.realm.companyId, { systemNoticeId: shown.id, isEnabled: shown.isEnabled });
  return shown;
}

/** Errors: InvalidRequest. */
function mustStayRequired(subject: string, { isEnabled, delayHours: delay, loanTypes = [] }: SystemNoticeUpdate): void {
  if (!systemNotices.some((one) => one.subject === subject && one.isRequired)) return;
  const why = 'cannot be changed: the law asks for this notice, and for its time';
  if (isEnabled === false) throw refuseField('isEnabled', why, 'true, or null');
  if (delay != null && delay > 0) throw refuseField('delayHours', why, '0, or null');
  if (loanTypes.length > 0) throw refuseField('loanTypes', why, 'an empty list');
}

/** Errors: NotFound, InvalidRequest. */
async function namedTypes(
  tx: Tx,
  sent: NonNullable<SystemNoticeUpdate['loanTypes']>,
): Promise<readonly NoticeOfLoanType[]> {
  const named: NoticeOfLoanType[] = [];
  for (const [i, { loanTypeId, ...said }] of sent.entries()) {
    const { id } = await namedIn(`loanTypes[${i}].loanTypeId`, findLoanType(tx, loanTypeId));
    if (named.some((one) => one.loanTypeId === id)) {
      throw refuseField(`loanTypes[${i}].loanTypeId`, 'stands there twice', 'each loan type once');
    }
    named.push({ loanTypeId: id, ...said });
  }
  return named;
}
