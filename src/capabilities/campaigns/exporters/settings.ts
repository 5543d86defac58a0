// What a contact exporter says of its files: which contacts, which columns, and whether the rules of contact are asked.
import Type, { type Static } from 'typebox';
import { themes } from '#capabilities/company/index.ts';
import { contactAffiliations, contactLabels, contactTypes } from '#capabilities/people/index.ts';
import { Bool, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { fieldNames, formats, masks } from './fields.ts';

const oneOf = <const V extends readonly [string, ...string[]]>(values: V, description: string) =>
  Type.Optional(Nullable(Type.Array(StringEnum(values), { minItems: 1, maxItems: values.length }), { description }));

/** An archived contact is given to nobody. */
const statuses = ['primary', 'secondary', 'additional'] as const;

const ContactMatchingCriteria = Named('ContactMatchingCriteria')({
  label: oneOf(contactLabels, 'Any if not given.'),
  contactType: oneOf(contactTypes, 'Any if not given.'),
  affiliation: oneOf(contactAffiliations, 'Any if not given.'),
  status: oneOf(statuses, 'Any but archived if not given.'),
});

const ofAnswer = 'answer.';

/** A field of ours, or a column of the answer to the question. */
const field = Type.Unsafe<string>({
  type: 'string',
  pattern: `^(${fieldNames.join('|').replaceAll('.', '\\.')}|answer\\.[^\\u0000-\\u001f]{1,63})$`,
  'x-expected': `answer. and the name of a column of the answer, or one of ${fieldNames.join(', ')}`,
  examples: ['contact.value'],
  description: `What the column holds: ${fieldNames.map((name) => `\`${name}\``).join(', ')}; or \`answer.\` and the name of a column of the answer.`,
});

const ColumnSetting = Named('ExportedColumn')({
  field,
  outputName: Type.Optional(
    Nullable(Text({ min: 1, max: 100, example: 'phone' }), {
      description: 'What stands above it; the field if not given.',
    }),
  ),
  format: Type.Optional(
    Nullable(StringEnum(formats), {
      description:
        '`us`: dates as MM/DD/YYYY, phones as (303) 555-0123. `digits`: only the digits. As it is stored if not given.',
    }),
  ),
  mask: Type.Optional(
    Nullable(StringEnum(masks), {
      description: '`lastFour`: only the last four characters. `initial`: only the first one. Whole if not given.',
    }),
  ),
});

const checkedChannels = ['email', 'text', 'voice', 'mail'] as const;

const ComplianceCheck = Named('ExporterComplianceCheck')({
  channel: StringEnum(checkedChannels, { example: 'voice' }),
  subject: Type.Optional(Nullable(Text({ min: 1, max: 64, example: 'paymentDueDateReminder' }))),
  theme: Type.Optional(Nullable(StringEnum(themes), { description: 'Required where the subject implies none.' })),
  isTransactional: Type.Optional(
    Nullable(Bool, {
      description: 'False: whoever is called is offered something. As the subject implies if not given.',
    }),
  ),
});

const criteria = Described(ContactMatchingCriteria, {
  description: 'Which contacts: they fit each of these, and of each one of its values.',
});
const columns = Type.Array(ColumnSetting, {
  minItems: 1,
  maxItems: 100,
  description: 'The columns in their order. Each has another name above it.',
});
const check = Nullable(ComplianceCheck, {
  description:
    'Leaves out each contact that the rules of contact do not allow by this channel at noon of the company, on the day of the run. Null: nobody is asked.',
});

export const exporterFields = { contactMatchingCriteria: criteria, columnSettings: columns, checkCompliance: check };

export interface ExporterSettings {
  readonly contactMatchingCriteria: Static<typeof ContactMatchingCriteria>;
  readonly columnSettings: Static<typeof ColumnSetting>[];
  readonly checkCompliance: Static<typeof ComplianceCheck> | null;
}

/** The columns of the answer that files by these settings have. */
export const columnsOfAnswer = ({ columnSettings }: Pick<ExporterSettings, 'columnSettings'>): string[] => [
  ...new Set(columnSettings.flatMap(({ field: name }) => columnOfAnswer(name) ?? [])),
];

/** Undefined: it is a field of ours. */
export const columnOfAnswer = (name: string): string | undefined =>
  name.startsWith(ofAnswer) ? name.slice(ofAnswer.length) : undefined;

/** Without an exporter a file has the ids of the borrowers, each once. */
export const idsAlone: ExporterSettings = {
  contactMatchingCriteria: {},
  columnSettings: [{ field: 'borrower.id', outputName: 'id' }],
  checkCompliance: null,
};
