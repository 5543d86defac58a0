// The forms of a filing while it is made: of all that was canceled in the year, and in a correction of what has changed
// since filings of the year were sent.
import { sql } from 'kysely';
import { machineNow } from '#platform/clock.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import type { Running } from '#platform/work/operations/operation-kind.ts';
import { type Debtor, type Told, toldOfYear } from '../forms/canceled.ts';
import { type Draft, formsAfter } from '../forms/follow.ts';
import { type OpenedForm, openForms, sealersOf, sealForm } from '../forms/form.ts';
import { type LeftOut, type LeftOutReason, noneLeftOut, withLeftOut } from '../forms/left-out.ts';
import { type FilingRow, type FormRow, taxForms } from '../tables.ts';
import { filingTable } from './states.ts';

interface DraftOf extends Debtor {
  readonly draft: Draft;
}

const keyOf = ({ personId, loanId }: Debtor): string => `${loanId} ${personId}`;

/** Nothing better is known of the debtor now than what was told. */
const ofDebtor: readonly LeftOutReason[] = ['erased', 'noName', 'noAddress'];

const insertForms = preparedInserts(
  'tax_forms',
  taxForms.all.filter((column) => column !== 'company_id'),
);

const together = 500;

export class FormsOfFiling {
  readonly #running: Running;
  readonly #filing: FilingRow;
  /** Debtors of whom something was canceled in the year. */
  readonly #told = new Set<string>();
  count = 0;
  withoutTin = 0;
  totalAmount = 0;
  leftOut: LeftOut = noneLeftOut;

  constructor(running: Running, filing: FilingRow) {
    this.#running = running;
    this.#filing = filing;
  }

  async write(): Promise<void> {
    const { reader, vault } = this.#running;
    const { tax_year: taxYear, includes_interest: includesInterest, is_correction: isCorrection } = this.#filing;
    for await (const page of toldOfYear({ reader, vault, taxYear, includesInterest })) await this.#tell(page);
    if (isCorrection) await this.#takeBack();
  }

  async #tell(page: readonly Told[]): Promise<void> {
    const drafts: DraftOf[] = [];
    const before = await this.#sentOf(page);
    for (const one of page) {
      const { personId, loanId } = one;
      const key = keyOf(one);
      if (one.is === 'leftOut') {
        this.leftOut = withLeftOut(this.leftOut, { personId, loanId, reason: one.reason });
        if (ofDebtor.includes(one.reason)) this.#told.add(key);
        continue;
      }
      this.#told.add(key);
      const standing = standingOf(before.get(key));
      drafts.push(...formsAfter(standing, one.content).map((draft) => ({ personId, loanId, draft })));
    }
    await this.#keep(drafts);
  }

  /** What was said last of these loans. */
  async #sentOf(page: readonly Told[]): Promise<ReadonlyMap<string, OpenedForm>> {
    const { reader, vault } = this.#running;
    if (!this.#filing.is_correction || page.length === 0) return new Map();
    const loans = [...new Set(page.map(({ loanId }) => loanId))];
    const rows = await reader.rows(
      lastSent(reader, this.#filing.tax_year).where('tax_forms.loan_id', '=', sql<string>`any(${loans}::text[])`),
    );
    const opened = await openForms(reader, vault, rows as FormRow[]);
    return new Map(opened.map((one) => [keyOf(debtorOf(one)), one]));
  }

  /** What was sent of a debt that was not canceled after all, or is not to be reported. */
  async #takeBack(): Promise<void> {
    const { reader, vault } = this.#running;
    for (let after: FormRow | undefined; ; ) {
      const all = lastSent(reader, this.#filing.tax_year).limit(together);
      const page = (await reader.rows(after === undefined ? all : comingAfter(all, after))) as FormRow[];
      const untold = page.filter((row) => !this.#told.has(keyOf({ personId: row.person_id, loanId: row.loan_id })));
      const opened = await openForms(reader, vault, untold);
      const drafts = opened.flatMap((one) =>
        formsAfter(standingOf(one), undefined).map((draft) => ({ ...debtorOf(one), draft })),
      );
      await this.#keep(drafts);
      if (page.length < together) return;
      after = page.at(-1);
    }
  }

  async #keep(drafts: readonly DraftOf[]): Promise<void> {
    if (drafts.length === 0) return;
    const { reader, vault } = this.#running;
    const sealers = await sealersOf(
      reader,
      vault,
      drafts.map(({ personId }) => personId),
    );
    // Somebody has erased these debtors since the page was read. Two forms are drafted of who has another number now.
    const gone = new Map(drafts.filter(({ personId }) => !sealers.has(personId)).map((one) => [keyOf(one), one]));
    for (const { personId, loanId } of gone.values())
      this.leftOut = withLeftOut(this.leftOut, { personId, loanId, reason: 'erased' });
    const rows = drafts.flatMap((one) => {
      const sealer = sealers.get(one.personId);
      return sealer === undefined ? [] : [this.#rowOf(one, (id) => sealForm(sealer, id, one.draft.content))];
    });
    await this.#running.step(async (tx) => {
      for (const insert of insertForms(tx.db, rows)) tx.write(insert);
      this.#running.mark(tx, { done: this.count, total: null });
    });
  }

  #rowOf({ personId, loanId, draft }: DraftOf, seal: (id: string) => Buffer): Omit<FormRow, 'company_id'> {
    const { content, kind, errorType, corrects } = draft;
    const id = newId('FO');
    const isWithoutTin = content.recipient.tin === '';
    this.count += 1;
    this.withoutTin += isWithoutTin ? 1 : 0;
    this.totalAmount += content.amount;
    return {
      id,
      position: this.#running.position(),
      filing_id: this.#filing.id,
      tax_year: this.#filing.tax_year,
      number: this.count,
      person_id: personId,
      loan_id: loanId,
      kind,
      error_type: errorType,
      corrects_form_id: corrects,
      event_code: content.code,
      event_on: content.on,
      amount: content.amount,
      interest: content.interest,
      is_personally_liable: content.isPersonallyLiable,
      property_value: content.propertyValue,
      is_without_tin: isWithoutTin,
      sealed: seal(id),
      created_at: machineNow(this.#running.clock),
    };
  }
}

const debtorOf = ({ row }: OpenedForm): Debtor => ({ personId: row.person_id, loanId: row.loan_id });

/** Nothing is said again of whoever was erased. */
const standingOf = (sent: OpenedForm | undefined): Parameters<typeof formsAfter>[0] =>
  sent?.content === undefined ? undefined : { formId: sent.row.id, content: sent.content };

/** The last form of each debt and debtor in filings that were sent, in the order of the debts. */
const lastSent = (reader: Reader, taxYear: number) =>
  reader.db
    .selectFrom('tax_forms')
    .innerJoin('tax_filings', 'tax_filings.id', 'tax_forms.filing_id')
    .select(taxForms.all.map((column) => `tax_forms.${column}` as const))
    .distinctOn(['tax_forms.loan_id', 'tax_forms.person_id'])
    .where('tax_forms.tax_year', '=', taxYear)
    .where('tax_filings.state', '=', filingTable.to('send'))
    .orderBy('tax_forms.loan_id')
    .orderBy('tax_forms.person_id')
    .orderBy('tax_forms.position', 'desc');

const comingAfter = (all: ReturnType<typeof lastSent>, { loan_id, person_id }: FormRow) =>
  all.where((eb) => eb(eb.refTuple('tax_forms.loan_id', 'tax_forms.person_id'), '>', eb.tuple(loan_id, person_id)));
