// The schema of a field of a case that has no column of its own: a custom field of a case type, or a field of a base type.
// Both have the same form.
import Type, { type Static } from 'typebox';
import { fieldTypes } from '#platform/conditions/named-context.ts';
import { Bool, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

export const textLengthMax = 1_000;
export const fieldsMax = 100;
const wordsMax = 100;

/** A value of any type that a field may have. */
const Scalar = Type.Unsafe<string | number | boolean>({
  type: ['string', 'number', 'boolean'],
  maxLength: textLengthMax,
  description: 'It has the type of the field.',
});

const FieldName = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[a-z][A-Za-z0-9]{0,49}$',
  'x-expected': 'a name in camel case, of at most 50 letters and digits',
  examples: ['branch'],
});

const FieldValidation = Named('FieldValidation')({
  enum: Nullable(Type.Array(Scalar, { minItems: 1, maxItems: wordsMax }), {
    description: 'The only values there are.',
  }),
  length: Nullable(Int({ min: 1, max: textLengthMax }), { description: 'The most characters of a text.' }),
  minValue: Nullable(Scalar),
  maxValue: Nullable(Scalar),
});

const dataType = StringEnum(fieldTypes, { description: 'A `date` is YYYY-MM-DD. A `number` is kept as it was sent.' });
const description = Text({ max: 500 });
const displayOrder = Int({
  min: 0,
  max: 1_000,
  description: 'The place in which it is shown; that in the list if absent.',
});
const prefix = Nullable(Text({ max: 20, example: '$' }));

export const CustomFieldSchema = Named('CustomFieldSchema')({
  fieldName: FieldName,
  name: Text({ max: 100, example: 'Branch' }),
  description,
  dataType,
  required: Bool,
  displayOrder,
  default: Nullable(Scalar),
  validation: Nullable(FieldValidation),
  displayPrefix: prefix,
  displayPostfix: prefix,
});
export type CustomFieldSchema = Static<typeof CustomFieldSchema>;

const optional = <const N extends keyof (typeof CustomFieldSchema)['properties']>(name: N) =>
  Type.Optional(CustomFieldSchema.properties[name]);

export const CustomFieldSchemaInput = Named('CustomFieldSchemaInput')({
  fieldName: FieldName,
  dataType,
  name: optional('name'),
  description: optional('description'),
  required: optional('required'),
  displayOrder: optional('displayOrder'),
  default: optional('default'),
  validation: Type.Optional(Nullable(Type.Partial(FieldValidation, { title: 'FieldValidationInput' }))),
  displayPrefix: optional('displayPrefix'),
  displayPostfix: optional('displayPostfix'),
});
export type CustomFieldSchemaInput = Static<typeof CustomFieldSchemaInput>;

/** The whole schema, in the order of its fields. */
export function wholeSchema(sent: CustomFieldSchemaInput, place: number): CustomFieldSchema {
  const { validation = null } = sent;
  return {
    fieldName: sent.fieldName,
    name: sent.name ?? sent.fieldName,
    description: sent.description ?? '',
    dataType: sent.dataType,
    required: sent.required ?? false,
    displayOrder: sent.displayOrder ?? place,
    default: sent.default ?? null,
    validation: validation && {
      enum: validation.enum ?? null,
      length: validation.length ?? null,
      minValue: validation.minValue ?? null,
      maxValue: validation.maxValue ?? null,
    },
    displayPrefix: sent.displayPrefix ?? null,
    displayPostfix: sent.displayPostfix ?? null,
  };
}
