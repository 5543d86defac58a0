// The name of a fee's kind in answers. The engine has words of its own.
import type { FeeType } from '@tenor/engine/account/terms.ts';
import type { FeeKind } from '#capabilities/products/index.ts';

export const feeKindOf: Readonly<Record<FeeType, FeeKind>> = {
  origination: 'originationFee',
  // No installment loan has it. A line is not served yet; it will need a name of its own.
  draw: 'originationFee',
  service: 'serviceFee',
  membership: 'membershipFee',
  late: 'lateFee',
  nsf: 'nsfFee',
  modification: 'modificationFee',
  foreignTransaction: 'foreignTransactionFee',
  purchase: 'purchaseFee',
  adHoc: 'adHoc',
};
