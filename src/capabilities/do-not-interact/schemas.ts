// Requests and answers of do-not-interacts.
import Type, { type Static, type TSchema } from 'typebox';
import { themes } from '#capabilities/company/index.ts';
import { channels, contactLabels } from '#capabilities/people/index.ts';
import {
  DateOnly,
  DateTime,
  Described,
  Id,
  Int,
  Named,
  Nullable,
  NullIsSaid,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { blockedChannels, blockedThemes, sources } from './rules/words.ts';

const optional = <S extends TSchema>(schema: S) => Type.Optional(Nullable(schema));
const hour = (description: string, min: number, max: number) => Int({ min, max, description });

const Hours = Named('DoNotInteractHours')({
  fromHour: hour('It holds from this hour on.', 0, 23),
  toHour: hour('It holds until this hour; 24 is the end of the day.', 1, 24),
});

const fields = {
  channels: Type.Array(StringEnum(blockedChannels), { maxItems: 10, description: '`all` if none is given.' }),
  themes: Type.Array(StringEnum(blockedThemes), {
    maxItems: 20,
    description: '`all` if none is given. Messages about signing in (`opsAccountCredentials`) are never covered.',
  }),
  daysOfWeek: Type.Array(Int({ min: 0, max: 7 }), {
    maxItems: 8,
    description: 'From 1, Monday, to 7, Sunday; 0 is Sunday as well. None: every day.',
  }),
  timesOfDay: Type.Array(Hours, { maxItems: 24, description: 'None: the whole day.' }),
  contactLabels: Type.Array(StringEnum(contactLabels), {
    maxItems: 10,
    description: 'Only contacts with these labels. None: all.',
  }),
};
const startDate = { description: 'The first day; today if not given.' };
const endDate = { description: 'The last day, today or later. Null: until it is taken away.' };
const timezone = Text({ min: 1, max: 64, example: 'America/Chicago' });
const zoneWords = { description: 'Whose clocks count. Null: those of where the borrower is.' };

export const DoNotInteract = Type.Object(
  {
    id: Text({ max: 12, example: 'DN-5KX8-W2NB' }),
    object: Type.Literal('doNotInteract'),
    companyId: Text({ max: 12 }),
    personId: Text({ max: 12 }),
    caseId: Text({ max: 12, example: 'CS-2W9K-M4RT' }),
    source: StringEnum(sources, {
      description: 'Who made it: a person or a program, a type, a bulk action of a supercase.',
    }),
    doNotInteractTypeId: Nullable(Text({ max: 12 }), { description: 'The version of the type that made it.' }),
    ...fields,
    startDate: DateOnly,
    endDate: Nullable(DateOnly, endDate),
    timezone: Nullable(timezone, zoneWords),
    endedAt: Nullable(DateTime, { description: 'When its last day was over, or its type released it.' }),
    ...madeByFields,
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
    deletedAt: Nullable(DateTime),
  },
  { title: 'DoNotInteract' },
);
export type DoNotInteract = Static<typeof DoNotInteract>;

export const DoNotInteractInput = Type.Object(
  {
    channels: optional(fields.channels),
    themes: optional(fields.themes),
    startDate: Type.Optional(Nullable(DateOnly, startDate)),
    endDate: Type.Optional(NullIsSaid(Nullable(DateOnly, endDate))),
    daysOfWeek: optional(fields.daysOfWeek),
    timesOfDay: optional(fields.timesOfDay),
    timezone: Type.Optional(Nullable(timezone, zoneWords)),
    contactLabels: optional(fields.contactLabels),
  },
  { title: 'DoNotInteractInput' },
);
export type DoNotInteractInput = Static<typeof DoNotInteractInput>;

const Block = Named('DoNotInteractBlock')({
  doNotInteractId: Text({ max: 12 }),
  caseId: Text({ max: 12 }),
  zone: Text({ max: 64, description: 'By whose clocks it holds at this moment.' }),
  endDate: Nullable(DateOnly),
  reason: Text({ max: 1_000 }),
});

export const DoNotInteractCheck = Type.Object(
  {
    isBlocked: Type.Boolean(),
    blocks: Type.Array(Block, { description: 'The do-not-interacts that block it, each with its reason.' }),
  },
  { title: 'DoNotInteractCheck' },
);

export const checkQuery = {
  channel: Type.Optional(StringEnum(channels, { description: 'Absent: it may be any.', example: 'voice' })),
  theme: Type.Optional(StringEnum(themes, { description: 'Absent: it may be any.', example: 'opsCollDebt' })),
  contactId: Type.Optional(Id('CT', 'contact', { description: 'A contact of this borrower. Absent: it may be any.' })),
  at: Type.Optional(Described(DateTime, { description: 'When it is meant to be; now if not given.' })),
  timezone: Type.Optional(
    Described(timezone, { description: 'Where the borrower is; the zone of the company if not given.' }),
  ),
};
