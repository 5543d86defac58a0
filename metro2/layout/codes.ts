// The codes of Metro 2, each with what it means.

type Codes = Readonly<Record<string, string>>;

export const blank = '';

/** Field 17A by how late the account is, from 0 days on in steps of thirty. */
export const lateness: readonly string[] = ['11', '71', '78', '80', '82', '83', '84'];

export const accountStatuses = {
  '11': 'current, 0 to 29 days past due',
  '71': '30 to 59 days past due',
  '78': '60 to 89 days past due',
  '80': '90 to 119 days past due',
  '82': '120 to 149 days past due',
  '83': '150 to 179 days past due',
  '84': '180 or more days past due',
  '93': 'assigned to collections',
  '97': 'unpaid, charged off',
  '13': 'paid or closed',
  '05': 'transferred',
  '61': 'paid, was a voluntary surrender',
  '62': 'paid, was in collection',
  '63': 'paid, was a repossession',
  '64': 'paid, was charged off',
  '65': 'paid, foreclosure was started',
  '88': 'claim filed with an insurer of the government',
  '89': 'deed in lieu of foreclosure',
  '94': 'foreclosure completed',
  '95': 'voluntary surrender, a balance may be due',
  '96': 'repossessed, a balance may be due',
  DA: 'delete the account',
  DF: 'delete the account because of fraud',
} as const satisfies Codes;
export type AccountStatus = keyof typeof accountStatuses;

export const ratings: Codes = {
  '0': 'current',
  '1': '30 to 59 days past due',
  '2': '60 to 89 days past due',
  '3': '90 to 119 days past due',
  '4': '120 to 149 days past due',
  '5': '150 to 179 days past due',
  '6': '180 or more days past due',
  G: 'in collection',
  L: 'charged off',
};

/** Field 18, a letter for each month. */
export const months: Codes = {
  ...ratings,
  B: 'no history before',
  D: 'nothing was reported for this month',
  E: 'zero balance and current',
  H: 'foreclosure completed',
  J: 'voluntary surrender',
  K: 'repossession',
};

export const portfolios = {
  C: 'line of credit',
  I: 'installment',
  L: 'lease',
  M: 'mortgage',
  O: 'open',
  R: 'revolving',
} as const satisfies Codes;
export type Portfolio = keyof typeof portfolios;

/** The terms of portfolios that have neither months nor years. */
export const fixedTerms: Codes = { C: 'LOC', R: 'REV', O: '001' };

/** The portfolios of the account types most used; others exist, and of those nothing is known here. */
export const portfoliosOfType: Readonly<Record<string, string>> = {
  ...typesOf('I', ['00', '01', '02', '03', '04', '06', '11', '12', '17', '20', '91', '0A', '10', '6A']),
  ...typesOf('IL', ['13', '3A']),
  ...typesOf('R', ['07', '18', '2A', '37', '8A']),
  ...typesOf('C', ['15', '47', '89', '7A', '9B']),
  ...typesOf('M', ['19', '25', '26', '2C', '5A', '5B', '6B']),
  ...typesOf('O', ['48', '0C', '77', '90', '92', '4D']),
};

function typesOf(portfolios: string, types: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(types.map((type) => [type, portfolios]));
}

export const frequencies: Codes = {
  D: 'deferred',
  P: 'single payment',
  W: 'weekly',
  B: 'every two weeks',
  E: 'twice a month',
  M: 'monthly',
  L: 'every two months',
  Q: 'quarterly',
  T: 'three times a year',
  S: 'twice a year',
  Y: 'yearly',
};

export const specialComments: Codes = {
  AC: 'paying under a partial payment agreement',
  AH: 'purchased by another company',
  AI: 'recalled to active military duty',
  AM: 'payments assured by wage garnishment',
  AP: 'credit line suspended',
  AS: 'closed due to refinance',
  AT: 'closed due to transfer',
  AU: 'paid in full for less than the full balance',
  AV: 'first payment never received',
  AW: 'affected by a natural or declared disaster',
  AX: 'paid from collateral',
  AZ: 'redeemed or reinstated repossession',
  B: 'payments managed by a financial counselling program',
  BA: 'transferred to recovery',
  BI: 'involuntary repossession',
  BJ: 'involuntary repossession, obligation satisfied',
  BK: 'involuntary repossession, balance owing',
  BL: 'card lost or stolen',
  BO: 'foreclosure started',
  BP: 'paid through insurance',
  BT: 'principal deferred, interest only',
  C: 'paid by co-maker or guarantor',
  CH: 'guaranteed or insured',
  CI: 'closed for inactivity',
  CJ: 'line no longer available, in repayment',
  CM: 'collateral released, balance owing',
  CN: 'modified under a federal plan',
  CO: 'modified',
  CP: 'in forbearance',
  DE: 'debt extinguished under state law',
  H: 'loan assumed by another party',
  M: "closed at the credit grantor's request",
  O: 'transferred to another company or servicer',
  S: 'special handling',
  V: 'adjustment pending',
};

export const complianceCodes: Codes = {
  XA: "closed at the consumer's request",
  XB: 'disputed under the FCRA, investigation under way',
  XC: 'FCRA investigation completed, the consumer disagrees',
  XD: 'XA and XB',
  XE: 'XA and XC',
  XF: 'disputed under the FCBA, investigation under way',
  XG: 'FCBA investigation completed, the consumer disagrees',
  XH: 'previously in dispute, investigation completed',
  XJ: 'XA and XF',
  XR: 'removes the most recent code',
};

/** Codes 0, 4 and 6 are obsolete. */
export const ecoaCodes: Codes = {
  '1': 'individual',
  '2': 'joint, contractual liability',
  '3': 'authorized user',
  '5': 'co-maker or guarantor',
  '7': 'maker',
  T: 'terminated',
  X: 'deceased',
  W: 'business or commercial',
  Z: 'delete the consumer',
};

export const consumerIndicators: Codes = {
  A: 'petition for chapter 7',
  B: 'petition for chapter 11',
  C: 'petition for chapter 12',
  D: 'petition for chapter 13',
  E: 'discharged through chapter 7',
  F: 'discharged through chapter 11',
  G: 'discharged through chapter 12',
  H: 'discharged through chapter 13',
  I: 'chapter 7 dismissed',
  J: 'chapter 11 dismissed',
  K: 'chapter 12 dismissed',
  L: 'chapter 13 dismissed',
  M: 'chapter 7 withdrawn',
  N: 'chapter 11 withdrawn',
  O: 'chapter 12 withdrawn',
  P: 'chapter 13 withdrawn',
  Q: 'removes what was said before, or closed, dismissed or withdrawn without discharge',
  R: 'reaffirmation of debt',
  S: 'removes R, V or 2A',
  T: 'the grantor cannot locate the consumer',
  U: 'the consumer is now located',
  V: 'chapter 7 reaffirmation of debt rescinded',
  Z: 'bankruptcy, chapter undesignated',
  '1A': 'personal receivership',
  '2A': 'lease assumption',
};

export const addressIndicators: Codes = {
  C: 'confirmed',
  Y: 'known',
  N: 'not confirmed',
  M: 'military',
  S: 'secondary',
  B: 'business',
  U: 'undeliverable',
  D: 'default of the data reporter',
  P: 'bill payer, not the consumer',
};

export const classifications: Codes = {
  '01': 'retail',
  '02': 'medical',
  '03': 'oil company',
  '04': 'government',
  '05': 'personal services',
  '06': 'insurance',
  '07': 'educational',
  '08': 'banking',
  '09': 'rental or leasing',
  '10': 'utilities',
  '11': 'cable or cellular',
  '12': 'financial',
  '13': 'credit union',
  '14': 'automotive',
  '15': 'check guarantee',
};

export const mortgageAgencies: Codes = { '00': 'none', '01': 'Fannie Mae', '02': 'Freddie Mac' };
