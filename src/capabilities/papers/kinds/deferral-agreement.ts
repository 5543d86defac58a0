// The agreement on a deferral: which payments are put off, and to when.

import { refuseField } from '#platform/errors.ts';
import { texts } from '../letter.ts';
import type { PaperKind } from '../paper-kind.ts';

interface Hardship {
  readonly id: string;
  readonly hardshipType: string;
  readonly dueDates: readonly string[] | null;
  readonly deferTo: 'end' | 'lastPayment' | null;
  readonly effectiveDate: string;
}

const words = {
  en: {
    title: 'Deferral agreement',
    number: 'Deferral',
    from: 'From',
    what: 'The payments of these due dates are put off. On these days you owe no principal and no interest of them; fees that are charged stay due.',
    head: ['Due date that is put off'],
    to: {
      end: 'For each of them there is one more due date after the last one of your loan.',
      lastPayment: 'Your last payment takes them.',
    },
    interest: 'Interest goes on while payments are put off, so you will pay more interest in all.',
    other: 'All other terms of your loan stay as they are.',
    signs: (company: string) => ['Borrower', 'Date', company],
  },
  es: {
    title: 'Acuerdo de aplazamiento',
    number: 'Aplazamiento',
    from: 'Desde',
    what: 'Los pagos de estas fechas se aplazan. En esos días no debe capital ni intereses de ellos; los cargos que se hagan se siguen debiendo.',
    head: ['Fecha de pago que se aplaza'],
    to: {
      end: 'Por cada una hay una fecha de pago más después de la última de su préstamo.',
      lastPayment: 'Su último pago los incluye.',
    },
    interest: 'Los intereses siguen corriendo mientras se aplazan los pagos, así que en total pagará más intereses.',
    other: 'Las demás condiciones de su préstamo no cambian.',
    signs: (company: string) => ['Prestatario', 'Fecha', company],
  },
};

export const deferralAgreement: PaperKind = {
  type: 'loanTermsChangeAgreement',
  status: 'draft',
  names: 'hardshipId',
  reads: ['hardships.read'],
  async write({ language, format, shown, look: { company } }, hardshipId) {
    const hardship = (await shown('hardships.read', { hardshipId })) as Hardship;
    if (hardship.hardshipType !== 'deferral') throw refuseField('hardshipId', 'is no deferral', 'the id of a deferral');
    const w = words[language];
    return {
      title: w.title,
      about: [
        [w.number, hardship.id],
        [w.from, format.day(hardship.effectiveDate)],
      ],
      parts: [
        texts(w.what),
        {
          kind: 'table',
          widths: [1],
          head: w.head,
          amounts: [],
          rows: (hardship.dueDates ?? []).map((date) => [format.day(date)]),
        },
        texts(w.to[hardship.deferTo ?? 'end'], w.interest, w.other),
        { kind: 'signatures', lines: w.signs(company.name) },
      ],
    };
  },
};
