// What the company watches: each monitor on or off, for whom, and how often.
import Type, { type Static } from 'typebox';
import { companyToHold } from '#capabilities/access/index.ts';
import { typeEvents } from '#capabilities/case-types/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint, Subject } from '#platform/http/endpoint.ts';
import { Bool, DateTime, Described, Id, Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { computedQueryByAge, pageOf } from '#platform/resource/computed-list.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { startEnrolling } from './enroll.ts';
import { monitorErrors } from './errors.ts';
import { monitorUpdated } from './events.ts';
import { makeStandardTypes } from './standard-types.ts';
import type { MonitorRow } from './tables.ts';
import { type MonitorKind, monitorKinds, usualRecheckDays } from './words.ts';

const typesMax = 100;
const recheckDays = Int({ min: 1, max: 365, example: 7 });

const Monitor = Type.Object(
  {
    id: StringEnum(monitorKinds, { example: 'bankruptcy' }),
    object: Type.Literal('monitor'),
    isEnabled: Bool,
    recheckDays: Described(recheckDays, { description: 'So many days after a look the next one comes.' }),
    loanTypeIds: Type.Array(Text({ max: 12, example: 'LT-3M8K-Q7TZ' }), {
      description: 'Only borrowers with an open loan of one of these types are watched. Empty: all borrowers.',
    }),
    stopsAutopay: Described(Bool, {
      description:
        'Whether a hit that is not only possible, or was confirmed, ends the autopay of the borrower’s loans. True of bankruptcies and deaths if not set.',
    }),
    capsInterest: Described(Bool, {
      description:
        'Whether a case of militaryDuty that was approved bounds the interest of loans from before the service at 6 %. False if not set: people do.',
    }),
    suspendsLateFees: Described(Bool, {
      description:
        'Whether a case of federalEmergency that is not only possible, or was confirmed, suspends the late fees of the borrower’s loans from the first day of the incident until the relief is over. False if not set: people do.',
    }),
    operationId: Nullable(Text({ max: 12, example: 'OP-7KQ2-M9XA' }), {
      description: 'The operation that enrolls the borrowers who are there. Null: it was never turned on.',
    }),
    updatedAt: Nullable(DateTime),
  },
  { title: 'Monitor' },
);
type Monitor = Static<typeof Monitor>;

const MonitorUpdate = Type.Object(
  {
    isEnabled: Type.Optional(Bool),
    recheckDays: Type.Optional(Nullable(recheckDays, { description: 'Null: as often as is usual.' })),
    stopsAutopay: Type.Optional(Nullable(Bool)),
    capsInterest: Type.Optional(Nullable(Bool)),
    suspendsLateFees: Type.Optional(Nullable(Bool)),
    loanTypeIds: Type.Optional(Type.Array(Id('LT', 'loan type'), { maxItems: typesMax })),
  },
  { title: 'MonitorUpdate' },
);

/** A monitor, set or not. */
export type Setting = Omit<MonitorRow, 'company_id' | 'updated_at'> & Pick<Monitor, 'updatedAt'>;

const unset = (kind: MonitorKind): Setting => ({
  kind,
  is_enabled: false,
  recheck_days: null,
  stops_autopay: null,
  caps_interest: null,
  suspends_late_fees: null,
  loan_type_ids: [],
  operation_id: null,
  updatedAt: null,
});

/** All of them, in the order of their words. */
export async function monitorsOf(reader: Reader): Promise<Setting[]> {
  const rows = await reader.rows(reader.db.selectFrom('monitors').selectAll());
  return monitorKinds.map((kind) => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined ? unset(kind) : { ...row, updatedAt: row.updated_at };
  });
}

const present = (setting: Setting): Monitor => ({
  id: setting.kind,
  object: 'monitor',
  isEnabled: setting.is_enabled,
  recheckDays: recheckDaysOf(setting),
  loanTypeIds: [...setting.loan_type_ids],
  stopsAutopay: stopsAutopay(setting),
  capsInterest: capsInterest(setting),
  suspendsLateFees: suspendsLateFees(setting),
  operationId: setting.operation_id,
  updatedAt: setting.updatedAt,
});

export const recheckDaysOf = ({ kind, recheck_days: days }: Setting): number => days ?? usualRecheckDays[kind];

export const stopsAutopay = ({ kind, stops_autopay: is }: Setting): boolean =>
  is ?? (kind === 'bankruptcy' || kind === 'deceased');

export const capsInterest = ({ kind, caps_interest: is }: Setting): boolean => kind === 'militaryDuty' && is === true;

export const suspendsLateFees = ({ kind, suspends_late_fees: is }: Setting): boolean =>
  kind === 'federalEmergency' && is === true;

/** Errors: MonitorOff. */
export function mustBeOn(setting: Setting | undefined): void {
  if (setting?.is_enabled === true) return;
  throw new Refusal(monitorErrors.MonitorOff, `The monitor ${setting?.kind} is off.`, { data: { path: 'monitorId' } });
}

/** Whether it watches a borrower with these open loans. */
export const watches = (
  { loan_type_ids: types }: Pick<Setting, 'loan_type_ids'>,
  loans: readonly { readonly loanTypeId: string }[],
): boolean => types.length === 0 || loans.some(({ loanTypeId }) => types.includes(loanTypeId));

/** The monitor of a path. A command holds the company, so that changes come one after the other. */
export const monitorOfPath: Subject<Setting> = {
  param: 'monitorId',
  notFound: errors.NotFound,
  async find(reader, reference, lock) {
    if (lock) await reader.rows(companyToHold(reader));
    const setting = (await monitorsOf(reader)).find(({ kind }) => kind === reference);
    if (setting === undefined) throw notFound('monitor', reference, 'monitorId');
    return { id: reader.realm.companyId, subject: setting };
  },
};

const endpoint = below({ path: '/monitors', permission: 'monitor', answer: Monitor });

export const monitorRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'monitors.list',
    summary: 'List the monitors',
    description: 'All that there are, on or off.',
    shape: 'list',
    query: computedQueryByAge,
    read: async ({ reader }, { query }) => pageOf((await monitorsOf(reader)).map(present), query),
  }),
  endpoint({
    name: 'monitors.read',
    path: '/{monitorId}',
    summary: 'Read a monitor',
    subject: monitorOfPath,
    read: async (_ctx, _input, setting) => present(setting),
  }),
  endpoint({
    name: 'monitors.update',
    path: '/{monitorId}',
    summary: 'Turn a monitor on or off, or change whom it watches',
    description:
      'Turned on, an operation enrolls the borrowers who are there, and each that comes later is enrolled by itself. Where the company has no case type of this kind one is made, with do-not-interact types where the law closes contact. Turned off, nobody is looked up any more; what was found stays. In test mode a simulated register is asked; in live mode the files of registers answer (POST …/files). Disasters come from the declarations that are brought.',
    body: MonitorUpdate,
    subject: monitorOfPath,
    emits: [monitorUpdated],
    mayEmit: typeEvents,
    example: { body: { isEnabled: true, recheckDays: 7 } },
    command: (ctx, tx, { body }, before) => updateMonitor(ctx, tx, before, body),
  }),
];

/** What only one monitor asks of loans. */
const monitorOf = { capsInterest: 'militaryDuty', suspendsLateFees: 'federalEmergency' } as const;

/** Errors: InvalidRequest, NotFound. */
async function updateMonitor(
  ctx: CommandContext,
  tx: Tx,
  before: Setting,
  sent: Static<typeof MonitorUpdate>,
): Promise<Monitor> {
  const { isEnabled = before.is_enabled, recheckDays: days = before.recheck_days, loanTypeIds } = sent;
  for (const [field, kind] of Object.entries(monitorOf)) {
    if (sent[field as keyof typeof monitorOf] !== true || before.kind === kind) continue;
    throw refuseField(field, `is nothing of ${before.kind}`, 'null, or nothing');
  }
  const types = await Promise.all(
    (loanTypeIds ?? []).map((one, i) => namedIn(`loanTypeIds[${i}]`, findLoanType(tx, one))),
  );
  const typeIds = loanTypeIds === undefined ? before.loan_type_ids : [...new Set(types.map(({ id }) => id))];
  const { kind } = before;
  if (isEnabled && kind !== 'reassignedNumber') await makeStandardTypes(ctx, tx, kind);
  // Whoever was left out before is looked up now.
  const enrolls = isEnabled && (!before.is_enabled || typeIds.join() !== before.loan_type_ids.join());
  const operation_id = enrolls ? startEnrolling(ctx, tx, kind).id : before.operation_id;
  const set = {
    is_enabled: isEnabled,
    recheck_days: days,
    stops_autopay: sent.stopsAutopay === undefined ? before.stops_autopay : sent.stopsAutopay,
    caps_interest: sent.capsInterest === undefined ? before.caps_interest : sent.capsInterest,
    suspends_late_fees: sent.suspendsLateFees === undefined ? before.suspends_late_fees : sent.suspendsLateFees,
    loan_type_ids: typeIds,
    operation_id,
    updated_at: ctx.now,
  };
  tx.write(
    tx.db
      .insertInto('monitors')
      .values({ kind, ...set })
      .onConflict((there) => there.columns(['company_id', 'kind']).doUpdateSet(set)),
  );
  ctx.emit(monitorUpdated, ctx.realm.companyId, { monitor: kind, isEnabled });
  return present({ kind, ...set, updatedAt: ctx.now });
}
