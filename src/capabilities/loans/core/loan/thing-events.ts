// The events of a thing of a loan: what they tell of it is named by its fields, and read from its row.
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import type { Emit } from '#platform/events/emit.ts';
import { type EventKind, eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, Text } from '#platform/input/schemas.ts';
import { loanCreated, toldOfLoan } from './events.ts';
import type { LoanRow } from './tables.ts';
import { type Fields, isStored, schemaOf, type ToldField } from './thing-fields.ts';

/** What each event says first. */
interface OfLoan<L> {
  readonly fields: TProperties;
  told(loan: L): object;
}

const byExternalId: OfLoan<Pick<LoanRow, 'external_id'>> = {
  fields: { loanExternalId: ExternalId({ max: 255 }) },
  told: (loan) => ({ loanExternalId: loan.external_id }),
};
/** Besides its external id also the type and the status of the loan. */
export const byLoan: OfLoan<LoanRow> = { fields: loanCreated.fields.properties, told: toldOfLoan };

type Fact<F> = ToldField<F> | 'id' | 'USD';

interface Events<L> {
  /** A kind of event that tells these facts. */
  kind(type: string, summary: string): EventKind;
  tell(
    ctx: { readonly emit: Emit },
    loan: L,
    row: { readonly person_id: string; readonly loan_id: string },
    kinds: readonly EventKind[],
  ): void;
}

/** `facts` gives for each name in the event what it shows: a field of the thing, its id, or the currency (`USD`). */
export function eventsOf<F extends Fields, L = Pick<LoanRow, 'external_id'>>(
  { fields }: { readonly fields: F },
  facts: Readonly<Record<string, Fact<NoInfer<F>>>>,
  ofLoan: OfLoan<L> = byExternalId as OfLoan<L>,
): Events<L> {
  const told = Object.entries(facts).map(([name, fact]) => ({ name, ...toldBy(fields, fact) }));
  const schemas = Object.fromEntries(told.map(({ name, schema }) => [name, schema]));
  const ofThing = eventsAbout('person', { ...ofLoan.fields, ...schemas });
  return {
    kind: (type, summary) => ofThing(type, summary),
    tell({ emit }, loan, row, kinds) {
      const values = Object.fromEntries(told.map(({ name, read }) => [name, read(row as never)]));
      const said = { ...ofLoan.told(loan), ...values };
      for (const kind of kinds) emit(kind, row.person_id, said as never, { about: { loanId: row.loan_id } });
    },
  };
}

function toldBy(fields: Fields, fact: string) {
  if (fact === 'USD') return { schema: Text({ max: 3 }), read: () => 'USD' };
  if (fact === 'id') return { schema: Text({ max: 12 }), read: ({ id }: { readonly id: string }) => id };
  const field = fields[fact]!;
  if (!isStored(field)) throw new Error(`${fact} has no column that an event could tell.`);
  const { column } = field;
  return {
    schema: withoutWords(schemaOf(field)),
    read: (row: Readonly<Record<string, unknown>>) => row[column],
  };
}

/** What a description says of the thing need not be true of the moment of which the event tells. */
function withoutWords(schema: TSchema): TSchema {
  const { 'x-describes': plain = schema } = schema as { readonly 'x-describes'?: TSchema };
  if ('title' in plain) return plain;
  const { description: _, examples: __, ...rest } = plain as object as Readonly<Record<string, unknown>>;
  return Type.Unsafe<Static<typeof plain>>(rest);
}
