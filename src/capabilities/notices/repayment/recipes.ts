// What the messages of repayment notifications are filled with, and what must hold when they are made: whoever has paid
// meanwhile gets none.
import type { Recipe } from '../notice.ts';
import type { ToldValues } from '../tables.ts';
import type { Trigger } from './words.ts';

type Of = Pick<Recipe, 'when' | 'values'>;

const due: Of = {
  when: { 'obligations | amountOn': 'there' },
  values: { paymentAmount: 'obligations | amountOn', paymentDueDate: 'told.dueDate' },
};

const byAutopay: Of = {
  when: { 'autopay | plannedAmount': 'there' },
  values: {
    paymentAmount: 'autopay | plannedAmount',
    paymentDate: 'told.dueDate',
    paymentDueDate: 'told.dueDate',
    paymentMethod: 'instrument.instrumentType',
    paymentMethodLastFour: 'instrument | lastFour',
  },
};

const overdue: Of = {
  when: { 'obligations.isOverdue': ['true'] },
  values: {
    daysOverdue: 'obligations.daysOverdue',
    overdueAmount: 'obligations.overdueAmount',
    paymentDueDate: 'told.dueDate',
  },
};

const recipes: Readonly<Record<Trigger, Of>> = {
  expectedPayment: due,
  loginFirstPayment: due,
  autopayFirstPayment: due,
  autopayExpectedPayment: byAutopay,
  autopayExpectedPaymentChangedAmount: {
    when: { ...byAutopay.when, 'autopay | needsNotice': 'there' },
    values: { ...byAutopay.values, extraCharge: 'autopay | extraPlanned' },
  },
  futurePayment: {
    when: { 'transaction.status': ['scheduled'] },
    values: {
      paymentAmount: 'transaction.scheduledAmount',
      paymentDate: 'told.dueDate',
      paymentMethod: 'instrument.instrumentType',
      paymentMethodLastFour: 'instrument | lastFour',
    },
  },
  cardExpiration: {
    when: { 'instrument.status': ['active'] },
    values: { cardLastFour: 'instrument | lastFour', cardExpiresOn: 'told.dueDate' },
  },
  loanOverdue: overdue,
  loanRightToCure: {
    when: overdue.when,
    values: {
      overdueAmount: 'obligations.overdueAmount',
      cureAmount: 'obligations.overdueAmount',
      cureByDate: 'cureBy',
      cureDays: 'cureDays',
    },
  },
};

export const recipeOfTrigger = ({ trigger, channels }: ToldValues): Recipe => ({
  ...recipes[trigger as Trigger],
  channels: channels as Recipe['channels'],
  otherwise: null,
  isRequired: false,
});
