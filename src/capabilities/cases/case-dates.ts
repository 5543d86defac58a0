// The dates of a case: when what it is about came, and by when the law wants it answered.
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { BaseCaseType } from '#capabilities/case-types/index.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import type { CaseRow } from './tables.ts';

/**
 * Calendar days from receipt: a dispute that a credit bureau passes on (FCRA 623(b)) or the borrower sends (12 CFR
 * 1022.43), the period of a validation notice (12 CFR 1006.34), a billing error (12 CFR 1026.13).
 */
const termsInDays: Partial<Record<BaseCaseType, number>> = {
  creditBureauDispute: 30,
  disputeOfDebt: 30,
  debtValidation: 30,
  disputeOfPurchase: 90,
};

/** The borrower has added information to a dispute at a credit bureau. */
const extendedDays = 45;

/** A notice counts as received so many days after it was sent: Saturdays, Sundays and holidays do not count. */
const assumedReceiptDays = 5;

type CaseDates = Pick<CaseRow, 'notice_sent_date' | 'received_date' | 'due_date' | 'due_date_extended'>;

interface SentDates {
  readonly noticeSentDate?: CivilDate | null;
  readonly receivedDate?: CivilDate | null;
  readonly dueDate?: CivilDate | null;
  readonly dueDateExtended?: boolean;
}

/** Fields that are not sent stay. Errors: InvalidRequest. */
export function datesAfter(
  caseType: BaseCaseType,
  before: CaseDates | undefined,
  sent: SentDates,
  today: CivilDate,
): CaseDates {
  const term = termsInDays[caseType];
  mustHaveNone(problemsOf(caseType, sent, today));
  const { noticeSentDate: notice = before?.notice_sent_date ?? null } = sent;
  const extended = sent.dueDateExtended ?? before?.due_date_extended ?? false;
  const assumed = sent.noticeSentDate ? dateOf(openDaysFrom(dayOf(sent.noticeSentDate), assumedReceiptDays)) : null;
  const known = sent.receivedDate === undefined ? (assumed ?? before?.received_date) : sent.receivedDate;
  const received = known ?? (term === undefined ? null : today);
  const dueByLaw = received === null || term === undefined ? null : addDays(received, extended ? extendedDays : term);
  const dueByHand = sent.dueDate === undefined ? (before?.due_date ?? null) : sent.dueDate;
  return {
    notice_sent_date: notice,
    received_date: received,
    due_date: term === undefined ? dueByHand : dueByLaw,
    due_date_extended: extended,
  };
}

function problemsOf(caseType: BaseCaseType, sent: SentDates, today: CivilDate): Problem[] {
  const { noticeSentDate, receivedDate, dueDate, dueDateExtended } = sent;
  const problems: Problem[] = [];
  const refuse = (path: string, message: string, expected: string) => problems.push({ path, message, expected });
  const isPastOrToday = (path: string, date: CivilDate | null | undefined) => {
    if (date != null && date > today) refuse(path, 'is in the future', `today, ${today}, or an earlier date`);
  };
  isPastOrToday('noticeSentDate', noticeSentDate);
  isPastOrToday('receivedDate', receivedDate);
  if (noticeSentDate != null && caseType !== 'debtValidation') {
    refuse('noticeSentDate', `is no date of a case of the type ${caseType}`, 'nothing; only debtValidation has one');
  }
  if (dueDate !== undefined && termsInDays[caseType] !== undefined) {
    refuse('dueDate', `follows from receivedDate in a case of the type ${caseType}`, 'receivedDate, or nothing');
  }
  if (dueDateExtended === true && caseType !== 'creditBureauDispute') {
    refuse('dueDateExtended', `cannot be true in a case of the type ${caseType}`, 'false, or nothing');
  }
  return problems;
}
