// Endpoints of tax filings and their forms.

import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import { ownCompany, timezoneOf } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { Bool, DateOnly, Described, Int, Named, Nullable, Text } from '#platform/input/schemas.ts';
import { taxErrors } from '../errors.ts';
import { taxFilingChanged } from '../events.ts';
import * as example from '../examples.ts';
import { csvOf, formsInPart } from '../forms/csv.ts';
import { formList, listForms, TaxForm } from '../forms/form.ts';
import { type FilingRow, taxFilings } from '../tables.ts';
import { daysOf } from '../words.ts';
import { filingList, filingOfPath, showFiling, TaxFiling, taxYear, tellFiling } from './filing.ts';
import { dropForms } from './make.ts';
import { startFiling } from './start.ts';
import { filingTable } from './states.ts';

const filings = '/companies/{companyId}/tax-filings';

const all = below({ path: filings, permission: 'tax.filing', subject: ownCompany, answer: TaxFiling });
const one = below({
  path: `${filings}/{taxFilingId}`,
  permission: 'tax.filing',
  subject: filingOfPath,
  answer: TaxFiling,
});

const TaxFilingCreate = Named('TaxFilingCreate')({
  taxYear,
  includesInterest: Type.Optional(
    Described(Bool, {
      description:
        'True: the interest that was canceled is reported too, which no law asks for. The filings of a year say the same. Default false.',
    }),
  ),
});

const TaxFilingUpdate = Named('TaxFilingUpdate')({
  sentOn: Type.Optional(
    Described(DateOnly, {
      description: 'The day on which it was sent, after its year: one that has come. Required until it is known.',
      example: '2027-01-31',
    }),
  ),
  receiptId: Type.Optional(
    Nullable(Text({ min: 1, max: 100 }), { description: 'The receipt of the tax office, now or later.' }),
  ),
});

const stateForbids = [taxErrors.TaxFilingStateForbids];

export const filingRoutes: readonly Endpoint[] = [
  all({
    name: 'taxFilings.list',
    summary: 'List the tax filings of a company',
    shape: 'list',
    query: filingList.query,
    list: filingList,
    read: ({ reader }, { query }) =>
      filingList.page(reader, reader.db.selectFrom('tax_filings').select(taxFilings.all), query, {
        each: (found) => showFiling(found as FilingRow),
      }),
  }),
  all({
    name: 'taxFilings.create',
    summary: 'Close a year for the tax office, or correct it',
    description:
      'An operation makes Forms 1099-C of the debts that were canceled in the year: of settlements that were kept, and of what somebody has said of a loan (`/canceled-debt`). The first filing of a year has all of them. Once it is marked as sent, the next one has what has changed since. A charge-off alone is not reported.',
    body: TaxFilingCreate,
    errors: [taxErrors.TaxFilingThere],
    emits: [taxFilingChanged],
    example: { body: { taxYear: 2025 } },
    command: async (ctx, tx, { body }) =>
      showFiling(
        await startFiling(ctx, tx, { taxYear: body.taxYear, includesInterest: body.includesInterest ?? undefined }),
      ),
  }),
  one({
    name: 'taxFilings.read',
    summary: 'Read a tax filing',
    read: async (_ctx, _input, filing) => showFiling(filing),
  }),
  one({
    name: 'taxFilings.update',
    summary: 'Say when a tax filing was sent',
    description:
      'From then on its forms are what the tax office knows, and a change of them is a correction. Of a filing that was sent the day and the receipt can be said anew; what is not given stays.',
    body: TaxFilingUpdate,
    errors: stateForbids,
    emits: [taxFilingChanged],
    example: { body: { sentOn: '2026-01-31' } },
    async command(ctx, tx, { body }, filing) {
      const { to: state } = filingTable.move(filing.state, 'send');
      const today = dateInZone(ctx.now, (await timezoneOf(tx)) ?? 'UTC');
      const { sentOn = filing.sent_on, receiptId: receipt_id = filing.receipt_id } = body;
      return change(ctx, tx, filing, { state, sent_on: sendingDay(filing, sentOn, today), receipt_id });
    },
  }),
  one({
    name: 'taxFilings.discard',
    path: '/discard',
    summary: 'Discard a tax filing that was not sent',
    description: 'Its forms are deleted. The next filing of the year is made of what holds then.',
    errors: stateForbids,
    emits: [taxFilingChanged],
    async command(ctx, tx, _input, filing) {
      const { to: state } = filingTable.move(filing.state, 'discard');
      dropForms(tx, filing.id);
      return change(ctx, tx, filing, { state, num_forms: 0, num_without_tin: 0, total_amount: 0 });
    },
  }),
  one({
    name: 'taxForms.list',
    path: '/forms',
    permission: 'tax.form:list',
    summary: 'List the forms of a tax filing',
    description: 'They count once the filing is made. Numbers of debtors are shown by their last four digits.',
    shape: 'list',
    query: formList.query,
    list: formList,
    answer: TaxForm,
    example: { answer: example.taxForm },
    read: (ctx, { query }, { id }) => listForms(ctx, query, id),
  }),
  one({
    name: 'taxForms.content',
    path: '/content',
    permission: 'tax.form:download.sensitive',
    summary: 'Download the forms of a tax filing',
    description: `CSV by RFC 4180 with the whole numbers of debtors, a line for each form, ${formsInPart} forms in a part. The same filing gives the same bytes, except that whoever was erased is on no line.`,
    query: {
      part: Type.Optional(Int({ min: 1, max: 1_000_000, description: 'Which part; the first, if not given.' })),
    },
    shape: 'page',
    contentType: 'text/csv',
    answer: Type.String(),
    showsPersonal: () => true,
    errors: [errors.NotFound],
    async read({ reader, vault }, { query }, filing) {
      const part = query.part ?? 1;
      const body = await csvOf({ reader, vault }, filing, part);
      const name = `tax-${filing.tax_year}-${filing.id}-${part}.csv`;
      return { body, headers: { 'content-disposition': `attachment; filename="${name}"` } };
    },
  }),
];

/** Errors: InvalidRequest. */
function sendingDay({ tax_year: taxYear }: FilingRow, sentOn: CivilDate | null, today: CivilDate): CivilDate {
  const path = 'sentOn';
  const first = daysOf(taxYear + 1).from;
  const expected = `a day from ${first} to ${today}`;
  if (sentOn === null) throw refuseField(path, 'is missing', expected);
  if (sentOn > today) throw refuseField(path, 'has not come', expected);
  if (sentOn < first) throw refuseField(path, 'comes before the year is over', expected);
  return sentOn;
}

type Changes = Partial<Omit<FilingRow, 'left_out' | 'company_id'>>;

function change(ctx: CommandContext, tx: Tx, before: FilingRow, changes: Changes) {
  const row = { ...before, ...changes, updated_at: ctx.now };
  tx.write(
    tx.db
      .updateTable('tax_filings')
      .set({ ...changes, updated_at: ctx.now })
      .where('id', '=', before.id),
  );
  tellFiling(ctx.emit, ctx.realm.companyId, row);
  return showFiling(row);
}
