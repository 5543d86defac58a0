// The disclosure of an installment loan before it begins (Regulation Z, 1026.18): the box with its four figures, and the
// payments.
import { heading, small } from '../letter.ts';
import type { PaperKind } from '../paper-kind.ts';
import { inLanguages, said } from '../words.ts';

interface Disclosed {
  readonly aprNominal: string | null;
  readonly financeChargeAmount: number;
  readonly amountFinanced: number;
  readonly totalOfPaymentsAmount: number;
  readonly payments: readonly { readonly count: number; readonly amount: number; readonly firstDate: string }[];
}

const words = inLanguages({
  title: said('Truth in Lending disclosure', 'Declaración de la Ley de Veracidad en los Préstamos'),
  apr: said('ANNUAL PERCENTAGE RATE', 'TASA DE PORCENTAJE ANUAL (APR)'),
  aprNote: said('The cost of your credit as a yearly rate.', 'El costo de su crédito como tasa anual.'),
  charge: said('FINANCE CHARGE', 'CARGO POR FINANCIAMIENTO'),
  chargeNote: said('The dollar amount the credit will cost you.', 'El monto en dólares que le costará el crédito.'),
  financed: said('Amount Financed', 'Monto financiado'),
  financedNote: said(
    'The amount of credit provided to you or on your behalf.',
    'El monto del crédito proporcionado a usted o en su nombre.',
  ),
  total: said('Total of Payments', 'Total de pagos'),
  totalNote: said(
    'The amount you will have paid after you have made all payments as scheduled.',
    'El monto que habrá pagado después de hacer todos los pagos programados.',
  ),
  schedule: said('Your payment schedule will be', 'Su calendario de pagos será'),
  head: said(
    ['Number of payments', 'Amount of payments', 'When payments are due: first'],
    ['Número de pagos', 'Monto de los pagos', 'Cuándo vencen: el primero'],
  ),
  more: said(
    'See your contract for any additional information about nonpayment, default, any required repayment in full before the scheduled date, and prepayment refunds and penalties.',
    'Consulte su contrato para más información sobre la falta de pago, el incumplimiento, el pago total exigido antes de la fecha programada, y los reembolsos y multas por pago anticipado.',
  ),
});

export const truthInLending: PaperKind = {
  type: 'loanTILDisclosureOnly',
  status: 'draft',
  names: null,
  reads: ['loanDisclosure.read'],
  async write({ language, format, shown }) {
    const disclosed = (await shown('loanDisclosure.read')) as Disclosed;
    const w = words[language];
    return {
      title: w.title,
      about: [],
      parts: [
        {
          kind: 'boxes',
          boxes: [
            { label: w.apr, value: format.percent(disclosed.aprNominal ?? '0'), note: w.aprNote },
            { label: w.charge, value: format.amount(disclosed.financeChargeAmount), note: w.chargeNote },
            { label: w.financed, value: format.amount(disclosed.amountFinanced), note: w.financedNote },
            { label: w.total, value: format.amount(disclosed.totalOfPaymentsAmount), note: w.totalNote },
          ],
        },
        heading(w.schedule),
        {
          kind: 'table',
          widths: [1, 1, 2],
          head: w.head,
          amounts: [1],
          rows: disclosed.payments.map((one) => [`${one.count}`, format.amount(one.amount), format.day(one.firstDate)]),
        },
        small(w.more),
      ],
    };
  },
};
