// A case: what it is about, who works on it, and how it ended.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import { person, personSealers, sealerOf } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, Refusal, refuseField } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import {
  Bool,
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  Id,
  MetaData,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import { start } from '#platform/states.ts';
import { namedLoans, ofLoan, tellAssociations } from './associations.ts';
import { datesAfter } from './case-dates.ts';
import { caseStatuses, openStatuses } from './case-values.ts';
import { caseErrors } from './errors.ts';
import { caseAssociationAdded, caseAssociationRemoved, caseChanged, toldOfCase } from './events.ts';
import { ownerAfter } from './owner.ts';
import { caseStates, verbOfStatus } from './states.ts';
import { type CaseRow, cases } from './tables.ts';
import { baseCaseTypes, type CaseTypeFound, caseTypeFor, checkCustomFields, fieldsOfBase, typeOfCase } from './types/index.ts';

const id = (example: string) => Text({ max: 12, example });
const caseType = StringEnum(baseCaseTypes, { description: 'The base type; `generic` if no type is given.' });
const outcome = Type.Unsafe<string>({
  type: 'string',
  maxLength: 50,
  pattern: '^[a-z][A-Za-z0-9]*$',
  'x-expected': 'one word of at most 50 letters and digits, such as approved, rejected, resolved or unresolved',
  examples: ['approved'],
});

export const caseResource = defineResource({
  name: 'case',
  plural: 'cases',
  prefix: 'CS',
  table: cases,
  below: { path: '/people/{personId}', subject: person, column: 'person_id', words: 'This borrower' },
  fields: {
    externalId: ExternalId({ max: 255, example: 'case-81' }),
    caseType,
    caseTypeId: Nullable(id('CE-4K7T-M2XW'), {
      description: 'The version of the company’s type of which it was made. Null: the base type itself.',
    }),
    name: Nullable(Text({ max: 100, example: 'Asks for a copy of the contract' }), {
      description:
        'A case of the base type `generic` takes a name; all others, and those without one, have that of their type. No personal data: lists are sorted by it.',
    }),
    status: StringEnum(caseStatuses, { description: 'A new case is `initiated`.' }),
    statusUpdatedAt: DateTime,
    outcome: Nullable(outcome, { description: 'How it ended: a case is completed with an outcome, and no other has one.' }),
    noticeSentDate: Nullable(DateOnly, {
      description: 'When the validation notice was sent: it counts as received five working days later.',
    }),
    receivedDate: Nullable(DateOnly, {
      description: 'When what it is about reached the company: today if it is not given and the law sets a term.',
    }),
    dueDate: Nullable(DateOnly, {
      description:
        'By when it must be answered. In disputes and debt validations it follows from receivedDate: 30 days; 90 in disputes of purchases.',
    }),
    dueDateExtended: Described(Bool, {
      description: 'True: the borrower has added information to a dispute at a credit bureau, which then has 45 days.',
    }),
    owningEmployeeId: Nullable(id('EE-3T8M-K4QZ'), { description: 'The employee who works on it.' }),
    owningTeamId: Nullable(id('TM-6M2W-K9QX'), { description: 'The team that works on it, in place of an employee.' }),
    loanIds: Type.Array(id('LN-7T2X-P5QG'), { description: 'The loans of this borrower that it is about.' }),
    fields: Described(MetaData, { description: 'The fields that its base type brings. What is not sent stays.' }),
    customFields: Described(MetaData, {
      description: 'The fields that the company’s type adds. What is not sent stays; null clears one.',
    }),
    lastViewedAt: Nullable(DateTime, { description: 'When somebody last said that they look at it.' }),
    lastSubresourceUpdatedAt: Nullable(DateTime, { description: 'When something below it last changed.' }),
    ...madeByFields,
  },
  onlyShown: ['statusUpdatedAt', 'lastViewedAt', 'lastSubresourceUpdatedAt', 'createdByType', 'createdById'],
  taken: {
    caseTypeId: Nullable(Id('CE', 'case type', { description: 'An active type of the company.' })),
    owningEmployeeId: Nullable(Id('EE', 'employee', { description: 'An active employee.' })),
    owningTeamId: Nullable(Id('TM', 'team')),
    loanIds: Type.Array(Id('LN', 'loan'), { maxItems: 100, description: 'All of them: they replace the earlier ones.' }),
  },
  defaults: { caseType: 'generic', status: 'initiated', dueDateExtended: false, loanIds: [] },
  sealed: { fields: ['fields', 'customFields'], sealersOf: personSealers },
  atMost: 1_000,
  sort: ['createdAt', 'updatedAt', 'status', 'statusUpdatedAt', 'dueDate', 'caseType', 'name'],
  filters: {
    caseType: StringEnum(baseCaseTypes),
    status: StringEnum(caseStatuses),
    outcome: Text({ max: 50 }),
    loanId: ofLoan,
  },
  endpoints: {
    list: { description: 'All of a borrower, open or not.' },
    create: {
      description:
        'It is `initiated`. A borrower has one collection case that is open. Borrowers do not see cases.',
      errors: [caseErrors.CollectionCaseOpen],
      emits: [caseChanged, caseAssociationAdded],
      body: { caseType: 'bankruptcy', fields: { courtCaseNumber: '26-10482' } },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. `status` moves it; what is completed or canceled changes only by `reopened`, alone or with other fields.',
      errors: [caseErrors.CaseClosed, caseErrors.CollectionCaseOpen],
      emits: [caseChanged, caseAssociationAdded, caseAssociationRemoved],
      body: { status: 'processing' },
    },
  },
  whenTaken: {
    cases_open_collection: (row, cause) =>
      new Refusal(caseErrors.CollectionCaseOpen, `The borrower ${row.person_id} has an open collection case already.`, {
        data: { path: row.updated_at === null ? 'caseType' : 'status', expected: 'the case that is there' },
        cause,
      }),
  },
});

/** What a listener works with: a command has it, and so has the work of the day. */
export type MovingContext = Pick<CommandContext, 'realm' | 'now' | 'machineNow' | 'position' | 'vault' | 'emit'> & {
  readonly timezone: string;
};

/** A case that has just been made or has come to another status. */
export interface MovedCase {
  readonly row: CaseRow;
  /** Null: it was just made. */
  readonly wasStatus: CaseRow['status'] | null;
  readonly fields: Details;
  readonly customFields: Details;
  readonly doNotInteractTypeIds: readonly string[];
}

/** What later capabilities do in the commit that makes or moves a case. */
export interface CaseListener {
  readonly mayEmit: readonly EventKind[];
  moved(ctx: MovingContext, tx: Tx, moved: MovedCase): Promise<void>;
}

type Details = Readonly<Record<string, unknown>>;

interface OfType {
  readonly fields: Details;
  readonly customFields: Details;
}

export function caseEndpoints(listeners: readonly CaseListener[]): Endpoint[] {
  const mayEmit = listeners.flatMap((one) => one.mayEmit);
  return caseResource.endpoints({
    mayEmit: { create: mayEmit, update: mayEmit },
    async beforeWrite(ctx, tx, { before, row, sent, parent }) {
      const sealer = sealerOf(ctx.vault, parent);
      mustNotRecast(before, sent);
      const type = before === undefined ? await typeFor(tx, sent) : await typeOfCase(tx, before);
      const moved = moveAfter(before, sent);
      const today = dateInZone(ctx.now, ctx.caller.timezone);
      const [owner, loanIds] = await Promise.all([
        ownerAfter(tx, before, sent),
        sent.loanIds && namedLoans(tx, row.person_id, sent.loanIds),
      ]);
      const details = detailsAfter(type, before && detailsOf(sealer, before), sent);
      return {
        ...moved,
        ...(moved.status !== before?.status && { status_updated_at: ctx.now }),
        ...(before === undefined && { ...madeBy(ctx.caller.actor), case_type: type.caseType, case_type_id: type.id }),
        name: nameAfter(type, before, sent.name),
        ...datesAfter(type.caseType, before, sent, today),
        ...owner,
        ...(loanIds && { loan_ids: loanIds }),
        details_sealed: caseResource.withDetails(sealer, row, details as never).details_sealed,
      };
    },
    async afterWrite(ctx, tx, { before, row, parent }) {
      const about = { about: { caseId: row.id } };
      ctx.emit(caseChanged, row.person_id, { ...toldOfCase(row), previousStatus: before?.status ?? null }, about);
      tellAssociations(ctx, before?.loan_ids ?? [], row);
      if (row.status === before?.status || listeners.length === 0) return;
      const { doNotInteractTypeIds } = await typeOfCase(tx, row);
      const details = detailsOf(sealerOf(ctx.vault, parent), row);
      const moved = { row, wasStatus: before?.status ?? null, ...details, doNotInteractTypeIds };
      for (const one of listeners) await one.moved({ ...ctx, timezone: ctx.caller.timezone }, tx, moved);
    },
  });
}

export function detailsOf(sealer: Sealer, row: CaseRow): OfType {
  const { fields, customFields } = caseResource.open(sealer, row);
  return { fields: fields ?? {}, customFields: customFields ?? {} };
}

/** Errors: NotFound, InvalidRequest. */
async function typeFor(tx: Tx, { caseTypeId, caseType: asked }: Sent): Promise<CaseTypeFound> {
  return caseTypeFor(tx, { caseTypeId, caseType: asked ?? (caseTypeId ? undefined : 'generic') });
}

type Sent = Parameters<typeof caseResource.add>[2];

/** Errors: InvalidRequest. */
function mustNotRecast(before: CaseRow | undefined, sent: Sent): void {
  if (before === undefined) return;
  const stays = { caseType: before.case_type, caseTypeId: before.case_type_id };
  mustHaveNone(
    (['caseType', 'caseTypeId'] as const)
      .filter((field) => sent[field] !== undefined && sent[field] !== stays[field])
      .map((path) => ({ path, message: 'of a case does not change', expected: `${stays[path]}, or nothing` })),
  );
}

/** The status after the write, and the outcome with it. Errors: InvalidRequest, CaseClosed. */
function moveAfter(before: CaseRow | undefined, sent: Sent): Pick<CaseRow, 'status' | 'outcome'> {
  const from = before?.status ?? start;
  const about = { id: before?.id ?? '' };
  const wanted = sent.status ?? before?.status ?? 'initiated';
  const status = wanted === from ? wanted : caseStates.move(from, verbOfStatus[wanted], about).to;
  const isAlone = Object.entries(sent).every(([field, value]) => field === 'status' || value === undefined);
  if (status === from && !isAlone) caseStates.mustAllow(status, 'change', about);
  const kept = status === from ? (before?.outcome ?? null) : null;
  const ended = sent.outcome === undefined ? kept : sent.outcome;
  if (status === 'completed' && ended === null) {
    throw refuseField('outcome', 'is missing', 'how the case ended, such as approved, rejected, resolved or unresolved');
  }
  if (status !== 'completed' && ended !== null) {
    throw refuseField('outcome', `stands in no case that is ${status}`, 'nothing before the status completed');
  }
  return { status, outcome: ended };
}

/** Errors: InvalidRequest. */
function nameAfter(type: CaseTypeFound, before: CaseRow | undefined, sent: string | null | undefined): string {
  const given = sent?.trim() || null;
  if (given !== null && given !== (before?.name ?? type.name) && type.caseType !== 'generic') {
    throw refuseField('name', 'is that of the type', `${type.name}, or nothing; only a generic case has a name of its own`);
  }
  return sent === undefined && before !== undefined ? before.name : (given ?? type.name);
}

/** What was sent is laid over what is there; null clears a field, or all of them. Errors: InvalidRequest. */
function detailsAfter(type: CaseTypeFound, before: OfType | undefined, { fields, customFields }: Sent): OfType {
  const laid = (had: Details = {}, sent: Details | null | undefined): Details =>
    sent === null ? {} : Object.fromEntries(Object.entries({ ...had, ...sent }).filter(([, value]) => value !== null));
  const isNew = before === undefined;
  const checked = (schemas: typeof type.customFieldSchemas, had: Details | undefined, sent: typeof fields, path: string) =>
    sent === undefined && !isNew ? (had ?? {}) : checkCustomFields(schemas, laid(had, sent), path);
  return {
    fields: checked(fieldsOfBase(type.caseType), before?.fields, fields, 'fields'),
    customFields: checked(type.customFieldSchemas, before?.customFields, customFields, 'customFields'),
  };
}

/** Nothing below a closed case changes either. Errors: CaseClosed. */
export const mustBeOpen = ({ id, status }: CaseRow): void => caseStates.mustAllow(status, 'change', { id });

/** The case with other columns, written. */
export function changeCase(tx: Tx, before: CaseRow, columns: Partial<CaseRow>): CaseRow {
  const row = { ...before, ...columns };
  caseResource.change(tx, before, row);
  return row;
}

/** Something below the case has changed. */
export const touchCase = ({ now }: Pick<CommandContext, 'now'>, tx: Tx, before: CaseRow): CaseRow =>
  changeCase(tx, before, { last_subresource_updated_at: now });

export const isOpen = ({ status }: Pick<CaseRow, 'status'>): boolean => (openStatuses as readonly string[]).includes(status);
