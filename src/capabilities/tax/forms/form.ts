// A form of a filing: how it is kept, opened, found and shown. Who the debtor is, is sealed with the key of the debtor; the
// number is shown by its last four digits, and only a download has all of it.
import type { Cents } from '@tenor/engine/values/cents.ts';
import Type, { type Static } from 'typebox';
import { keysOfContacted } from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { type FormRow, taxForms } from '../tables.ts';
import { codesInWords, eventCodes, formKinds } from '../words.ts';
import type { Content, Recipient } from './follow.ts';

const id = (example: string) => Text({ max: 12, example });

const FormRecipient = Named('TaxFormRecipient')({
  businessName: Nullable(Text({ max: 255 }), {
    description: 'The name of a business, which has no first and last name.',
  }),
  firstName: Text({ max: 255 }),
  middleName: Text({ max: 255 }),
  lastName: Text({ max: 255 }),
  tinMask: Nullable(Text({ max: 11, example: '***-**-6789' }), { description: 'Null: nobody knows the number.' }),
  addressLine1: Text({ max: 255 }),
  addressLine2: Text({ max: 255 }),
  city: Text({ max: 255 }),
  state: Text({ max: 255 }),
  postalCode: Text({ max: 255 }),
  country: Text({ max: 2 }),
});

export const TaxForm = Type.Object(
  {
    id: id('FO-7KQ2-M4XA'),
    object: Type.Literal('taxForm'),
    taxFilingId: id('TF-7KQ2-M4XA'),
    taxYear: Type.Integer({ example: 2025 }),
    number: Type.Integer({ description: 'Its place in the filing.' }),
    personId: Described(id('BO-4H7K-2MXA'), { description: 'The debtor.' }),
    loanId: Described(id('LN-7KQ2-M4XA'), { description: 'The number of the account on the form.' }),
    kind: StringEnum(formKinds),
    errorType: Nullable(Type.Integer(), {
      description:
        'The kind of a correction. 1: it corrects the form before. 2: the debtor was somebody else or had another number, so it takes the form before back with zero amounts, and the next form tells it anew.',
    }),
    correctsFormId: Nullable(id('FO-9TR4-W2NB'), { description: 'The form that it corrects.' }),
    identifiableEventDate: Described(DateOnly, { description: 'Box 1.' }),
    canceledAmount: Described(Amount, {
      description: 'Box 2: the stated principal, and the interest if the filing includes it.',
    }),
    interestAmount: Nullable(Amount, {
      description: 'Box 3: the interest in it. Null: the filing does not include it.',
    }),
    description: Nullable(Text({ max: 255 }), {
      description: 'Box 4: the debt, and the property if there was one. Null: the debtor was erased.',
    }),
    isPersonallyLiable: Described(Bool, { description: 'Box 5.' }),
    identifiableEventCode: StringEnum(eventCodes, { description: `Box 6. ${codesInWords}` }),
    propertyAmount: Nullable(Amount, { description: 'Box 7: null for a debt that nothing secured.' }),
    isWithoutTin: Described(Bool, { description: 'Nobody knows the number of the debtor: ask for it.' }),
    recipient: Nullable(FormRecipient, { description: 'Null: the debtor was erased.' }),
    createdAt: DateTime,
  },
  { title: 'TaxForm' },
);
type TaxForm = Static<typeof TaxForm>;

/** What a form says of the debtor. */
interface Kept {
  readonly recipient: Recipient;
  readonly description: string;
}

const formPart = (formId: string): string => `tax_form.${formId}`;

export const sealForm = (sealer: Sealer, formId: string, { recipient, description }: Content): Buffer => {
  const kept: Kept = { recipient, description };
  return sealer.seal(formPart(formId), JSON.stringify(kept));
};

/** Undefined: the debtor was erased. */
function openForm(sealer: Sealer | undefined, row: FormRow): Content | undefined {
  if (sealer === undefined) return undefined;
  const { recipient, description } = JSON.parse(sealer.unseal(formPart(row.id), row.sealed)) as Kept;
  return {
    code: row.event_code,
    on: row.event_on,
    amount: row.amount,
    interest: row.interest,
    description,
    isPersonallyLiable: row.is_personally_liable,
    propertyValue: row.property_value,
    recipient,
  };
}

export interface OpenedForm {
  readonly row: FormRow;
  readonly content: Content | undefined;
}

/** Whoever was erased has none. */
export async function sealersOf(
  reader: Reader,
  vault: Vault,
  people: readonly string[],
): Promise<ReadonlyMap<string, Sealer>> {
  const ids = [...new Set(people)];
  if (ids.length === 0) return new Map();
  const keys = await reader.rows(keysOfContacted(reader.db, ids, {}));
  const living = keys.filter(({ erased_at }) => erased_at === null);
  return new Map(living.map(({ person_id, data_key }) => [person_id, vault.sealer(person_id, data_key)]));
}

export async function openForms(reader: Reader, vault: Vault, rows: readonly FormRow[]): Promise<OpenedForm[]> {
  const sealers = await sealersOf(
    reader,
    vault,
    rows.map(({ person_id }) => person_id),
  );
  return rows.map((row) => ({ row, content: openForm(sealers.get(row.person_id), row) }));
}

const amount = (cents: number) => cents as Cents;

function showForm({ row, content }: OpenedForm): TaxForm {
  return {
    id: row.id,
    object: 'taxForm',
    taxFilingId: row.filing_id,
    taxYear: row.tax_year,
    number: row.number,
    personId: row.person_id,
    loanId: row.loan_id,
    kind: row.kind,
    errorType: row.error_type,
    correctsFormId: row.corrects_form_id,
    identifiableEventDate: row.event_on,
    canceledAmount: amount(row.amount),
    interestAmount: row.interest === null ? null : amount(row.interest),
    description: content?.description ?? null,
    isPersonallyLiable: row.is_personally_liable,
    identifiableEventCode: row.event_code,
    propertyAmount: row.property_value === null ? null : amount(row.property_value),
    isWithoutTin: row.is_without_tin,
    recipient: content === undefined ? null : shownRecipient(content.recipient),
    createdAt: row.created_at,
  };
}

function shownRecipient({
  businessName,
  firstName,
  middleName,
  lastName,
  tin,
  address,
}: Recipient): TaxForm['recipient'] {
  const { street, street2, city, state, zip, country } = address;
  const hidden = businessName === '' ? '***-**-' : '**-***';
  return {
    businessName: businessName === '' ? null : businessName,
    firstName,
    middleName,
    lastName,
    tinMask: tin === '' ? null : `${hidden}${tin.slice(-4)}`,
    addressLine1: street,
    addressLine2: street2,
    city,
    state,
    postalCode: zip,
    country,
  };
}

export const formList = defineList({
  table: 'tax_forms',
  below: 'filing_id',
  filters: {
    isWithoutTin: Described(Bool, { description: 'Forms of debtors whose number nobody knows, or the others.' }),
  },
});

export const listForms = (
  { reader, vault }: { readonly reader: Reader; readonly vault: Vault },
  query: Parameters<typeof formList.page>[2],
  filingId: string,
) =>
  formList.page(reader, reader.db.selectFrom('tax_forms').select(taxForms.all), query, {
    below: filingId,
    show: async (rows) => (await openForms(reader, vault, rows as readonly FormRow[])).map(showForm),
  });
