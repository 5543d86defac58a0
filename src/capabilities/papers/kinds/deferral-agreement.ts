// The agreement on a deferral: which payments are put off, and to when.
import { refuseField } from '#platform/errors.ts';
import { texts } from '../letter.ts';
import type { PaperKind } from '../paper-kind.ts';
import { inLanguages, said } from '../words.ts';
import { agreed } from './agreed.ts';

interface Hardship {
  readonly id: string;
  readonly hardshipType: string;
  readonly status: string;
  readonly dueDates: readonly string[] | null;
  readonly deferTo: 'end' | 'lastPayment' | null;
  readonly effectiveDate: string;
}

const words = inLanguages({
  title: said('Deferral agreement', 'Acuerdo de aplazamiento'),
  number: said('Deferral', 'Aplazamiento'),
  from: said('From', 'Desde'),
  what: said(
    'The payments of these due dates are put off. On these days you owe no principal and no interest of them; fees that are charged stay due.',
    'Los pagos de estas fechas se aplazan. En esos días no debe capital ni intereses de ellos; los cargos que se hagan se siguen debiendo.',
  ),
  head: said(['Due date that is put off'], ['Fecha de pago que se aplaza']),
  to: said(
    {
      end: 'For each of them there is one more due date after the last one of your loan.',
      lastPayment: 'Your last payment takes them.',
    },
    {
      end: 'Por cada una hay una fecha de pago más después de la última de su préstamo.',
      lastPayment: 'Su último pago los incluye.',
    },
  ),
  interest: said(
    'Interest goes on while payments are put off, so you will pay more interest in all.',
    'Los intereses siguen corriendo mientras se aplazan los pagos, así que en total pagará más intereses.',
  ),
  other: said('All other terms of your loan stay as they are.', 'Las demás condiciones de su préstamo no cambian.'),
});

export const deferralAgreement: PaperKind = {
  type: 'loanTermsChangeAgreement',
  status: 'draft',
  names: 'hardshipId',
  reads: ['hardships.read'],
  async write({ language, format, shown, look: { company } }, hardshipId) {
    const hardship = (await shown('hardships.read', { hardshipId })) as Hardship;
    if (hardship.hardshipType !== 'deferral') throw refuseField('hardshipId', 'is no deferral', 'the id of a deferral');
    if (!['active', 'completed'].includes(hardship.status)) {
      throw refuseField('hardshipId', `is ${hardship.status}`, 'a deferral that holds');
    }
    const w = words[language];
    return agreed(language, {
      title: w.title,
      about: [
        [w.number, hardship.id],
        [w.from, format.day(hardship.effectiveDate)],
      ],
      terms: [
        texts(w.what),
        {
          kind: 'table',
          widths: [1],
          head: w.head,
          amounts: [],
          rows: (hardship.dueDates ?? []).map((date) => [format.day(date)]),
        },
        texts(w.to[hardship.deferTo ?? 'end'], w.interest, w.other),
      ],
      others: [company.name],
    });
  },
};
