// The name of a fee's kind in answers. The engine has words of its own.
import type { FeeType } from '@tenor/engine/account/terms.ts';
import type { FeeKind } from '#capabilities/products/index.ts';

export const feeKindOf: Readonly<Record<FeeType, FeeKind>> = {
  origination: 'originationFee',
  draw: 'drawFee',
  service: 'serviceFee',
  membership: 'membershipFee',
  late: 'lateFee',
  nsf: 'nsfFee',
  modification: 'modificationFee',
  foreignTransaction: 'foreignTransactionFee',
  purchase: 'purchaseFee',
  adHoc: 'adHoc',
};
