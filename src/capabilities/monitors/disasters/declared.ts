// What OpenFEMA says of a declaration, and for which disasters relief is offered.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import Type, { type Static } from 'typebox';
import { Bool, DateOnly, Int, Nullable, Text } from '#platform/input/schemas.ts';

const optional = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Type.Optional(Nullable(schema));
const digits = (length: number, example: string) =>
  Type.Unsafe<string>({
    type: 'string',
    maxLength: length,
    pattern: `^\\d{${length}}$`,
    'x-expected': `${length} digits`,
    examples: [example],
  });

const rowsMax = 1_000;

/** A row for each area, as the data set DisasterDeclarationsSummaries has them. Other fields of it are passed over. */
const Declaration = Type.Object(
  {
    femaDeclarationString: Text({ min: 1, max: 20, example: 'DR-4801-TX' }),
    disasterNumber: Int({ min: 1, max: 999_999, example: 4801 }),
    state: Text({ min: 2, max: 2, example: 'TX' }),
    declarationType: Text({ min: 2, max: 2, example: 'DR' }),
    declarationDate: DateOnly,
    incidentType: Text({ min: 1, max: 50, example: 'Flood' }),
    declarationTitle: Text({ max: 200, example: 'SEVERE STORMS AND FLOODING' }),
    ihProgramDeclared: Bool,
    iaProgramDeclared: Bool,
    paProgramDeclared: Bool,
    hmProgramDeclared: Bool,
    incidentBeginDate: optional(DateOnly),
    incidentEndDate: optional(DateOnly),
    lastIAFilingDate: optional(DateOnly),
    fipsStateCode: digits(2, '48'),
    fipsCountyCode: digits(3, '201'),
    placeCode: Text({ min: 1, max: 10, example: '99201' }),
    designatedArea: Text({ min: 1, max: 200, example: 'Harris (County)' }),
  },
  { title: 'FemaDeclaration' },
);
export type Declaration = Static<typeof Declaration>;

export const Declarations = Type.Object(
  {
    DisasterDeclarationsSummaries: Type.Array(Declaration, {
      minItems: 1,
      maxItems: rowsMax,
      description: 'As OpenFEMA answers them: a row for each designated area.',
    }),
  },
  { title: 'FemaDeclarations' },
);

const reliefDays = 90;
const relevantTypes: ReadonlySet<string> = new Set(['DR', 'EM']);
/** Nobody loses a home by them at once. */
const passedOver: ReadonlySet<string> = new Set(['Biological', 'Drought']);

/** Help for individuals was declared, in one of its areas. */
export const isRelevant = (rows: readonly Declaration[]): boolean =>
  rows.some(
    ({ declarationType, incidentType, ihProgramDeclared, iaProgramDeclared }) =>
      relevantTypes.has(declarationType) && !passedOver.has(incidentType) && (ihProgramDeclared || iaProgramDeclared),
  );

/** Ninety days from the declaration, or as long as individuals may ask for help. */
export function reliefWindowEnd({ declarationDate, lastIAFilingDate }: Declaration): CivilDate {
  const usual = addDays(declarationDate, reliefDays);
  return lastIAFilingDate != null && lastIAFilingDate > usual ? lastIAFilingDate : usual;
}

export const countyOf = ({ fipsStateCode, fipsCountyCode }: Declaration): string | null =>
  fipsCountyCode === '000' ? null : `${fipsStateCode}${fipsCountyCode}`;
