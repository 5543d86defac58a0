// The text of a file, page by page: what is told of each loan is kept before it is written, and whoever reads the text
// checks it beside what was said before.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Before } from '@tenor/metro2/check/rule.ts';
import type { Header } from '@tenor/metro2/layout/segments.ts';
import { openFile } from '@tenor/metro2/write/file-writer.ts';
import { RecordRefused } from '@tenor/metro2/write/record.ts';
import { loansToReport } from '#capabilities/loans/index.ts';
import { readAhead } from '#platform/blobs/read-ahead.ts';
import { machineNow } from '#platform/clock.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Running } from '#platform/work/operations/operation-kind.ts';
import { type LeftOut, type LeftOutReason, noneLeftOut, withLeftOut } from '../accounts/left-out.ts';
import { type LoanReport, type Reporting, reportsOf } from '../accounts/report.ts';
import { recordOf, sealReport } from '../accounts/said.ts';
import { type AgencyRow, creditReports, type FileRow } from '../tables.ts';
import { askForNotices } from './ask-for-notices.ts';

const together = 200;

const insertReports = preparedInserts(
  'credit_reports',
  creditReports.all.filter((column) => column !== 'company_id'),
);

type Reported = LoanReport & { readonly is: 'reported' };

export class FileContent {
  readonly #running: Running;
  readonly #reporting: Reporting;
  readonly #file: FileRow;
  /** The loan of each account, in the order of the file. */
  readonly loans: string[] = [];
  /** What was said before of accounts that are written and not yet checked, by the key that the checker has for them. */
  readonly #unchecked = new Map<string, Before>();
  /** The checker takes it out, so that no more than a few pages are held of it. */
  readonly before = { get: (key: string) => this.#takeBefore(key) };
  leftOut: LeftOut = noneLeftOut;

  constructor(running: Running, reporting: Reporting, file: FileRow) {
    this.#running = running;
    this.#reporting = reporting;
    this.#file = file;
  }

  /** A page is read while the one before is kept, so that the database and this process work side by side. */
  async *text(): AsyncGenerator<Buffer> {
    const file = openFile(this.#header());
    yield Buffer.from(file.begin, 'latin1');
    for await (const page of readAhead(this.#pages())) {
      const reports = this.#changedAlone(page);
      const { written, records } = this.#recordsOf(file, reports);
      await this.#keep(written);
      await askForNotices(this.#running, this.#file, reports);
      if (records.length > 0) yield Buffer.from(records.join(''), 'latin1');
    }
    yield Buffer.from(file.end(), 'latin1');
  }

  async *#pages(): AsyncGenerator<LoanReport[]> {
    const { reader, agency, asOf } = this.#reporting;
    for (let after: Awaited<ReturnType<typeof loansToReport>>[number] | undefined; ; ) {
      const loans = await loansToReport(reader, { asOf, loanTypeIds: agency.loan_type_ids, after, limit: together });
      yield await reportsOf(this.#reporting, loans);
      if (loans.length < together) return;
      after = loans.at(-1);
    }
  }

  #recordsOf(file: ReturnType<typeof openFile>, reports: readonly LoanReport[]) {
    const written: Reported[] = [];
    const records: string[] = [];
    for (const report of reports) {
      if (report.is === 'leftOut') this.#leaveOut(report.loanId, report.reason);
      if (report.is !== 'reported') continue;
      const record = this.#recordOf(file, report);
      if (record === undefined) continue;
      written.push(report);
      records.push(record);
    }
    return { written, records };
  }

  #leaveOut(loanId: string, reason: LeftOutReason): void {
    this.leftOut = withLeftOut(this.leftOut, loanId, reason);
  }

  #recordOf(file: ReturnType<typeof openFile>, { account, loanId }: Reported): string | undefined {
    try {
      return file.add(account);
    } catch (error) {
      if (!(error instanceof RecordRefused)) throw error;
      this.#leaveOut(loanId, 'doesNotFit');
      return undefined;
    }
  }

  /** A correction has what is said otherwise now. */
  #changedAlone(reports: readonly LoanReport[]): readonly LoanReport[] {
    if (!this.#reporting.isCorrection) return reports;
    return reports.filter((one) =>
      // What may not be told any more stands as it was told last: whoever corrects must hear of it.
      one.is === 'leftOut' ? one.saidOn !== undefined : one.is === 'reported' && isOther(one),
    );
  }

  async #keep(written: readonly Reported[]): Promise<void> {
    const { agency, asOf } = this.#reporting;
    const { id: fileId } = this.#file;
    const created_at = machineNow(this.#running.clock);
    const rows = written.map(({ loanId, personId, sealer, said, account, before }) => {
      if (sealer === undefined) throw new Error(`The borrower of ${loanId} has no key.`);
      return {
        file_id: fileId,
        loan_id: loanId,
        agency_id: agency.id,
        person_id: personId,
        as_of: asOf,
        is_first: before === undefined,
        is_last: isLast(said),
        said_sealed: sealReport(sealer, { fileId, loanId }, account, said),
        created_at,
      };
    });
    for (const { loanId, account, before } of written) {
      const { identification, account: number } = account.base;
      this.loans.push(loanId);
      if (before !== undefined) this.#unchecked.set(`${identification} ${number}`, before.before);
    }
    await this.#running.step(async (tx) => {
      for (const insert of insertReports(tx.db, rows)) tx.write(insert);
      this.#running.mark(tx, { done: this.loans.length, total: null });
    });
  }

  #takeBefore(key: string): Before | undefined {
    const before = this.#unchecked.get(key);
    this.#unchecked.delete(key);
    return before;
  }

  #header(): Header {
    const { agency, asOf, knownAt, zone } = this.#reporting;
    return {
      cycle: '',
      innovisProgram: programOf(agency, 'innovis'),
      equifaxProgram: programOf(agency, 'equifax'),
      experianProgram: programOf(agency, 'experian'),
      transUnionProgram: programOf(agency, 'transUnion'),
      activityDate: asOf,
      dateCreated: dateInZone(knownAt, zone),
      programDate: null,
      programRevisionDate: null,
      reporterName: agency.reporter_name.toUpperCase(),
      reporterAddress: agency.reporter_address.toUpperCase(),
      reporterTelephone: agency.reporter_telephone ?? '',
      softwareVendor: 'TENOR',
      softwareVersion: '1',
      microBiltProgram: '',
    };
  }
}

/** An agency gets its own number alone. */
const programOf = (agency: AgencyRow, name: AgencyRow['agency_name']): string =>
  agency.agency_name === name ? agency.program_identifier.toUpperCase() : '';

const isLast = ({ isFinal, status }: Reported['said']): boolean => isFinal || ['DA', 'DF'].includes(status);

const isOther = ({ account, saidOn }: Reported): boolean =>
  saidOn === undefined || JSON.stringify(recordOf(account)) !== JSON.stringify(saidOn.record);
