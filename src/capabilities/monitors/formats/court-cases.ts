// Bankruptcies as the locator of the federal courts lists them, one JSON object on each line, with the reference that our
// request gave.
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Identifying } from '#capabilities/people/index.ts';
import type { Finding } from '../rules/finding.ts';
import { type Fields, type Format, objectOf, recordMax, referenceIn, sameName, type Wrong, wrong } from './format.ts';

const chapters: Readonly<Record<string, string>> = { 7: 'chapter7', 11: 'chapter11', 12: 'chapter12', 13: 'chapter13' };

const dates = ['dateFiled', 'effectiveDateClosed', 'dateReopened', 'dateDismissed', 'dateDischarged'] as const;
type Dates = Partial<Record<(typeof dates)[number], CivilDate>>;

export const courtCases: Format = {
  read(line) {
    const read = objectOf(line);
    if (read === undefined) return wrong('is no JSON object', 'one bankruptcy as a JSON object');
    const statusId = referenceIn(read);
    if (typeof statusId !== 'string') return statusId;
    const { courtId, caseNumberFull } = read;
    if (typeof courtId !== 'string' || !/^[a-z]{2,10}$/.test(courtId))
      return wrong('names no court', 'courtId, such as nysbke');
    if (typeof caseNumberFull !== 'string' || !/^[0-9A-Za-z:-]{3,40}$/.test(caseNumberFull))
      return wrong('has no number of a case', 'caseNumberFull, such as 1:26-bk-10482');
    const found = datesOf(read);
    if ('message' in found) return found;
    const { dateFiled } = found;
    if (dateFiled === undefined) return wrong('does not say when it was filed', 'dateFiled, YYYY-MM-DD');
    const chapter = chapters[String(read.bankruptcyChapter)];
    if (chapter === undefined) return wrong('has no chapter', 'bankruptcyChapter 7, 11, 12 or 13');
    return {
      who: { statusId },
      answer: (person) => ({
        isWhole: false,
        findings: [
          {
            key: `${courtId}/${caseNumberFull}`,
            quality: qualityOf(read, person),
            ...courseOf(found, dateFiled),
            fields: fieldsOf(read, found, chapter),
            record: line.slice(0, recordMax),
          },
        ],
      }),
    };
  },
};

function datesOf(read: Fields): Dates | Wrong {
  const found: Dates = {};
  for (const name of dates) {
    const value = read[name];
    if (value == null || value === '') continue;
    const date = typeof value === 'string' ? parseCivilDate(value.slice(0, 10)) : undefined;
    if (date === undefined) return wrong(`has no date as ${name}`, 'YYYY-MM-DD, or null');
    found[name] = date;
  }
  return found;
}

function qualityOf(read: Fields, { name, ssn }: Identifying): Finding['quality'] {
  const isNamed = typeof read.lastName === 'string' && sameName(read.lastName, name?.lastName);
  const isNumber = typeof read.ssnLast4 === 'string' && ssn !== null && ssn.endsWith(read.ssnLast4);
  if (isNamed && isNumber) return 'exact';
  return isNamed || isNumber ? 'probable' : 'possible';
}

const last = (found: readonly (CivilDate | undefined)[]): CivilDate | undefined =>
  found
    .filter((one) => one !== undefined)
    .toSorted()
    .at(-1);

/** A dismissal ends it, unless it was reopened later; a discharge does not: what was owed stays uncollectable. */
function courseOf(found: Dates, filed: CivilDate): Pick<Finding, 'standing' | 'asOf'> {
  const { dateDismissed: dismissed, dateReopened: reopened } = found;
  const isOver = dismissed !== undefined && (reopened === undefined || reopened < dismissed);
  return { standing: isOver ? 'ended' : 'stands', asOf: last(Object.values(found)) ?? filed };
}

function fieldsOf(read: Fields, found: Dates, chapter: string): Finding['fields'] {
  const { dateDismissed: dismissed, dateDischarged: discharged, dateReopened: reopened } = found;
  const decided = last([dismissed, discharged]);
  const isReopened = reopened !== undefined && reopened >= (decided ?? reopened);
  const how = decided === undefined ? undefined : decided === dismissed ? 'dismissed' : 'discharged';
  const status = isReopened ? 'reinstated' : (how ?? 'filed');
  return {
    courtId: String(read.courtId),
    courtCaseNumber: String(read.caseNumberFull),
    courtCaseChapter: chapter,
    courtCaseFiledDate: found.dateFiled as CivilDate,
    courtCaseLastStatus: status,
    ...(decided !== undefined && { courtCaseLastStatusUpdatedDate: isReopened ? reopened : decided }),
    ...(how !== undefined && { courtCaseDebtorDisposition: isReopened ? 'reinstated' : how }),
    ...(decided !== undefined && { courtCaseDebtorDispositionDate: isReopened ? reopened : decided }),
    ...(found.effectiveDateClosed !== undefined && { courtCaseClosedDate: found.effectiveDateClosed }),
    ...(read.jointBankruptcyFlag != null && {
      isJointFiling: read.jointBankruptcyFlag === true || read.jointBankruptcyFlag === 'y',
    }),
  };
}
