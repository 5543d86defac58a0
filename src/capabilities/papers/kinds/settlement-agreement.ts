// The agreement on a settlement: less than what is owed, in parts, and the rest is given up once all of it is paid.
import { heading, texts } from '../letter.ts';
import type { PaperKind } from '../paper-kind.ts';

interface Settlement {
  readonly id: string;
  readonly amount: number;
  readonly owedAmount: number;
  readonly schedule: readonly { readonly dueDate: string; readonly amount: number }[];
  readonly acceptBy: string;
}

const words = {
  en: {
    title: 'Settlement agreement',
    number: 'Settlement',
    acceptBy: 'Accept by',
    owed: (owed: string, amount: string) =>
      `You owe ${owed} today. If you pay ${amount} as the table says, we give up the rest, and the account is settled.`,
    payments: 'Payments',
    head: ['Due date', 'Payment'],
    total: 'In all',
    late: 'Each payment must arrive by its due date. If one does not, this agreement ends: what you have paid counts as paid, and the whole rest is owed again.',
    tax: 'We may have to report what we give up to the tax office (Form 1099-C), and you may owe tax on it.',
    until: (day: string) => `This offer ends on ${day}. It begins to hold when you accept it.`,
    signs: (company: string) => ['Borrower', 'Date', company],
  },
  es: {
    title: 'Acuerdo de liquidación',
    number: 'Acuerdo',
    acceptBy: 'Aceptar antes del',
    owed: (owed: string, amount: string) =>
      `Hoy debe ${owed}. Si paga ${amount} como indica la tabla, renunciamos al resto y la cuenta queda liquidada.`,
    payments: 'Pagos',
    head: ['Fecha de pago', 'Pago'],
    total: 'En total',
    late: 'Cada pago debe llegar a más tardar en su fecha. Si uno no llega, este acuerdo termina: lo que haya pagado cuenta como pagado, y se vuelve a deber todo el resto.',
    tax: 'Es posible que debamos informar a la oficina de impuestos lo que perdonamos (Formulario 1099-C), y que usted deba impuestos por ello.',
    until: (day: string) => `Esta oferta termina el ${day}. Rige desde que usted la acepta.`,
    signs: (company: string) => ['Prestatario', 'Fecha', company],
  },
};

export const settlementAgreement: PaperKind = {
  type: 'loanSettlementAgreement',
  status: 'draft',
  names: 'settlementId',
  reads: ['settlements.read'],
  async write({ language, format, shown, look: { company } }, settlementId) {
    const settlement = (await shown('settlements.read', { settlementId })) as Settlement;
    const w = words[language];
    const amount = format.amount(settlement.amount);
    return {
      title: w.title,
      about: [
        [w.number, settlement.id],
        [w.acceptBy, format.day(settlement.acceptBy)],
      ],
      parts: [
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
        { kind: 'signatures', lines: w.signs(company.name) },
      ],
    };
  },
};
