// What the texts of subjects may name beside the objects: a name means the same in every subject.

type ValueType = 'amount' | 'count' | 'date' | 'flag' | 'list' | 'rate' | 'text';

export interface MeaningOfValue {
  readonly type: ValueType;
  readonly says: string;
  readonly example: unknown;
}

const of =
  (type: ValueType) =>
  <Example>(says: string, example: Example) => ({ type, says, example });

/** A number or a text with two decimals; `money` writes it. */
const amount = of('amount');
/** `2026-07-15`; `date` writes it. */
const date = of('date');
const text = of('text');
const count = of('count');
/** A part of one: `0.1499` is 14.99 %; `percent` writes it. */
const rate = of('rate');
const flag = of('flag');
const list = of('list');

const codes = {
  code: text('The code to be entered.', '481516'),
  minutesValid: count('For how many minutes the code counts.', 10),
};

const contacts = {
  contactType: text('email, phone or address.', 'email'),
  contactMasked: text('The contact with most of it hidden.', 'a•••@mail.example'),
  confirmUrl: text('The page where it is done, at https://.', 'https://pay.lender.example/contacts'),
};

const payments = {
  paymentAmount: amount('What is to be paid, or was paid.', '430.51'),
  paymentDate: date('The day of the payment.', '2026-07-15'),
  previousPaymentDate: date('The day on which the payment had been planned.', '2026-07-10'),
  paymentDueDate: date('The day by which it is to be paid.', '2026-07-15'),
  paymentMethod: text('bankAccount, card, check, payroll, paymentNetwork, moneyOrder or wire.', 'bankAccount'),
  paymentMethodLastFour: text('The last four digits of the account or card.', '6789'),
  paymentSchedule: list('The payments to come, each with `date` and `amount`.', [
    { date: '2026-07-15', amount: '430.51' },
    { date: '2026-08-15', amount: '430.51' },
    { date: '2026-09-15', amount: '430.51' },
  ]),
  remainingAmount: amount('What is left to be paid.', '57.94'),
  failureReason: text('Why the payment failed: a code such as insufficientFunds.', 'insufficientFunds'),
  cancelReason: text('Why it was canceled or paused: a code such as instrumentInactive.', 'instrumentInactive'),
  feeAmount: amount('The fee.', '25.00'),
  feeDate: date('The day of the fee.', '2026-07-26'),
  retryDate: date('The day on which it is tried again.', '2026-07-20'),
  refundAmount: amount('What goes back to the borrower.', '57.94'),
  refundDate: date('The day on which it leaves.', '2026-07-20'),
  payoffAmount: amount('What pays the loan off.', '4880.81'),
  goodThroughDate: date('The last day on which this amount is right.', '2026-07-25'),
  perDiemAmount: amount('The interest of one more day.', '1.97'),
  merchantName: text('The merchant.', 'Corner Shop'),
};

const autopay = {
  extraCharge: amount('By how much the payment is more than usual.', '42.10'),
  dateSigned: date('The day on which the borrower agrees.', '2026-07-01'),
  lenderName: text('The lender, if it is not the legal name of the company.', 'Acme Lending LLC'),
  supportPhone: text('The phone number for questions, if it is not that of the company.', '+1 317 555 0100'),
  supportEmail: text('The email address for questions, if it is not that of the company.', 'help@lender.example'),
  cardLastFour: text('The last four digits of the card.', '1111'),
  cardExpiresOn: date('The last day on which the card counts.', '2026-08-31'),
};

const overdue = {
  daysOverdue: count('For how many days something has been overdue.', 12),
  overdueAmount: amount('What is overdue.', '430.51'),
  cureAmount: amount('What is to be paid to cure the default.', '455.51'),
  cureByDate: date('The last day for it.', '2026-08-05'),
  cureDays: count('The days from the notice to that day.', 20),
  lateFeesAmount: amount('The late fees in the amount.', '25.00'),
  accelerationDate: date('The day on which everything became due.', '2026-08-06'),
};

const statements = {
  statementDate: date('The day of the statement.', '2026-07-01'),
  minimumAmountDue: amount('What is due by the statement.', '430.51'),
  newBalanceAmount: amount('The balance by the statement.', '4827.59'),
};

const promos = {
  promoName: text('The promo program, as it is shown.', 'Six months same as cash'),
  promoEndDate: date('Its last day.', '2026-12-15'),
  promoBalanceAmount: amount('What is left of its balance.', '1200.00'),
  deferredInterestAmount: amount('The interest that is charged if it is not paid off in time.', '96.35'),
};

const credit = {
  creditBureauName: text('The credit bureau.', 'Experian'),
  creditBureauAddress: text('Its address, in one line.', 'P.O. Box 4500, Allen, TX 75013'),
  creditBureauPhone: text('Its toll-free number.', '1-888-397-3742'),
  reportedDate: date('The day of the report.', '2026-08-31'),
  disputeOutcome: text('verified, modified or deleted.', 'modified'),
  decisionDate: date('The day of the decision.', '2026-07-06'),
  decision: text(
    'What was decided: declined, limitLowered, drawsFrozen, lineClosed, drawDeclined or termsChanged.',
    'limitLowered',
  ),
  principalReasons: list('The principal reasons, at most four, each as a text.', [
    'Amounts owed on other accounts are too high',
    'Too many accounts opened recently',
  ]),
  isAfterReview: flag('Whether an account that goes on was reviewed.', true),
  federalAgency: text(
    'The agency that oversees the lender, with its address; the Federal Trade Commission if null.',
    'Federal Trade Commission, Equal Credit Opportunity, Washington, DC 20580',
  ),
  creditScore: count('The score that was used.', 612),
  creditScoreDate: date('Its day.', '2026-07-02'),
  creditScoreLowest: count('The lowest that it can be.', 300),
  creditScoreHighest: count('The highest that it can be.', 850),
  creditScoreFactors: list('What lowered it most, at most five, each as a text.', [
    'Proportion of balances to credit limits is too high',
    'Length of time accounts have been established',
  ]),
};

const loans = {
  loanAmount: amount('What was lent.', '4800.00'),
  annualRate: rate('The yearly rate.', 0.1499),
  firstPaymentDate: date('The first due date.', '2026-08-15'),
  fundingDate: date('The day on which the money was sent.', '2026-07-06'),
  paidOffDate: date('The day on which the loan was paid off.', '2026-07-15'),
  chargeOffDate: date('The day of the charge-off.', '2026-07-31'),
  owedAmount: amount('All that is owed.', '4880.81'),
  agencyName: text('The collection agency.', 'Harbor Recovery'),
  agencyPhone: text('Its phone number.', '+1 317 555 0199'),
  agencyAddress: text('Its address, in one line.', '5 Dock Road, Gary, IN 46402'),
  effectiveDate: date('The day from which it holds.', '2026-08-01'),
  signInUrl: text('The page where borrowers sign in, at https://.', 'https://pay.lender.example'),
  previousServicerName: text('Who serviced the loan before.', 'First Servicing'),
};

const lines = {
  creditLimitAmount: amount('The credit limit from now on.', '2000.00'),
  previousCreditLimitAmount: amount('The credit limit before.', '3000.00'),
  isNoticeFollowing: flag('Whether a letter with the reasons follows.', true),
  drawName: text('The draw, as it is shown.', 'Purchases'),
  drawAmount: amount('The amount of the draw.', '800.00'),
  cardDeliveryDate: date('The day by which the card should arrive.', '2026-07-20'),
};

const rates = {
  newRate: rate('The yearly rate from now on.', 0.1574),
  previousRate: rate('The yearly rate before.', 0.1499),
  indexName: text('The index that the rate follows.', 'Prime rate'),
  indexRate: rate('The index on the day of the reset.', 0.0775),
  marginRate: rate('What is added to the index.', 0.0799),
  newPaymentAmount: amount('The payment from now on.', '436.12'),
  previousPaymentAmount: amount('The payment before.', '430.51'),
  changes: list('What changes, each as a text.', ['The late fee becomes $28.00.']),
  isRejectable: flag('Whether the borrower may reject the change.', true),
};

const purchases = {
  purchaseAmount: amount('The purchase.', '42.50'),
  purchaseDate: date('Its day.', '2026-07-06'),
  disputedAmount: amount('What is disputed.', '42.50'),
  creditedAmount: amount('What is credited.', '42.50'),
  answerByDate: date('The day by which it is answered.', '2026-09-04'),
};

const hardships = {
  deferredDueDates: list('The due dates of the payments that are put off, each as a date.', [
    '2026-08-15',
    '2026-09-15',
  ]),
  disasterName: text('The disaster, as it is known.', 'Hurricane Ada'),
  nextPaymentDate: date('The next due date.', '2026-10-15'),
  nextPaymentAmount: amount('What is due then.', '430.51'),
  endDate: date('The last day.', '2026-12-31'),
};

const settlements = {
  settlementAmount: amount('What is to be paid to settle the loan.', '1000.00'),
  forgivenAmount: amount('What need not be paid then.', '3880.81'),
  acceptByDate: date('The last day on which the offer can be accepted.', '2026-08-05'),
  settlementSchedule: list('The payments of the settlement, each with `date` and `amount`.', [
    { date: '2026-08-05', amount: '500.00' },
    { date: '2026-09-05', amount: '500.00' },
  ]),
  promisedAmount: amount('What the borrower promised to pay.', '100.00'),
  promiseSchedule: list('The promised payments, each with `date` and `amount`.', [
    { date: '2026-07-13', amount: '50.00' },
    { date: '2026-07-20', amount: '50.00' },
  ]),
  promisedDate: date('The day of the promise.', '2026-07-13'),
};

const cases = {
  caseName: text('The case, as it is shown to agents.', 'Bankruptcy'),
  escalationReason: text('Why somebody is to look.', 'The borrower asks for a supervisor.'),
  receivedDate: date('The day on which it was received.', '2026-07-06'),
  respondByDate: date('The day by which the borrower should answer.', '2026-08-05'),
  neededDocuments: list('What is needed, each as a text; what is asked for as a rule if null.', [
    'a copy of a government ID',
    'a police report or an FTC identity theft report',
  ]),
  remedy: text('The remedy that may be used: creditReporting, legalAction or sale.', 'creditReporting'),
  deceasedName: text('The borrower who died; `person` if null.', 'Ada Lovelace'),
  representativeName: text('Who acts for the estate.', 'Byron King'),
};

const documents = {
  documentName: text('The document, as it is shown.', 'Proof of income'),
  uploadUrl: text('The page where it is uploaded, at https://.', 'https://pay.lender.example/u/8f3k'),
  rejectionReason: text('Why, as a sentence.', 'The picture is too dark to read.'),
  uploadExpiresOn: date('The last day of that page.', '2026-07-20'),
};

const military = {
  cappedRate: rate('The highest yearly rate during service.', 0.06),
  serviceStartDate: date('The first day of service.', '2026-06-01'),
  serviceEndDate: date('The last day of service.', '2027-06-01'),
};

const validation = {
  collectorName: text('Who collects.', 'Acme Lending LLC'),
  collectorAddress: text(
    'The mailing address of the collector, each of its lines on a line.',
    'P.O. Box 123\nGary, IN 46402',
  ),
  collectorPhone: text('The phone number of the collector, answered by a person.', '+1 317 555 0100'),
  collectorLicense: text('The number of its licence, where one is shown.', '2098765-DCA'),
  contactName: text('Whom to ask for.', 'Sam Reyes'),
  disputeUrl: text('Where a dispute can be sent electronically, at https://.', 'https://pay.lender.example/dispute'),
  originalCreditorName: text('To whom the debt was owed on the itemization date.', 'Acme Lending LLC'),
  currentCreditorName: text('To whom it is owed now.', 'Acme Lending LLC'),
  accountNumberMasked: text('The account number with most of it hidden.', '•••• 1001'),
  debtOn: date('The itemization date.', '2026-03-15'),
  itemizationDebtAmount: amount('What was owed on the itemization date.', '4827.59'),
  itemizationInterestAmount: amount('The interest since then.', '53.22'),
  itemizationFeesAmount: amount('The fees since then.', '25.00'),
  itemizationPaymentsAmount: amount('What was paid since then.', '0.00'),
  itemizationCreditsAmount: amount('What was credited since then.', '0.00'),
  currentDebtAmount: amount('What is owed now.', '4905.81'),
  validationPeriodEndDate: date('The last day of the validation period.', '2026-08-12'),
  borrowerAddress: text(
    'The address of the borrower, each of its lines on a line.',
    '12 Main St\nIndianapolis, IN 46204',
  ),
};

const free = {
  subjectLine: text('The subject line of an email.', 'About your loan'),
  body: text(
    'The text. An empty line begins a paragraph.',
    'Thank you for your call.\n\nWe have changed your address.',
  ),
};

export const meanings = {
  ...codes,
  ...contacts,
  ...payments,
  ...autopay,
  ...overdue,
  ...statements,
  ...promos,
  ...credit,
  ...loans,
  ...lines,
  ...rates,
  ...purchases,
  ...hardships,
  ...settlements,
  ...cases,
  ...documents,
  ...military,
  ...validation,
  ...free,
} as const satisfies Readonly<Record<string, MeaningOfValue>>;

export type ValueName = keyof typeof meanings;
