// What a new company gets in each mode: a loan type of each product whose settings are all standard, and an investor
// with its own name.
// No event is emitted: nobody can have subscribed yet.
import type { CompanySetUp } from '#platform/capability.ts';
import { addLoanType } from './commands/write-loan-type.ts';
import { investor } from './resources/investor.ts';
import { defaultSettings } from './settings/settings.ts';

const bornWith = [
  ['installment', 'installment', 'Installment loan'],
  ['lineOfCredit', 'line-of-credit', 'Line of credit'],
] as const;

export const productSetUp: CompanySetUp = (tx, company) => {
  for (const [type, externalId, name] of bornWith) {
    addLoanType(company, tx, { externalId, status: 'active', settings: defaultSettings(type, name) });
  }
  investor.add(company, tx, { name: company.name, isDefault: true });
};
