// A line of an import: a person, or a loan of one. Each part is the body of the call that would do the same.
import { type Static, Type } from 'typebox';
import {
  decodeBarePerson,
  isBarePerson,
  mustBeNamed,
  type PersonLine,
  personKeys,
  personLineParts,
} from '#capabilities/people/index.ts';
import { refuseField } from '#platform/errors.ts';
import { compileInput } from '#platform/input/compile-input.ts';
import { Bool, Extended, Id, Nullable, Text } from '#platform/input/schemas.ts';
import { Activation, AgreementOfImport, LoanCreate } from '../../../core/lifecycle/schemas.ts';
import { drawsMax } from '../../../core/loan/draws.ts';
import { DrawCreate } from '../../../lines/draws/schemas.ts';
import { PastPurchaseInput } from '../../../lines/purchases/schemas.ts';
import { PastPeriodsInput, PastTransactionInput, TakeOver } from '../schemas.ts';

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S, description: string) =>
  Type.Optional(Nullable(schema, { description }));

const LoanOfPerson = Extended(LoanCreate, {
  personId: Id('BO', 'borrower', {
    description: 'The borrower: its id, or ext- and the external id of an earlier line.',
  }),
  atOrigination: Type.Optional(AgreementOfImport),
});

const previewMode = Type.Optional(Nullable(Bool, { description: 'A line is always done: true is refused.' }));

const paymentInstrumentId = Type.Optional(
  Nullable(Text({ max: 259 }), { description: 'An import pays nothing out: it is refused.' }),
);

export const Line = Type.Object(
  {
    ...personLineParts,
    loan: maybe(LoanOfPerson, 'As POST /people/{personId}/loans takes it, with a personId and an externalId.'),
    activate: maybe(
      Type.Object({ ...Activation.properties, paymentInstrumentId, previewMode }),
      'The loan is activated, as by its own call.',
    ),
    draws: maybe(
      Type.Array(DrawCreate, { maxItems: drawsMax }),
      'For a line: its draws, as POST .../draws takes each; balances name them by ext- and their external ids.',
    ),
    pastPeriods: maybe(PastPeriodsInput.properties.periods, 'As POST .../migration/past-periods takes them.'),
    pastTransactions: maybe(
      Type.Array(PastTransactionInput, { maxItems: 2400 }),
      'As POST .../migration/past-transaction takes each.',
    ),
    pastPurchases: maybe(
      Type.Array(PastPurchaseInput, { maxItems: 2400 }),
      'For a line, as POST .../migration/past-purchase takes each; they name draws and each other by ext- and external ids.',
    ),
    migration: maybe(
      Type.Object({ ...TakeOver.properties, previewMode }),
      'The loan is taken over, as by POST .../migration/activate.',
    ),
  },
  { title: 'ImportLine' },
);
export type Line = Static<typeof Line> & Pick<PersonLine, 'isBare'>;

const input = compileInput(Line);

/** Errors: InvalidRequest, InvalidMetaData. */
export function decodeLine(value: unknown): { readonly value: Line; readonly ignored: readonly string[] } {
  if (isBarePerson(value)) return decodeBarePerson(value);
  const decoded = input.decode(value, 'json');
  mustBeOne(decoded.value);
  return decoded;
}

/** The keys of its person and its loan: a loan needs its borrower. */
export function keysOfLine({ loan, ...line }: Line): string[] {
  const keys = personKeys(line);
  if (loan == null) return keys;
  const { personId } = loan;
  const borrower = personId.startsWith('ext-') ? [`person ${personId.slice(4)}`] : [];
  return [...keys, `loan ${loan.externalId}`, ...borrower];
}

function mustBeOne(line: Line): void {
  const { person, contacts, loan, ...ofLoan } = line;
  const { activate, migration } = ofLoan;
  if ((person == null) === (loan == null)) {
    throw refuseField('', 'The line must hold either a person or a loan.', 'an object with person, or with loan');
  }
  if (person != null) mustBeNamed('person.', person);
  if (loan != null) mustBeNamed('loan.', loan);
  const more = person == null ? { contacts } : ofLoan;
  const stray = Object.entries(more).find(([, part]) => part != null)?.[0];
  if (stray !== undefined) {
    const partner = person == null ? 'person' : 'loan';
    throw refuseField(stray, `goes with a ${partner}`, `nothing, or a ${partner} in the line`);
  }
  for (const [part, asked] of [
    ['activate', activate],
    ['migration', migration],
  ] as const) {
    if (!asked?.previewMode) continue;
    throw refuseField(`${part}.previewMode`, 'is not for imports: a line is always done', 'false, or nothing');
  }
  if (activate?.paymentInstrumentId != null) {
    throw refuseField('activate.paymentInstrumentId', 'is not for imports: they pay nothing out', 'nothing');
  }
  if (activate != null && migration != null) {
    throw refuseField('migration', 'takes the place of the activation', 'one of activate and migration');
  }
}
