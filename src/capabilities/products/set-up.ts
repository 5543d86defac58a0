// What a new company gets in each mode: a loan type whose settings are all standard, and an investor with its own name.
// No event is emitted: nobody can have subscribed yet.
import type { CompanySetUp } from '#platform/capability.ts';
import { addLoanType } from './commands/write-loan-type.ts';
import { investor } from './resources/investor.ts';
import { defaultSettings } from './settings/settings.ts';

export const productSetUp: CompanySetUp = (tx, company) => {
  const settings = defaultSettings('Installment loan');
  addLoanType(company, tx, { externalId: 'installment', status: 'active', settings });
  investor.add(company, tx, { name: company.name, isDefault: true });
};
