import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from '../../../core/loan/thing-states.ts';

export const advanceErrors = errorKinds({
  LoanTakesNoAdvances: {
    status: 409,
    title: 'The loan is not of a type with several advances',
    remedy:
      'Set payments.multipleAdvances of its loan type before loans are originated, or agree on an advanceSchedule.',
  },
  AdvanceStatusForbids: statusForbids('advance'),
  AdvancePaidOut: {
    status: 409,
    title: 'The advance is paid out by the service',
    remedy:
      'Its status, amount and date follow from the money: read the disbursement data.disbursementId, or cancel that while it has not left.',
  },
});
