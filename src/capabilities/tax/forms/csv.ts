// The forms of a filing as CSV, a part at a time: a line for each form, by its boxes. The same forms give the same bytes.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { likeFormula, quotedCell } from '#platform/csv.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { type FilingRow, type FormRow, taxForms } from '../tables.ts';
import { type OpenedForm, openForms } from './form.ts';

export const formsInPart = 1_000;

const columns = [
  'form_id',
  'tax_year',
  'kind',
  'error_type',
  'corrects_form_id',
  'recipient_tin',
  'recipient_business_name',
  'recipient_first_name',
  'recipient_middle_name',
  'recipient_last_name',
  'recipient_address_line_1',
  'recipient_address_line_2',
  'recipient_city',
  'recipient_state',
  'recipient_postal_code',
  'recipient_country',
  'account_number',
  'box_1_identifiable_event_date',
  'box_2_canceled_amount',
  'box_3_interest_amount',
  'box_4_description',
  'box_5_personally_liable',
  'box_6_identifiable_event_code',
  'box_7_property_amount',
];

/** Nothing that a person wrote is run by a spreadsheet. */
const text = (value: string | null): string =>
  value === null || value === '' ? '' : quotedCell(likeFormula.test(value) ? `'${value}` : value);

const money = (cents: number | null): string => (cents === null ? '' : formatCents(cents as Cents));

/** Who was erased is on no line. */
function lineOf({ row, content }: OpenedForm): string[] {
  if (content === undefined) return [];
  const { recipient, amount, interest, propertyValue } = content;
  const { businessName, firstName, middleName, lastName, tin, address } = recipient;
  const { street, street2, city, state, zip, country } = address;
  const cells = [
    ...[row.id, String(row.tax_year), row.kind, row.error_type === null ? '' : String(row.error_type)],
    ...[row.corrects_form_id ?? '', tin],
    ...[businessName, firstName, middleName, lastName].map(text),
    ...[street, street2, city, state, zip, country, row.loan_id].map(text),
    ...[content.on, money(amount), money(interest), text(content.description)],
    ...[content.isPersonallyLiable ? 'yes' : 'no', content.code, money(propertyValue)],
  ];
  return [cells.join(',')];
}

interface Asked {
  readonly reader: Reader;
  readonly vault: Vault;
}

/** Errors: InvalidRequest, NotFound. */
export async function csvOf({ reader, vault }: Asked, filing: FilingRow, part: number): Promise<string> {
  if (filing.num_forms === null)
    throw new Refusal(errors.NotFound, `The tax filing ${filing.id} has no forms yet.`, {
      data: { path: 'taxFilingId' },
    });
  const parts = partsOf(filing);
  if (part > parts) throw refuseField('part', 'is more than the filing has', `a number from 1 to ${parts}`);
  const rows = await reader.rows(
    reader.db
      .selectFrom('tax_forms')
      .select(taxForms.all)
      .where('filing_id', '=', filing.id)
      .where('number', '>', (part - 1) * formsInPart)
      .where('number', '<=', part * formsInPart)
      .orderBy('number'),
  );
  const forms = await openForms(reader, vault, rows as FormRow[]);
  return [columns.join(','), ...forms.flatMap(lineOf)].map((line) => `${line}\r\n`).join('');
}

export const partsOf = ({ num_forms: forms }: Pick<FilingRow, 'num_forms'>): number =>
  Math.max(1, Math.ceil((forms ?? 0) / formsInPart));
