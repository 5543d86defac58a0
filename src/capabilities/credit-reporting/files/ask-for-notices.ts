// A loan is left out of a file as long as its borrowers do not know that something negative may be reported. The file asks
// for the notice, so that the next one can have the loan. Whoever was late has had it long before; a bankrupt who has always
// paid has not.
import { askForSystemNotices, type NoticeAsked } from '#capabilities/notices/index.ts';
import type { Running } from '#platform/work/operations/operation-kind.ts';
import type { LoanReport } from '../accounts/report.ts';
import { creditFileChanged } from '../events.ts';
import type { FileRow } from '../tables.ts';

/** Each is asked for once a month, whichever agency asks first and however often a file is begun anew. */
export const askForNotices = (
  running: Pick<Running, 'database' | 'realm' | 'clock'>,
  { id, agency_id: creditAgencyId, as_of: asOf }: Pick<FileRow, 'id' | 'agency_id' | 'as_of'>,
  reports: readonly LoanReport[],
): Promise<void> =>
  askForSystemNotices(
    running,
    creditFileChanged.type,
    reports.flatMap((report): NoticeAsked[] => {
      if (report.is !== 'leftOut' || report.untold === undefined) return [];
      const { personId: loanPersonId, loanId, untold } = report;
      return untold.people.map((personId) => ({
        personId,
        loanId,
        loanPersonId,
        loanTypeId: untold.loanTypeId,
        occasion: `${loanId} ${asOf}`,
        sourceId: id,
        told: { creditAgencyId, creditFileId: id, asOf },
      }));
    }),
  );
