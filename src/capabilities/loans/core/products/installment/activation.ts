// What the activation of an installment loan fixes: the schedule, computed from that day or kept from the origination,
// and the annual percentage rates of the schedule.
import { scheduleOf } from '@tenor/engine/installment/schedule-of.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { type InstallmentSettings, loanTypeVersion } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { originatedAt } from '../../loan/originated-at.ts';
import type { HeldLoan } from '../../loan/product.ts';
import type { LoanFigures } from '../../loan/tables.ts';
import { todayOf } from '../../loan/today.ts';
import { indexFacts } from '../../timeline/index-facts.ts';
import { agreementOf } from './agreement.ts';
import { maprOf } from './mapr.ts';
import { activationLimits, amountsFound, type Disclosure, disclose, shownAmountsFound } from './origination.ts';
import { presentSchedule } from './schedule-item.ts';
import type { Activated, ActivationFields } from './schemas.ts';
import { termsOf } from './terms-of-loan.ts';

interface Activation {
  readonly terms?: Terms;
  readonly figures: LoanFigures;
  readonly answer: Activated;
}

/** Errors: InvalidRequest. */
export async function activation(
  reader: Reader,
  loan: HeldLoan,
  { amortizationAtActivation }: ActivationFields,
  today: Day,
): Promise<Activation> {
  const { row } = loan;
  const keeps = amortizationAtActivation === 'keepSchedule';
  const terms = keeps ? withSchedule(loan, today) : termsOf(row);
  const { found, figures: disclosed } = await disclosedAtActivation(reader, loan, terms, today);
  const amounts = amountsFound(terms, agreementOf(row), today);
  const figures = amounts === null ? disclosed : { ...disclosed, amountsValidation: { ...amounts } };
  return {
    ...(keeps ? { terms } : {}),
    figures,
    answer: {
      // Computed only when it is shown: an import of thousands of loans shows none.
      get schedule() {
        return presentSchedule(row.id, found.schedule);
      },
      ratesValidation: figures.ratesValidation ?? null,
      amountsValidation: shownAmountsFound(figures, agreementOf(row)),
    },
  };
}

/** Figures of a migrated loan, which really began on that day. */
export const takeOverFigures = async (reader: Reader, loan: HeldLoan, startedOn: Day): Promise<LoanFigures> =>
  (await disclosedAtActivation(reader, loan, termsOf(loan.row), startedOn)).figures;

async function disclosedAtActivation(
  reader: Reader,
  { row, index }: HeldLoan,
  terms: Terms,
  day: Day,
): Promise<{ readonly found: Disclosure; readonly figures: LoanFigures }> {
  const { settings } = await loanTypeVersion(reader, row.loan_type_id, row.loan_type_version);
  // The loan is an installment loan, and so is its type.
  const found = disclose(terms, index, settings as InstallmentSettings, day);
  maprOf({ agreed: agreementOf(row), terms, schedule: found.schedule, on: day });
  const figures: LoanFigures = {
    ...row.figures,
    ...(found.aprNominal === null ? {} : { aprNominalAtActivation: found.aprNominal }),
    ...(found.aprEffective === null ? {} : { aprEffectiveAtActivation: found.aprEffective }),
    ratesValidation: { ...row.figures.ratesValidation, ...activationLimits(found) },
  };
  return { found, figures };
}

/** Keeps the dates and amounts that were computed on the day of the origination. */
function withSchedule({ row, index }: HeldLoan, today: Day): Terms {
  const terms = termsOf(row);
  const originatedOn = todayOf(row, originatedAt(row));
  const rows = scheduleOf(terms, originatedOn, indexFacts(index));
  const [first] = rows;
  if (first === undefined || first.on <= today) {
    const message = `cannot be kept: its first due date ${first === undefined ? 'is missing' : dateOf(first.on)} has come`;
    throw refuseField('amortizationAtActivation', message, 'reamortize, or nothing');
  }
  const schedule = rows.map(({ on, amount }) => ({ on, amount }));
  return { ...terms, payments: { ...terms.payments, schedule } };
}
