// The words of a statement, in both languages.
import { inLanguages, type Said, said } from '../words.ts';

export const statementWords = inLanguages({
  title: said('Statement', 'Estado de cuenta'),
  number: said('Statement number', 'Número de estado de cuenta'),
  period: said(
    (from: string, to: string) => `For ${from} to ${to}`,
    (from, to) => `Del ${from} al ${to}`,
  ),
  corrected: said(
    (version: number) => `This statement replaces an earlier one for the same period (version ${version}).`,
    (version) => `Este estado de cuenta sustituye a uno anterior del mismo período (versión ${version}).`,
  ),
  summary: said('Account summary', 'Resumen de la cuenta'),
  previous: said('Previous balance', 'Saldo anterior'),
  payments: said('Payments', 'Pagos'),
  paymentReversals: said('Payments that came back', 'Pagos devueltos'),
  credits: said('Credits', 'Créditos'),
  creditReversals: said('Credits taken back', 'Créditos anulados'),
  refunds: said('Refunds', 'Reembolsos'),
  purchases: said('Purchases', 'Compras'),
  cashAdvances: said('Cash advances', 'Adelantos en efectivo'),
  balanceTransfers: said('Balance transfers', 'Transferencias de saldo'),
  lent: said('Lent to you', 'Prestado a usted'),
  reimbursements: said('Paid back to you', 'Devuelto a usted'),
  adjustments: said('Adjustments', 'Ajustes'),
  fees: said('Fees charged', 'Cargos'),
  interest: said('Interest charged', 'Intereses'),
  newBalance: said('New balance', 'Saldo nuevo'),
  limit: said('Credit limit', 'Límite de crédito'),
  available: said('Available credit', 'Crédito disponible'),
  payment: said('Payment information', 'Información de pago'),
  due: said('Payment due date', 'Fecha de vencimiento'),
  current: said('Due for this period', 'Vence por este período'),
  overdue: said('Overdue', 'Atrasado'),
  minimumOfLine: said('Minimum payment due', 'Pago mínimo'),
  minimumOfLoan: said('Amount due', 'Monto por pagar'),
  credit: said('Credit balance: we owe you', 'Saldo a favor: le debemos'),
  lateTitle: said('Late payment warning:', 'Advertencia por pago tardío:'),
  late: said(
    (due: string, fee: string) =>
      `If we do not receive your minimum payment by ${due}, you may have to pay a late fee of up to ${fee}.`,
    (due, fee) =>
      `Si no recibimos su pago mínimo a más tardar el ${due}, es posible que deba pagar un cargo por mora de hasta ${fee}.`,
  ),
  warningTitle: said('Minimum payment warning:', 'Advertencia sobre el pago mínimo:'),
  warning: said(
    'If you make only the minimum payment each period, you will pay more in interest and it will take you longer to pay off your balance. For example:',
    'Si solo hace el pago mínimo en cada período, pagará más en intereses y tardará más en liquidar su saldo. Por ejemplo:',
  ),
  warningHead: said(
    [
      'If you make no additional charges using this card and each month you pay',
      'You will pay off the balance shown on this statement in about',
      'And you will end up paying an estimated total of',
    ],
    [
      'Si no hace más cargos con esta tarjeta y cada mes paga',
      'Liquidará el saldo de este estado de cuenta en alrededor de',
      'Y terminará pagando un total estimado de',
    ],
  ),
  onlyMinimum: said('Only the minimum payment', 'Solo el pago mínimo'),
  never: said('The minimum payment never pays it off', 'El pago mínimo nunca lo liquida'),
  months: said(
    (count: number) => (count === 1 ? '1 month' : `${count} months`),
    (count) => (count === 1 ? '1 mes' : `${count} meses`),
  ),
  years: said(
    (count: number) => (count === 1 ? '1 year' : `${count} years`),
    (count) => (count === 1 ? '1 año' : `${count} años`),
  ),
  threeYears: said('3 years', '3 años'),
  savings: said(
    (amount: string) => ` (Savings = ${amount})`,
    (amount) => ` (Ahorro = ${amount})`,
  ),
  transactions: said('Transactions', 'Transacciones'),
  transactionHead: said(['Date', 'Description', 'Amount'], ['Fecha', 'Descripción', 'Monto']),
  none: said('There were none in this period.', 'No hubo en este período.'),
  feesTable: said('Fees', 'Cargos'),
  totalFees: said('Total fees for this period', 'Total de cargos de este período'),
  interestTable: said('Interest charged', 'Intereses cobrados'),
  interestHead: said(
    ['From', 'To', 'Yearly rate (APR)', 'Balance subject to interest', 'Interest'],
    ['Desde', 'Hasta', 'Tasa anual (APR)', 'Saldo sujeto a intereses', 'Intereses'],
  ),
  interestHeadOfLine: said(
    ['Draw', 'From', 'To', 'Yearly rate (APR)', 'Balance subject to interest', 'Interest'],
    ['Disposición', 'Desde', 'Hasta', 'Tasa anual (APR)', 'Saldo sujeto a intereses', 'Intereses'],
  ),
  variable: said(' (v)', ' (v)'),
  variableNote: said('(v) = the rate follows an index.', '(v) = la tasa sigue un índice.'),
  totalInterest: said('Total interest for this period', 'Total de intereses de este período'),
  toDate: said(
    (year: string) => `${year} totals year to date`,
    (year) => `Totales de ${year} a la fecha`,
  ),
  feesInYear: said(
    (year: string) => `Total fees charged in ${year}`,
    (year) => `Total de cargos en ${year}`,
  ),
  interestInYear: said(
    (year: string) => `Total interest charged in ${year}`,
    (year) => `Total de intereses en ${year}`,
  ),
  paidTo: said('Your payments of this period have paid', 'Sus pagos de este período pagaron'),
  principal: said('Principal', 'Capital'),
  interestPaid: said('Interest', 'Intereses'),
  feesPaid: said('Fees', 'Cargos'),
  draws: said('Draws', 'Disposiciones'),
  drawHead: said(
    ['Draw', 'Balance', 'Part of the minimum', 'Yearly rate', 'Interest', 'Fees', 'Available'],
    ['Disposición', 'Saldo', 'Parte del mínimo', 'Tasa anual', 'Intereses', 'Cargos', 'Disponible'],
  ),
  grace: said('Grace period', 'Período de gracia'),
  keepGrace: said(
    (draw: string, day: string) =>
      `${draw}: pay its whole balance by ${day}, and no interest is charged on new purchases.`,
    (draw, day) => `${draw}: pague todo su saldo a más tardar el ${day}, y no se cobran intereses por compras nuevas.`,
  ),
  restoreGrace: said(
    (draw: string, day: string) =>
      `${draw}: interest is charged from the day of each purchase. Pay its whole balance by ${day} to have a grace period again.`,
    (draw, day) =>
      `${draw}: se cobran intereses desde el día de cada compra. Pague todo su saldo a más tardar el ${day} para volver a tener un período de gracia.`,
  ),
  promos: said('Promotional balances', 'Saldos promocionales'),
  promoHead: said(
    ['Balance', 'Ends on', 'Interest charged if it is not paid by then'],
    ['Saldo', 'Termina el', 'Intereses que se cobran si no se paga antes'],
  ),
  autopay: said(
    (amount: string, day: string) =>
      `Automatic payments are on: the next one is ${amount} on ${day}. Do not pay twice.`,
    (amount, day) => `Los pagos automáticos están activos: el próximo es de ${amount} el ${day}. No pague dos veces.`,
  ),
  disputeTitle: said(
    'What to do if you think you find a mistake on this statement',
    'Qué hacer si cree que hay un error en este estado de cuenta',
  ),
  dispute: said(
    (address: string) =>
      `If you think there is an error on this statement, write to us at: ${address}. In your letter, give us your name and account number, the dollar amount of the suspected error, and what you believe is wrong and why. You must contact us within 60 days after the error appeared on your statement, in writing. You may call us, but if you do, we are not required to investigate and you may have to pay the amount in question. While we investigate, you need not pay the amount in question, and we cannot try to collect it or report you as delinquent on it.`,
    (address) =>
      `Si cree que hay un error en este estado de cuenta, escríbanos a: ${address}. En su carta, indique su nombre y número de cuenta, el monto en dólares del presunto error, y qué cree que está mal y por qué. Debe comunicarse con nosotros por escrito dentro de los 60 días posteriores a la aparición del error en su estado de cuenta. Puede llamarnos, pero en ese caso no estamos obligados a investigar y es posible que deba pagar el monto en cuestión. Mientras investigamos, no tiene que pagar el monto en cuestión, y no podemos intentar cobrarlo ni reportarlo como moroso por él.`,
  ),
  ask: said(
    (address: string) => `If you think there is a mistake on this statement, write to us at: ${address}.`,
    (address) => `Si cree que hay un error en este estado de cuenta, escríbanos a: ${address}.`,
  ),
  coupon: said('Please return this part with your payment.', 'Devuelva esta parte con su pago.'),
  account: said('Account', 'Cuenta'),
  enclosed: said('Amount enclosed', 'Monto adjunto'),
  qr: said(
    'Account, amount and due date, to be read by a machine',
    'Cuenta, monto y fecha de vencimiento, para lectura por máquina',
  ),
});

/** How each type of fee is called. */
export const feeNames: Readonly<Record<string, Said<string>>> = {
  originationFee: said('Origination fee', 'Cargo de apertura'),
  serviceFee: said('Service fee', 'Cargo por servicio'),
  membershipFee: said('Membership fee', 'Cargo por membresía'),
  lateFee: said('Late fee', 'Cargo por mora'),
  nsfFee: said('Returned payment fee', 'Cargo por pago devuelto'),
  drawFee: said('Draw fee', 'Cargo por disposición'),
  modificationFee: said('Modification fee', 'Cargo por modificación'),
  purchaseFee: said('Purchase fee', 'Cargo por compra'),
  foreignTransactionFee: said('Foreign transaction fee', 'Cargo por transacción extranjera'),
};

/** How each type of activity is called in Spanish. */
export const activityNames: Readonly<Record<string, string>> = {
  disbursement: 'Desembolso',
  advance: 'Adelanto',
  purchase: 'Compra',
  cashAdvance: 'Adelanto en efectivo',
  balanceTransfer: 'Transferencia de saldo',
  payment: 'Pago, gracias',
  paymentReversal: 'Pago devuelto',
  credit: 'Crédito',
  creditReversal: 'Crédito anulado',
  refund: 'Reembolso',
  cashBack: 'Reembolso por compras',
  feeWaiver: 'Cargo condonado',
  dispute: 'Monto en disputa',
  reimbursement: 'Devuelto a usted',
  adjustment: 'Ajuste',
};
