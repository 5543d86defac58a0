// The agreement on a settlement: less than what is owed, in parts, and the rest is given up once all of it is paid.
import { refuseField } from '#platform/errors.ts';
import { heading, texts } from '../letter.ts';
import type { PaperKind } from '../paper-kind.ts';
import { inLanguages, said } from '../words.ts';
import { agreed } from './agreed.ts';

interface Settlement {
  readonly id: string;
  readonly amount: number;
  readonly owedAmount: number;
  readonly schedule: readonly { readonly dueDate: string; readonly amount: number }[];
  readonly acceptBy: string;
  readonly status: string;
}

const words = inLanguages({
  title: said('Settlement agreement', 'Acuerdo de liquidación'),
  number: said('Settlement', 'Acuerdo'),
  acceptBy: said('Accept by', 'Aceptar antes del'),
  owed: said(
    (owed: string, amount: string) =>
      `You owe ${owed} today. If you pay ${amount} as the table says, we give up the rest, and the account is settled.`,
    (owed: string, amount: string) =>
      `Hoy debe ${owed}. Si paga ${amount} como indica la tabla, renunciamos al resto y la cuenta queda liquidada.`,
  ),
  payments: said('Payments', 'Pagos'),
  head: said(['Due date', 'Payment'], ['Fecha de pago', 'Pago']),
  total: said('In all', 'En total'),
  late: said(
    'Each payment must arrive by its due date. If one does not, this agreement ends: what you have paid counts as paid, and the whole rest is owed again.',
    'Cada pago debe llegar a más tardar en su fecha. Si uno no llega, este acuerdo termina: lo que haya pagado cuenta como pagado, y se vuelve a deber todo el resto.',
  ),
  tax: said(
    'We may have to report what we give up to the tax office (Form 1099-C), and you may owe tax on it.',
    'Es posible que debamos informar a la oficina de impuestos lo que perdonamos (Formulario 1099-C), y que usted deba impuestos por ello.',
  ),
  until: said(
    (day: string) => `This offer ends on ${day}. It begins to hold when you accept it.`,
    (day: string) => `Esta oferta termina el ${day}. Rige desde que usted la acepta.`,
  ),
});

export const settlementAgreement: PaperKind = {
  type: 'loanSettlementAgreement',
  status: 'draft',
  names: 'settlementId',
  reads: ['settlements.read'],
  async write({ language, format, shown, look: { company } }, settlementId) {
    const settlement = (await shown('settlements.read', { settlementId })) as Settlement;
    if (!['offered', 'accepted', 'kept'].includes(settlement.status)) {
      throw refuseField('settlementId', `is ${settlement.status}`, 'a settlement that is offered or holds');
    }
    const w = words[language];
    const amount = format.amount(settlement.amount);
    return agreed(language, {
      title: w.title,
      about: [
        [w.number, settlement.id],
        [w.acceptBy, format.day(settlement.acceptBy)],
      ],
      terms: [
        texts(w.owed(format.amount(settlement.owedAmount), amount)),
        heading(w.payments),
        {
          kind: 'table',
          widths: [3, 1],
          head: w.head,
          amounts: [1],
          rows: settlement.schedule.map((one) => [format.day(one.dueDate), format.amount(one.amount)]),
          total: [w.total, amount],
        },
        texts(w.late, w.tax, w.until(format.day(settlement.acceptBy))),
      ],
      others: [company.name],
    });
  },
};
