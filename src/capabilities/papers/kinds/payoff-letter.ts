// The payoff letter: what pays the loan off by a day, from a payoff quote that holds.
import { refuseField } from '#platform/errors.ts';
import { facts, heading, texts } from '../letter.ts';
import type { PaperKind } from '../paper-kind.ts';
import { inLanguages, said } from '../words.ts';

interface Quote {
  readonly id: string;
  readonly goodThroughDate: string;
  readonly payoffAmount: number;
  readonly buckets: readonly Bucket[];
  readonly creditAmount: number;
  readonly unearnedChargeAmount: number | null;
  readonly perDiem: string;
  readonly holds: boolean;
  readonly reason: string | null;
}

interface Bucket {
  readonly bucket: string;
  readonly principalAmount: number;
  readonly interestAmount: number;
  readonly feesAmount: number;
}

const words = inLanguages({
  title: said('Payoff letter', 'Carta de liquidación'),
  goodThrough: said('Good through', 'Válida hasta'),
  pays: said(
    (amount: string, day: string) => `Received by ${day}, ${amount} pays this loan off. The table says what is in it.`,
    (amount: string, day: string) =>
      `Si se recibe a más tardar el ${day}, ${amount} liquida este préstamo. La tabla indica de qué se compone.`,
  ),
  parts: said('What is in it', 'De qué se compone'),
  head: said(['', 'Principal', 'Interest', 'Fees'], ['', 'Capital', 'Intereses', 'Cargos']),
  bucket: said(
    { notDue: 'Not due yet', due: 'Due', overdue: 'Overdue', chargedOff: 'Charged off' },
    { notDue: 'Aún no vencido', due: 'Por pagar', overdue: 'Atrasado', chargedOff: 'Castigado' },
  ),
  credit: said('Your credit balance', 'Su saldo a favor'),
  rebate: said('Interest that is not owed because you pay early', 'Intereses que no se deben por pagar antes'),
  total: said('Payoff amount', 'Monto de liquidación'),
  perDiem: said(
    (amount: string) => `Interest of one more day: $${amount}.`,
    (amount: string) => `Intereses de un día más: $${amount}.`,
  ),
  changes: said(
    'The amount is right for what was known on the day of this letter. A payment that comes back, a new fee or a corrected rate can raise what you owe; ask for a new letter then. If you pay before the last day, we return what is too much.',
    'El monto es correcto según lo que se sabía el día de esta carta. Un pago devuelto, un cargo nuevo o una tasa corregida puede aumentar lo que debe; en ese caso, pida otra carta. Si paga antes del último día, le devolvemos lo que sobre.',
  ),
  how: said('How to pay', 'Cómo pagar'),
  say: said(
    (loan: string, quote: string) => `Write ${loan} and ${quote} on your payment, so that we know what it is for.`,
    (loan: string, quote: string) => `Escriba ${loan} y ${quote} en su pago, para que sepamos a qué corresponde.`,
  ),
});

export const payoffLetter: PaperKind = {
  type: 'other',
  status: 'accepted',
  names: 'payoffQuoteId',
  reads: ['payoffQuotes.read'],
  async write({ language, format, shown, loanId }, payoffQuoteId) {
    const quote = (await shown('payoffQuotes.read', { payoffQuoteId })) as Quote;
    if (!quote.holds)
      throw refuseField('payoffQuoteId', `does not hold any more: ${quote.reason}`, 'a quote that holds');
    const w = words[language];
    const amount = format.amount(quote.payoffAmount);
    const day = format.day(quote.goodThroughDate);
    const isOwed = (one: Bucket) => one.principalAmount + one.interestAmount + one.feesAmount !== 0;
    const rows = quote.buckets
      .filter(isOwed)
      .map((one) => [
        w.bucket[one.bucket as keyof typeof w.bucket],
        ...[one.principalAmount, one.interestAmount, one.feesAmount].map(format.amount),
      ]);
    const less = [
      ...(quote.creditAmount === 0 ? [] : [[w.credit, format.amount(-quote.creditAmount)] as const]),
      ...(quote.unearnedChargeAmount ? [[w.rebate, format.amount(-quote.unearnedChargeAmount)] as const] : []),
    ];
    return {
      title: w.title,
      about: [
        [w.goodThrough, day],
        [w.total, amount],
      ],
      parts: [
        texts(w.pays(amount, day)),
        heading(w.parts),
        { kind: 'table', widths: [2, 1, 1, 1], head: w.head, amounts: [1, 2, 3], rows },
        facts(less, [w.total, amount]),
        texts(w.perDiem(quote.perDiem), w.changes),
        heading(w.how),
        texts(w.say(loanId, quote.id)),
      ],
    };
  },
};
