// A supercase: something that happened to many borrowers at once, and how the cases that it makes look.
import Type from 'typebox';
import { type CaseTypeFound, caseStatuses, caseTypeFor } from '#capabilities/case-types/index.ts';
import { caseOutcome, moveAfter } from '#capabilities/cases/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, mustHaveNone, refuseField } from '#platform/errors.ts';
import type { Endpoint, Subject } from '#platform/http/endpoint.ts';
import {
  Bool,
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  Id,
  Int,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { supercaseErrors } from './errors.ts';
import { supercaseStates } from './states.ts';
import { disasterPrograms, type SupercaseRow, supercases, supercaseTypes } from './tables.ts';

const FemaDisasterDetails = Named('FemaDisasterSummary')({
  description: Text({ max: 200, example: 'SEVERE STORMS AND FLOODING' }),
  incidentType: Text({ max: 50, example: 'Flood' }),
  declarationDate: DateOnly,
  programs: Described(Type.Array(StringEnum(disasterPrograms)), {
    description: 'What is declared in at least one of its areas.',
  }),
  areas: Described(Type.Array(Text({ max: 200, example: 'Harris (County)' })), {
    description:
      'Their names in the order of the alphabet; more of each: GET /fema-disasters/{id}/fema-disaster-details.',
  }),
});

export const supercase = defineResource({
  name: 'supercase',
  plural: 'supercases',
  prefix: 'SC',
  table: supercases,
  fields: {
    externalId: ExternalId({ max: 50, example: 'flood-26' }),
    supercaseType: StringEnum(supercaseTypes, { description: 'It does not change. `generic` if not given.' }),
    name: Text({ min: 1, max: 100, example: 'Floods along the Wabash' }),
    description: Nullable(Text({ max: 1000, example: 'Borrowers of the counties along the river.' }), {
      description: 'What happened. No personal data: it is about no single borrower.',
    }),
    eventStartedAt: Nullable(DateTime, { description: 'When it happened, or began.' }),
    status: StringEnum(caseStatuses, { description: 'A new one is `initiated`.' }),
    statusUpdatedAt: DateTime,
    outcome: Nullable(caseOutcome, {
      description: 'How it ended: it is completed with an outcome, and else has none.',
    }),
    subcaseTypeId: Nullable(Text({ max: 12, example: 'CE-4K7T-M2XW' }), {
      description: 'The type of the cases that it makes. Null: the base type that is named as its supercaseType.',
    }),
    subcaseName: Nullable(Text({ max: 100, example: 'Flood relief' }), {
      description: 'The name of its cases, where these are generic; all others have that of their type.',
    }),
    autoCreated: Described(Bool, { description: 'True: a program has made it. False if not given.' }),
    femaDisasterNumber: Nullable(Int({ min: 1, max: 999_999, example: 4801 }), {
      description: 'The number of a declared disaster; only of a federalEmergency.',
    }),
    femaMonitoringEndDate: Nullable(DateOnly, {
      description: 'Until when the disaster is watched; only of a federalEmergency.',
    }),
    femaDisasterDetails: Nullable(FemaDisasterDetails, {
      description: 'What was declared; only of a supercase that the monitor of disasters has made.',
    }),
    ...madeByFields,
  },
  onlyShown: ['femaDisasterDetails', 'statusUpdatedAt', 'createdByType', 'createdById'],
  taken: { subcaseTypeId: Nullable(Id('CE', 'case type', { description: 'An active type of the company.' })) },
  defaults: { supercaseType: 'generic', status: 'initiated', autoCreated: false },
  sort: ['createdAt', 'name', 'status'],
  filters: { supercaseType: StringEnum(supercaseTypes), status: StringEnum(caseStatuses) },
  told: { status: StringEnum(caseStatuses), supercaseType: StringEnum(supercaseTypes) },
  events: { created: 'A supercase was made.', updated: 'A supercase was changed, or came to another status.' },
  endpoints: {
    list: {},
    create: {
      description: 'It has no cases yet: those follow from its populations.',
      errors: [errors.NotFound],
      body: { name: 'Floods along the Wabash', supercaseType: 'federalEmergency', femaDisasterNumber: 4801 },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. `status` moves it; what is completed or canceled changes only by `reopened`. Its cases keep their own statuses.',
      errors: [supercaseErrors.SupercaseClosed],
      body: { status: 'processing' },
    },
  },
});

export const supercaseRoutes: readonly Endpoint[] = supercase.endpoints({
  async beforeWrite(ctx, tx, { before, row, sent }) {
    mustFit(before, row);
    const moved = moveAfter(supercaseStates, before, sent);
    if (before === undefined || sent.subcaseTypeId !== undefined || sent.subcaseName !== undefined) {
      await subcaseTypeOf(tx, row);
    }
    return {
      ...moved,
      ...(moved.status !== before?.status && { status_updated_at: ctx.now }),
      ...(before === undefined && madeBy(ctx.caller.actor)),
    };
  },
});

/** Errors: InvalidRequest. */
function mustFit(before: SupercaseRow | undefined, row: SupercaseRow): void {
  const { supercase_type: type, fema_disaster_number: number, fema_monitoring_end_date: end } = row;
  const isRecast = before !== undefined && before.supercase_type !== type;
  const stays = {
    path: 'supercaseType',
    message: 'does not change',
    expected: `${before?.supercase_type}, or nothing`,
  };
  const ofFema = Object.entries({ femaDisasterNumber: number, femaMonitoringEndDate: end });
  const strange = type === 'federalEmergency' ? [] : ofFema.filter(([, value]) => value !== null);
  const message = `stands in no supercase of the type ${type}`;
  mustHaveNone([
    ...(isRecast ? [stays] : []),
    ...strange.map(([path]) => ({ path, message, expected: 'null, or nothing' })),
  ]);
}

type OfSubcases = Pick<SupercaseRow, 'supercase_type' | 'subcase_type_id' | 'subcase_name'>;

/** The type of the cases that it makes. Errors: NotFound, InvalidRequest. */
export async function subcaseTypeOf(reader: Reader, row: OfSubcases): Promise<CaseTypeFound> {
  const { subcase_type_id: caseTypeId, supercase_type: caseType, subcase_name: name } = row;
  const asked = caseTypeId === null ? { caseType } : { caseTypeId };
  const type = await namedIn('subcaseTypeId', caseTypeFor(reader, asked));
  if (name !== null && type.caseType !== 'generic') {
    throw refuseField('subcaseName', 'is that of the type', `null, or nothing; its cases are named ${type.name}`);
  }
  const demanded = type.customFieldSchemas.find(({ required }) => required);
  if (demanded === undefined) return type;
  const message = `demands the field ${demanded.fieldName} of each case`;
  throw refuseField('subcaseTypeId', message, 'a type whose fields may all be empty');
}

const { param, notFound, find } = supercase.subject;

/** The supercase of a path: a command locks it, so that what is done to its populations comes one after the other. */
export const supercaseOfPath: Subject<SupercaseRow> = {
  param,
  notFound,
  async find(...asked) {
    const { subject, ...found } = await find(...asked);
    return { ...found, subject: subject.row };
  },
};
