// The receipt of a payment: how much it was, and what it has paid.
import { refuseField } from '#platform/errors.ts';
import { facts, texts } from '../letter.ts';
import type { PaperKind } from '../paper-kind.ts';
import { inLanguages, said } from '../words.ts';

interface Payment {
  readonly id: string;
  readonly transactionType: string;
  readonly status: string;
  readonly actualAmount: number | null;
  readonly scheduledAmount: number | null;
  readonly paidPrincipalAmount: number;
  readonly paidInterestAmount: number;
  readonly paidFeesAmount: number;
  readonly paidOverAmount: number;
  readonly timestamps: { readonly displayDate: string | null; readonly effectiveDate: string | null };
}

const words = inLanguages({
  title: said('Receipt', 'Recibo'),
  number: said('Payment number', 'Número de pago'),
  date: said('Counts on', 'Cuenta desde'),
  amount: said('Payment', 'Pago'),
  principal: said('Paid principal', 'Capital pagado'),
  interest: said('Paid interest', 'Intereses pagados'),
  fees: said('Paid fees', 'Cargos pagados'),
  over: said('More than was owed', 'Más de lo que se debía'),
  isThere: said('We have received your payment. Thank you.', 'Recibimos su pago. Gracias.'),
  isNot: said(
    'This payment has not arrived yet. It can still fail, and then it has paid nothing.',
    'Este pago aún no ha llegado. Todavía puede fallar, y entonces no habrá pagado nada.',
  ),
});

/** Of one that has failed, came back or is in dispute a receipt would say that it was paid, or may still be. */
const onItsWay = ['scheduled', 'initiated', 'pending'];

/** Errors: InvalidRequest. */
function mustBePaid({ transactionType, status }: Payment): void {
  const isPaid = transactionType === 'payment' && (status === 'succeeded' || onItsWay.includes(status));
  if (!isPaid)
    throw refuseField(
      'transactionId',
      `is a ${transactionType} that is ${status}`,
      'a payment that has come or is on its way',
    );
}

export const receipt: PaperKind = {
  type: 'other',
  status: 'accepted',
  names: 'transactionId',
  reads: ['transactions.read'],
  async write({ language, format, shown, today }, transactionId) {
    const payment = (await shown('transactions.read', { transactionId })) as Payment;
    mustBePaid(payment);
    const w = words[language];
    const parts = [
      [w.principal, payment.paidPrincipalAmount],
      [w.interest, payment.paidInterestAmount],
      [w.fees, payment.paidFeesAmount],
      [w.over, payment.paidOverAmount],
    ] as const;
    const amount = format.amount(payment.actualAmount ?? payment.scheduledAmount ?? 0);
    const date = payment.timestamps.effectiveDate ?? payment.timestamps.displayDate ?? today;
    return {
      title: w.title,
      about: [
        [w.number, payment.id],
        [w.date, format.day(date)],
      ],
      parts: [
        texts(payment.status === 'succeeded' ? w.isThere : w.isNot),
        facts(
          parts.filter(([, cents]) => cents !== 0).map(([label, cents]) => [label, format.amount(cents)] as const),
          [w.amount, amount],
        ),
      ],
    };
  },
};
