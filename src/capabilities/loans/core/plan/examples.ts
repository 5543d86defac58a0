// Examples of plans for the documents.
import { products } from '../products/list.ts';

const [{ examples }] = products;

export const loanPeriod = {
  id: 'PE-2LM5-Q9RT',
  periodId: 'PE-2LM5-Q9RT',
  object: 'loanPeriod',
  startDate: '2026-03-15',
  endDate: '2026-04-14',
  statementDate: '2026-04-15',
  dueDate: '2026-04-15',
};

export const expectedPayments = { count: 1, expectedPayments: [examples.scheduleItem] };
