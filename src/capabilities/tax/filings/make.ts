// The operation that makes a filing: its forms are written page by page, and count only in the commit that ends it.
// Whatever dies before is done anew.
import { workNow } from '#platform/business-clock.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import type { FailedOperation, OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import { taxFilingChanged } from '../events.ts';
import type { FilingRow } from '../tables.ts';
import { readFiling, tellFiling } from './filing.ts';
import { FormsOfFiling } from './forms-of-filing.ts';
import { filingJob } from './job.ts';
import { filingTable } from './states.ts';

export const makingFilings: OperationKind = {
  ...filingJob,
  needs: ['tax.filing:create'],
  async run(running) {
    const { filingId } = filingJob.readInput(running.input);
    const filing = await begin(running, filingId);
    const forms = new FormsOfFiling(running, filing);
    await forms.write();
    await running.finish((tx) => conclude(running, tx, filing, forms));
  },
  async release(tx, operation) {
    const { filingId } = filingJob.readInput(operation.input);
    const { error } = operation;
    await endFailed(operation, tx, filingId, error instanceof Refusal ? error.message : 'The service could not do it.');
    return { taxFilingId: filingId };
  },
};

/** What an earlier try has left goes. */
const begin = (running: Running, filingId: string): Promise<FilingRow> =>
  running.step(async (tx) => {
    const row = await readFiling(tx, filingId, true);
    if (row === undefined) throw new Error(`There is no tax filing ${filingId}.`);
    const state = filingTable.move(row.state, 'run').to;
    dropForms(tx, filingId);
    tx.write(tx.db.updateTable('tax_filings').set({ state }).where('id', '=', filingId));
    return { ...row, state };
  });

/** What does not count is not kept. */
export const dropForms = (tx: Tx, filingId: string): void =>
  tx.write(tx.db.deleteFrom('tax_forms').where('filing_id', '=', filingId));

type Ending = Pick<FailedOperation, 'clock' | 'position'>;
type Ended = Partial<Pick<FilingRow, 'num_forms' | 'num_without_tin' | 'total_amount' | 'error_message'>> & {
  readonly left_out?: string;
};

async function end({ clock, position }: Ending, tx: Tx, before: FilingRow, verb: 'make' | 'fail', ended: Ended) {
  const now = await workNow(tx, clock);
  const state = filingTable.move(before.state, verb).to;
  const changes = { ...ended, state, finished_at: now, updated_at: now };
  await recordingByHand({ realm: tx.realm, now, position, declared: [taxFilingChanged] }, tx, async (emit) => {
    tx.write(tx.db.updateTable('tax_filings').set(changes).where('id', '=', before.id));
    tellFiling(emit, tx.realm.companyId, { ...before, state });
  });
}

async function endFailed(ending: Ending, tx: Tx, filingId: string, message: string): Promise<void> {
  const row = await readFiling(tx, filingId, true);
  if (row === undefined || !filingTable.from('fail').includes(row.state)) return;
  dropForms(tx, filingId);
  await end(ending, tx, row, 'fail', { error_message: message.slice(0, 1_000) });
}

async function conclude(running: Running, tx: Tx, filing: FilingRow, forms: FormsOfFiling) {
  await end(running, tx, filing, 'make', {
    num_forms: forms.count,
    num_without_tin: forms.withoutTin,
    total_amount: forms.totalAmount,
    left_out: JSON.stringify(forms.leftOut),
  });
  running.mark(tx, { done: forms.count, total: forms.count });
  return { taxFilingId: filing.id };
}
