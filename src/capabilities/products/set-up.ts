// What a new company gets in each mode: a loan type of each product whose settings are all standard, one of credit cards,
// and an investor with its own name.
// No event is emitted: nobody can have subscribed yet.
import type { CompanySetUp } from '#platform/capability.ts';
import { addLoanType } from './commands/write-loan-type.ts';
import { investor } from './resources/investor.ts';
import type { LoanTypeSettings } from './settings/schema.ts';
import { defaultSettings, settingsAfter } from './settings/settings.ts';

const card = defaultSettings('lineOfCredit', 'Credit card');

const bornWith: readonly (readonly [externalId: string, settings: LoanTypeSettings])[] = [
  ['installment', defaultSettings('installment', 'Installment loan')],
  ['line-of-credit', defaultSettings('lineOfCredit', 'Line of credit')],
  // Nothing is missing: each setting has its default under this regulation too.
  ['credit-card', settingsAfter(card, { regulation: 'card' }) as LoanTypeSettings],
];

export const productSetUp: CompanySetUp = (tx, company) => {
  for (const [externalId, settings] of bornWith) addLoanType(company, tx, { externalId, status: 'active', settings });
  investor.add(company, tx, { name: company.name, isDefault: true });
};
