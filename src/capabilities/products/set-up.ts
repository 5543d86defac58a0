// What a company lends with from its first moment on, in each mode: a loan type whose settings are all standard, and an
// investor of its own name. Nobody is told: nobody could be listening yet.
import type { CompanySetUp } from '#platform/capability.ts';
import { addLoanType } from './commands/write-loan-type.ts';
import { investor } from './resources/investor.ts';
import { defaultSettings } from './settings/settings.ts';

export const productSetUp: CompanySetUp = (tx, company) => {
  const settings = defaultSettings('Installment loan');
  addLoanType(company, tx, { externalId: 'installment', status: 'active', settings });
  investor.add(company, tx, { name: company.name, isDefault: true });
};
