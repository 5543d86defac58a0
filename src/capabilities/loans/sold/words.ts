// The words of services that are sold with a loan.

export const serviceKinds = [
  'creditLifeInsurance',
  'creditDisabilityInsurance',
  'creditUnemploymentInsurance',
  'creditPropertyInsurance',
  'gapWaiver',
  'debtCancellation',
  'serviceContract',
  'membership',
  'other',
] as const;
export type ServiceKind = (typeof serviceKinds)[number];

export const charges = ['financed', 'periodicFee', 'apart'] as const;
export type Charge = (typeof charges)[number];

export const rebates = ['proRata', 'ruleOf78'] as const;
export type Rebate = (typeof rebates)[number];

export const serviceStatuses = ['active', 'canceled'] as const;
export type ServiceStatus = (typeof serviceStatuses)[number];

export const cancelReasons = ['borrowerRequest', 'paidOff', 'refinanced', 'totalLoss', 'lenderError', 'other'] as const;
export type CancelReason = (typeof cancelReasons)[number];
