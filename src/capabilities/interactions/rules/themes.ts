// What a communication is about, as the law divides it. Most subjects imply their theme.
import { themes } from '#capabilities/company/index.ts';
import { type Problem, refuseField } from '#platform/errors.ts';

export type Theme = (typeof themes)[number];

/** Subjects that begin so have this theme and no other. */
const fixed: readonly (readonly [beginning: string, theme: Theme])[] = [
  ['loanOverdue', 'opsCollDebt'],
  ['loanRightToCure', 'opsCollDebt'],
  ['debtValidation', 'opsServicingDebtValidation'],
  ['creditNegativeInfo', 'opsServicingNegativeCreditReportNotice'],
  ['confirmationCode', 'opsAccountCredentials'],
  ['contactTakeover', 'opsAccountCredentials'],
  ['electronicAccessConfirmation', 'opsAccountCredentials'],
  ['loginFirstPaymentReminder', 'opsAccountCredentials'],
  ['caseEscalation', 'agentNotification'],
];

/** Subjects that offer something the borrower has not asked for. */
const offering: ReadonlySet<string> = new Set(['autopayEnableReminder']);

export const isOffer = (subject: string | null): boolean => subject !== null && offering.has(subject);

/** What offers something is not transactional, whatever is said of it. */
export function offerProblems(
  subject: string | null | undefined,
  isTransactional: boolean | null | undefined,
  path = 'isTransactional',
): Problem[] {
  if (isTransactional !== true || subject == null || !isOffer(subjectNow(subject))) return [];
  return [{ path, message: `is true, and ${subject} offers something`, expected: 'false, or null' }];
}

/** Whoever writes these says what they are about. */
const free = /^(freeForm|freeFormBranded|custom([1-9]|1\d|20))$/;

/** Words of older clients. */
const renamed: Readonly<Record<string, string>> = {
  locStatementGenerated: 'statementGenerated',
  locStatementRegenerated: 'statementRegenerated',
};

export const subjectNow = (subject: string): string => renamed[subject] ?? subject;

/** Null: the subject implies none. */
function impliedBy(subject: string | null): { readonly theme: Theme; readonly isFixed: boolean } | null {
  if (subject === null || free.test(subject)) return null;
  const found = fixed.find(([beginning]) => subject.startsWith(beginning));
  return found === undefined ? { theme: 'opsServicing', isFixed: false } : { theme: found[1], isFixed: true };
}

/** Null: whoever writes says what it is about. */
export const impliedTheme = (subject: string): Theme | null => impliedBy(subject)?.theme ?? null;

/** Errors: InvalidRequest. */
export function themeOf(subject: string | null, said: Theme | null | undefined): Theme {
  const implied = impliedBy(subject);
  if (said == null) {
    if (implied !== null) return implied.theme;
    const why = subject === null ? 'is required without a subject' : `is required: ${subject} implies none`;
    throw refuseField('theme', why, `one of ${themes.join(', ')}`);
  }
  if (implied?.isFixed && said !== implied.theme) {
    throw refuseField('theme', `is not the one that ${subject} implies`, `${implied.theme}, or null`);
  }
  return said;
}
