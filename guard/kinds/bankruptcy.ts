// Bankruptcy: the stay for the debtor, the stay for whoever owes the debt as well, and the injunction after a discharge.
import type { Ask, LoanAsked } from '../asked/ask.ts';
import { aboutLoans, casesOf, isTrue, usedCase } from '../asked/cases.ts';
import { always, type Saying } from '../asked/saying.ts';
import type { BankruptcyFact, CaseFact, OtherParams, RuleOf } from '../contract.ts';

type Other = RuleOf<'other'>;

const unknownCourt: BankruptcyFact = {
  chapter: null,
  filedOn: null,
  disposition: null,
  isClosed: false,
  reaffirmed: false,
};

const courtOf = ({ bankruptcy }: CaseFact): BankruptcyFact => bankruptcy ?? unknownCourt;

/** The court has ended it, and somebody here has looked at it. */
const isOver = (one: CaseFact): boolean =>
  one.status === 'completed' && (courtOf(one).disposition !== null || courtOf(one).isClosed);

/** The cases that reach one of the loans: loans that came here after the filing are free. */
function reaching(cases: readonly CaseFact[], loans: readonly LoanAsked[]): CaseFact[] {
  return cases.filter((one) => {
    const { filedOn } = courtOf(one);
    const before = loans.filter(({ loan }) => filedOn === null || loan.boardedOn === null || loan.boardedOn <= filedOn);
    if (loans.length === 0) return true;
    return before.length > 0 && aboutLoans([one], before).length > 0;
  });
}

/** What the court has done ends a stay, not the outcome of the case here; only that it was another person does. */
const filedBy = (whose: CaseFact['whose'], ask: Ask): CaseFact[] =>
  casesOf(ask, 'bankruptcy', isTrue).filter((one) => one.whose === whose);

const speaksTo = ({ roles }: Ask, { allowOnlyRoles = ['attorney', 'trustee'] }: OtherParams): boolean =>
  roles.some((role) => allowOnlyRoles.includes(role));

export function stay({ params }: Other, ask: Ask, loans: readonly LoanAsked[]): Saying | null {
  if (speaksTo(ask, params)) return null;
  const cases = reaching(filedBy('borrower', ask), loans).filter((one) => !isOver(one));
  return cases.length === 0
    ? null
    : always('The borrower is in bankruptcy: the automatic stay holds.', cases.map(usedCase));
}

/** It ends when the case is closed, converted, or dismissed and reviewed; not by the discharge of the debtor. */
export function codebtorStay({ params }: Other, ask: Ask, loans: readonly LoanAsked[]): Saying | null {
  if (speaksTo(ask, params)) return null;
  const cases = reaching(filedBy('coBorrower', ask), loans).filter((one) => {
    const { chapter, disposition, isClosed } = courtOf(one);
    const isChapter = chapter === null || params.chapters?.includes(chapter);
    return isChapter && !isClosed && !(disposition === 'dismissed' && one.status === 'completed');
  });
  return cases.length === 0
    ? null
    : always('A co-borrower is in bankruptcy, whose stay protects this borrower too.', cases.map(usedCase));
}

/** The documents name nobody who may be contacted in spite of it. */
export function discharge(_rule: Other, ask: Ask, loans: readonly LoanAsked[]): Saying | null {
  const cases = reaching(filedBy('borrower', ask), loans).filter(
    (one) => courtOf(one).disposition === 'discharged' && !courtOf(one).reaffirmed,
  );
  return cases.length === 0 ? null : always('The debt was discharged in bankruptcy.', cases.map(usedCase));
}
