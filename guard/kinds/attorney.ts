// Nobody contacts a borrower who has an attorney. Knowing of one is enough, however it was learnt.
import { type Lifting, represented } from '../asked/represented.ts';
import { type Kind, until } from '../asked/saying.ts';
import type { AttorneyParams } from '../contract.ts';

export const attorney: Kind<'attorney'> = ({ params }, ask, loans) => {
  if (isStatement(params, ask.question.subject)) return null;
  const found = represented(ask, loans, liftingOf(params));
  if (found === null || found.until <= ask.at) return null;
  return until(found.until, 'The borrower has an attorney, who is to be contacted instead.', found.facts);
};

/** Only what the rule's own parameters name lifts it. */
function liftingOf({ liftIf = [], exceptions = [], resumeIf, attorneyUnresponsiveDays }: AttorneyParams): Lifting {
  return {
    unresponsive: liftIf.includes('attorneyUnresponsive') || exceptions.includes('attorneyUnresponsive'),
    consents: liftIf.includes('attorneyConsents'),
    denies: resumeIf === 'attorneyDeniesRepresentation',
    days: attorneyUnresponsiveDays ?? (exceptions.includes('attorneyUnresponsive30Days') ? 30 : undefined),
  };
}

const isStatement = ({ exceptions = [] }: AttorneyParams, subject: string | null): boolean =>
  (exceptions.includes('statementsOfAccount') || exceptions.includes('billingProcedure')) &&
  subject !== null &&
  subject.startsWith('statement');
