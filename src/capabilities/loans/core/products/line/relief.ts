// How a line is made easier: other days of its cycle, and a re-age of what is overdue.

import { isDeepStrictEqual } from 'node:util';
import { checkCycle, datesToCome } from '@tenor/engine/line/cycle.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import { type LineSettings, loanTypeVersion } from '#capabilities/products/index.ts';
import { mustHaveNone, Refusal, refuseField, refuseFields } from '#platform/errors.ts';
import { loanErrors } from '../../loan/errors.ts';
import { notForLines } from '../../loan/not-for.ts';
import type { NewFact, Relief } from '../../loan/relief.ts';
import { agreementOf } from './agreement.ts';
import { lineTermsOf } from './own-books.ts';
import { mustAllowReAge } from './re-age.ts';
import { cycleOf, expectedDaysOf } from './terms-of-line.ts';

const instead = 'POST …/re-age';

type Changes<F> = F extends LineFact ? Omit<F, 'id' | 'on'> : never;
const asNew = (fact: Changes<LineFact>): NewFact => fact as NewFact;

const fields = { frequency: 'dueDatesFrequency', days: 'specificDays' } as const;

export const relief: Relief<LineState> = {
  mustHave(tool) {
    if (tool === 'deferral') throw notForLines('has no schedule that could be deferred', instead);
    if (tool === 'customPaymentPlan') throw notForLines('has no schedule that a plan could replace', instead);
  },
  deferrable: () => [],
  addable: () => 0,
  plannable: () => [],
  hasPlan: () => false,
  async dueDateChange(reader, row, { position: p }, { dueDatesFrequency, specificDays, reamortize }) {
    if (reamortize) throw refuseField('reamortize', 'is for installment loans: a line has no schedule', 'nothing');
    const { settings } = await loanTypeVersion(reader, row.loan_type_id, row.loan_type_version);
    // The loan is a line, and so is its type.
    const ofLine = settings as LineSettings;
    const asked = { paymentFrequency: dueDatesFrequency ?? p.cycle.frequency, specificDays: [...specificDays] };
    const cycle = cycleOf(ofLine, asked, fields);
    const { gracePeriod } = agreementOf(row);
    const hasGrace = gracePeriod?.isGracePeriodApplicable ?? ofLine.gracePeriod.isGracePeriodApplicable;
    const problem = checkCycle(cycle, lineTermsOf(row), hasGrace || p.draws.some(({ terms }) => terms.grace !== null));
    if (problem !== undefined) {
      const at = { path: fields.days, message: problem, expected: expectedDaysOf(cycle) };
      throw refuseFields(loanErrors.InvalidSpecificDays, [at]);
    }
    if (isDeepStrictEqual(cycle, p.cycle)) throw sameDays();
    return asNew({ kind: 'cycleChange', cycle });
  },
  firstMovable: ({ position }) => datesToCome(position, 2)[1]!.statementOn,
  async reAge(_reader, _row, state, { into, addedPayments }) {
    const problem = { message: 'is for installment loans: a line has no schedule', expected: 'nothing' };
    mustHaveNone([
      ...(into === null ? [] : [{ path: 'into', ...problem }]),
      ...(addedPayments === null ? [] : [{ path: 'addedPayments', ...problem }]),
    ]);
    mustAllowReAge(state);
    const { dueOn } = state.position;
    return { fact: asNew({ kind: 'reAge' }), said: {}, dueOn: () => dueOn };
  },
};

function sameDays(): Refusal {
  const reason = 'these are the days already';
  return new Refusal(loanErrors.NothingToDo, `There is nothing to do: ${reason}.`, { data: { reason } });
}
