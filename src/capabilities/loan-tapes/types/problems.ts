// What is wrong with a tape type, all of it by field.
import { conditionProblems } from '#platform/conditions/check-condition.ts';
import { readCondition } from '#platform/conditions/language.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { catalogueOf, fieldIn } from '../catalogue/catalogue.ts';
import { expressionOf, expressionProblems, kindOfColumn, meant } from '../catalogue/expression.ts';
import type { Kind, TapeField } from '../catalogue/field.ts';
import type { TapeTypeRow } from '../tables.ts';
import { fileNameProblems } from './file-name.ts';
import { widthProblems } from './widths.ts';

export const metaDataField = 'loanMetaData';

type Checked = Pick<
  TapeTypeRow,
  | 'tape_type'
  | 'fields'
  | 'calculated_columns'
  | 'field_name_mappings'
  | 'loan_meta_data_fields'
  | 'filter'
  | 'field_widths'
  | 'masks'
  | 'tape_output_format'
  | 'compression_type'
  | 'custom_file_name'
  | 'should_report_draws_separately'
>;

/** Errors: InvalidRequest. */
export function mustBeSound(type: Checked, permissions: ReadonlySet<string>): void {
  mustHaveNone([
    ...columnProblems(type),
    ...nameProblems(type),
    ...mapProblems(type),
    ...(type.filter === null
      ? []
      : conditionProblems('filter', type.filter, { contexts: [catalogueOf(type).context], permissions })),
    ...formatProblems(type),
    ...widthProblems(columnsSaid(type)),
    ...fileNameProblems(type),
  ]);
  mustHaveNone([...drawProblems(type), ...permissionProblems(type, permissions)]);
}

/** Without rows of draws their columns would be empty in each row. */
function drawProblems(type: Checked): Problem[] {
  const path = 'shouldReportDrawsSeparately';
  if (type.should_report_draws_separately)
    return type.tape_type === 'loans' ? [] : [{ path, message: 'is for loans', expected: 'false, for payments' }];
  return [...fieldsRead(type)]
    .filter((name) => fieldNamed(type, name)?.source === 'draw')
    .map((name) => ({ path, message: `is false, and ${name} is of draws`, expected: 'true, for fields of draws' }));
}

type OfKind = Pick<Checked, 'tape_type'>;

const fieldNamed = (type: OfKind, name: string): TapeField | undefined => fieldIn(catalogueOf(type), name);

const isColumn = (type: Checked, name: string): boolean =>
  name === metaDataField ||
  fieldNamed(type, name) !== undefined ||
  type.calculated_columns.some((one) => one.name === name);

const columnProblems = (type: Checked): Problem[] => [
  ...type.fields.flatMap((name, i) => {
    const path = `fields[${i}]`;
    if (!isColumn(type, name))
      return [{ path, message: `"${name}" is no field of a tape`, expected: meant(catalogueOf(type), name) }];
    if (type.fields.indexOf(name) !== i)
      return [{ path, message: `${name} stands there twice`, expected: 'each field once' }];
    return [];
  }),
  ...type.calculated_columns.flatMap(({ name, type: gives, expression }, i) => {
    const path = `calculatedColumns[${i}]`;
    const isTaken = name === metaDataField || fieldNamed(type, name) !== undefined;
    const isTwice = type.calculated_columns.findIndex((one) => one.name === name) !== i;
    return [
      ...(isTaken || isTwice
        ? [{ path: `${path}.name`, message: `${name} is the name of another column`, expected: 'a name of its own' }]
        : []),
      ...expressionProblems(catalogueOf(type), { path: `${path}.expression`, text: expression, type: gives }),
    ];
  }),
  ...metaDataProblems(type),
];

function metaDataProblems({ fields, loan_meta_data_fields: keys }: Checked): Problem[] {
  const isNamed = fields.includes(metaDataField);
  if (isNamed === keys.length > 0) return [];
  return isNamed
    ? [{ path: 'loanMetaDataFields', message: 'is empty', expected: `the keys that ${metaDataField} has` }]
    : [{ path: 'loanMetaDataFields', message: `has no effect`, expected: `${metaDataField} among the fields` }];
}

/** Each column by the name that mappings, widths and masks have of it: one for each key of the meta data. */
const columnFields = ({
  fields,
  loan_meta_data_fields: keys,
}: Pick<Checked, 'fields' | 'loan_meta_data_fields'>): readonly string[] =>
  fields.flatMap((name) => (name === metaDataField ? keys.map((key) => `${metaDataField}.${key}`) : [name]));

/** The names that the columns have in the file, in their order. */
export const columnNames = (
  type: Pick<Checked, 'fields' | 'field_name_mappings' | 'loan_meta_data_fields'>,
): readonly string[] => {
  const { field_name_mappings: names } = type;
  return columnFields(type).map((name) => (Object.hasOwn(names, name) ? (names[name] as string) : name));
};

/** What a column holds; a key of the meta data is a text. */
function kindNamed(type: OfKind & Pick<Checked, 'calculated_columns'>, name: string): Kind {
  const calculated = type.calculated_columns.find((one) => one.name === name);
  return fieldNamed(type, name)?.kind ?? (calculated === undefined ? 'text' : kindOfColumn[calculated.type]);
}

const columnsSaid = (type: Checked) =>
  columnFields(type).map((field) => ({
    field,
    // What is masked is a text, which is cut where its column ends.
    kind: Object.hasOwn(type.masks, field) ? ('text' as const) : kindNamed(type, field),
    words: fieldNamed(type, field)?.words,
    width: Object.hasOwn(type.field_widths, field) ? type.field_widths[field] : undefined,
  }));

function nameProblems(type: Checked): Problem[] {
  const names = columnNames(type);
  return names.flatMap((name, i) =>
    names.indexOf(name) === i
      ? []
      : [{ path: 'fieldNameMappings', message: `two columns are called ${name}`, expected: 'a name for each column' }],
  );
}

function mapProblems(type: Checked): Problem[] {
  const named = new Set(columnsSaid(type).map(({ field }) => field));
  const maps = {
    fieldNameMappings: type.field_name_mappings,
    fieldWidths: type.field_widths,
    masks: type.masks,
  };
  return Object.entries(maps).flatMap(([path, map]) =>
    Object.keys(map)
      .filter((name) => !named.has(name))
      .map((name) => ({
        path: `${path}.${name}`,
        message: 'names no column',
        expected: name === metaDataField ? `${name}. and one of its keys` : 'one of the fields of the tape',
      })),
  );
}

const formatProblems = ({ tape_output_format: format, compression_type: compression, ...type }: Checked): Problem[] => [
  ...(format === 'parquet' && compression !== 'noCompression'
    ? [{ path: 'compressionType', message: 'is not for parquet', expected: 'noCompression: it is compressed inside' }]
    : []),
  ...Object.entries(type.masks).flatMap(([name, mask]) => {
    const kind = kindNamed(type, name);
    if (mask === 'year' ? kind === 'date' : ['text', 'id', 'word', 'date'].includes(kind)) return [];
    const expected = mask === 'year' ? 'a mask of a date' : 'a mask of a text';
    return [{ path: `masks.${name}`, message: `cannot hide a part of this column`, expected }];
  }),
];

/** The fields of the catalogue that a tape of the type reads. */
export function fieldsRead(type: Checked): ReadonlySet<string> {
  const { fields, calculated_columns: own, filter } = type;
  const named = own
    .filter(({ name }) => fields.includes(name))
    .flatMap(({ expression }) => [...expressionOf(catalogueOf(type), expression).names]);
  const filtered = filter === null ? [] : readCondition(filter).names.map(({ path }) => path);
  return new Set([...fields, ...named, ...filtered].filter((name) => fieldNamed(type, name) !== undefined));
}

/** Whether its tapes tell who somebody is, or may: what a company keeps with a loan is its own. */
export const isPersonal = (type: Checked): boolean =>
  type.fields.includes(metaDataField) || [...fieldsRead(type)].some((name) => fieldNamed(type, name)?.isPersonal);

function permissionsOfField(type: OfKind, name: string): readonly string[] {
  const { permissions } = catalogueOf(type);
  const own = fieldNamed(type, name)?.permission;
  return own === undefined ? permissions : [...permissions, own];
}

/** The permissions that whoever makes or reads such tapes must have besides. */
export const permissionsOfType = (type: Checked): readonly string[] => [
  ...new Set([
    ...catalogueOf(type).permissions,
    ...[...fieldsRead(type)].flatMap((name) => permissionsOfField(type, name)),
  ]),
];

function permissionProblems(type: Checked, permissions: ReadonlySet<string>): Problem[] {
  return [...fieldsRead(type)].flatMap((name) => {
    const lacking = permissionsOfField(type, name).find((permission) => !permissions.has(permission));
    if (lacking === undefined) return [];
    return [{ path: 'fields', message: `${name} needs the permission ${lacking}`, expected: 'fields you may read' }];
  });
}
