// Answers of a screening against lists of sanctions, one JSON object on each line, with the reference that our request
// gave: who was screened, against which list, and how well an entry fits. A line without an entry says that none fits.
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Identifying } from '#capabilities/people/index.ts';
import type { Finding } from '../rules/finding.ts';
import {
  type Answer,
  type Fields,
  type Format,
  objectOf,
  recordMax,
  referenceIn,
  type Wrong,
  wrong,
} from './format.ts';

const scoreMax = 100;
/** Names alone fit many: below this nobody looks. */
const possibleFrom = 80;
const probableFrom = 95;

export const sanctionsAnswers: Format = {
  read(line) {
    const read = objectOf(line);
    if (read === undefined) return wrong('is no JSON object', 'the screening of one borrower as a JSON object');
    const statusId = referenceIn(read);
    if (typeof statusId !== 'string') return statusId;
    const screened = dateIn(read, 'screenedDate');
    if (screened == null) return wrong('does not say when it was screened', 'screenedDate, YYYY-MM-DD');
    const { entryId = null } = read;
    if (entryId === null) return { who: { statusId }, answer: () => ({ findings: [], isWhole: true }) };
    const fault = faultOfEntry(read);
    if (fault !== undefined) return fault;
    const score = read.matchScore as number;
    if (score < possibleFrom) return { who: { statusId }, answer: () => ({ findings: [], isWhole: true }) };
    return { who: { statusId }, answer: (person) => answerOf(read, { screened, score, record: line }, person) };
  },
};

function faultOfEntry(read: Fields): Wrong | undefined {
  const { listName, entryId, matchScore } = read;
  if (typeof entryId !== 'string' || !/^[\w./-]{1,50}$/.test(entryId))
    return wrong('has no entry', 'entryId of at most 50 letters and digits, or null');
  if (typeof listName !== 'string' || !/^[\w ./-]{1,50}$/.test(listName))
    return wrong('names no list', 'listName, such as SDN');
  if (typeof matchScore !== 'number' || !Number.isInteger(matchScore) || matchScore < 0 || matchScore > scoreMax)
    return wrong('does not say how well the entry fits', `matchScore, a whole number from 0 to ${scoreMax}`);
  return dateIn(read, 'dateOfBirth') === undefined
    ? wrong('has no date of birth', 'dateOfBirth, YYYY-MM-DD, or null')
    : undefined;
}

/** Undefined: it is no date. */
function dateIn(read: Fields, name: string): CivilDate | null | undefined {
  const value = read[name] ?? null;
  if (value === null) return null;
  return typeof value === 'string' ? parseCivilDate(value) : undefined;
}

interface Screening {
  readonly screened: CivilDate;
  readonly score: number;
  readonly record: string;
}

function answerOf(read: Fields, { screened, score, record }: Screening, person: Identifying): Answer {
  const { listName, entryId } = read as { readonly listName: string; readonly entryId: string };
  return {
    isWhole: false,
    findings: [
      {
        key: `${listName}/${entryId}`,
        quality: qualityOf(dateIn(read, 'dateOfBirth') ?? null, score, person),
        standing: 'stands',
        asOf: screened,
        // Without the day: screened again, the same entry is no news.
        fields: { sanctionsListName: listName, sanctionsEntryId: entryId, matchScore: score },
        record: record.slice(0, recordMax),
      },
    ],
  };
}

/** A day of birth that is another one is another person, most likely: it is still looked at. */
function qualityOf(born: CivilDate | null, score: number, { dateOfBirth }: Identifying): Finding['quality'] {
  const isBornThen = born !== null && born === dateOfBirth;
  const isBornElse = born !== null && dateOfBirth !== null && !isBornThen;
  if (isBornElse || score < probableFrom) return 'possible';
  return isBornThen ? 'exact' : 'probable';
}
