// The agreement on automatic payments: from which account, what is taken, and how to end it (Regulation E, 1005.10).
import { facts, heading, texts } from '../letter.ts';
import type { PaperKind } from '../paper-kind.ts';
import { inLanguages, said } from '../words.ts';
import { agreed } from './agreed.ts';

interface Instrument {
  readonly instrumentType: string;
  readonly institutionName: string | null;
  readonly accountNumberLastFour: string | null;
  readonly cardNumberLastFour?: string | null;
  readonly accountHolderName: string | null;
}

const words = inLanguages({
  title: said('Agreement on automatic payments', 'Acuerdo de pagos automáticos'),
  account: said('Account', 'Cuenta'),
  ending: said(
    (four: string) => `ending in ${four}`,
    (four: string) => `que termina en ${four}`,
  ),
  holder: said('Holder', 'Titular'),
  authorizes: said(
    (company: string) =>
      `I authorize ${company} to take the payments of this loan from the account above as they come due, and to correct a payment that was taken by mistake.`,
    (company: string) =>
      `Autorizo a ${company} a tomar los pagos de este préstamo de la cuenta indicada cuando vencen, y a corregir un pago que se haya tomado por error.`,
  ),
  what: said('What is taken, and when', 'Qué se toma y cuándo'),
  amounts: said(
    'On each due date what is due then. If a payment would be more than what was announced, I hear of its amount and day at least ten days before.',
    'En cada fecha de pago, lo que vence entonces. Si un pago fuera mayor que lo anunciado, sabré su monto y su fecha al menos diez días antes.',
  ),
  end: said('How to end it', 'Cómo terminarlo'),
  ends: said(
    (contact: string) =>
      `I can end this at any time. A payment is not taken any more if I say so at least three business days before its day. I reach you here: ${contact}.`,
    (contact: string) =>
      `Puedo terminarlo en cualquier momento. Un pago ya no se toma si lo digo al menos tres días hábiles antes de su fecha. Los encuentro aquí: ${contact}.`,
  ),
  free: said(
    'I need not agree to automatic payments to get or keep this loan.',
    'No necesito aceptar pagos automáticos para obtener o conservar este préstamo.',
  ),
});

export const autopayAgreement: PaperKind = {
  type: 'loanAutopayAgreement',
  status: 'draft',
  names: 'paymentInstrumentId',
  reads: ['paymentInstruments.read'],
  async write({ language, shown, look: { company } }, paymentInstrumentId) {
    const instrument = (await shown('paymentInstruments.read', { paymentInstrumentId })) as Instrument;
    const w = words[language];
    const four = instrument.accountNumberLastFour ?? instrument.cardNumberLastFour;
    const account = [instrument.institutionName, four && w.ending(four)].filter((one) => one).join(', ');
    return agreed(language, {
      title: w.title,
      about: [],
      terms: [
        facts([
          [w.account, account || paymentInstrumentId],
          ...(instrument.accountHolderName === null ? [] : [[w.holder, instrument.accountHolderName] as const]),
        ]),
        texts(w.authorizes(company.name)),
        heading(w.what),
        texts(w.amounts),
        heading(w.end),
        texts(w.ends(company.contact.join(', ') || company.name), w.free),
      ],
      others: [],
    });
  },
};
