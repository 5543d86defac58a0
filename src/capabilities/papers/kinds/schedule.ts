// The schedule of payments: each due date, with what is left to pay.
import { texts } from '../letter.ts';
import type { PaperKind } from '../paper-kind.ts';
import { inLanguages, said } from '../words.ts';

interface Expected {
  readonly expectedPayments: readonly {
    readonly date: string;
    readonly amount: number;
    readonly principalAmount: number;
    readonly interestAmount: number;
    readonly feesAmount: number;
    readonly principalBalanceAmount: number;
  }[];
}

const words = inLanguages({
  title: said('Schedule of payments', 'Calendario de pagos'),
  head: said(
    ['Due date', 'Payment', 'Principal', 'Interest', 'Fees', 'Principal left'],
    ['Fecha de pago', 'Pago', 'Capital', 'Intereses', 'Cargos', 'Capital restante'],
  ),
  explains: said(
    'Payments that came due are as they were; those to come are as they will be if each is paid on its day. A payment that is early, late or of another amount changes what follows.',
    'Los pagos vencidos aparecen como fueron; los futuros, como serán si cada uno se paga en su fecha. Un pago anticipado, tardío o de otro monto cambia lo que sigue.',
  ),
});

export const schedule: PaperKind = {
  type: 'disclosure',
  status: 'draft',
  names: null,
  reads: ['expectedPayments.read'],
  async write({ language, format, shown }) {
    const { expectedPayments } = (await shown('expectedPayments.read')) as Expected;
    const w = words[language];
    const rows = expectedPayments.map((one) => [
      format.day(one.date),
      ...[one.amount, one.principalAmount, one.interestAmount, one.feesAmount, one.principalBalanceAmount].map(
        format.amount,
      ),
    ]);
    return {
      title: w.title,
      about: [],
      parts: [
        texts(w.explains),
        { kind: 'table', widths: [1.6, 1, 1, 1, 1, 1.1], head: w.head, amounts: [1, 2, 3, 4, 5], rows },
      ],
    };
  },
};
