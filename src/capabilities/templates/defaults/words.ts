// The words of the layout, and phrases that many texts share.
import type { Language } from './default-text.ts';

/** A line of the footer that is there only where it has something to say. */
interface FooterLine {
  readonly when: string;
  readonly text: string;
  readonly end: string;
}

interface LayoutWords {
  readonly account: string;
  readonly hello: string;
  readonly dear: string;
  readonly closing: string;
  readonly call: string;
  readonly collectorInText: string;
  readonly stop: string;
  readonly footer: readonly FooterLine[];
}

const phone = '{% if company.support and company.support.phone %}';
const email = '{% if company.support and company.support.email %}';

/** A message may be about no loan. */
export const ofLoan = (text: string): string => `{% if loan and loan.displayId %}${text}{% endif %}`;

const always = (text: string): FooterLine => ({ when: '', text, end: '' });
const where = (condition: string, text: string): FooterLine => ({
  when: `{% if ${condition} %}`,
  text,
  end: '{% endif %}',
});

/** A business has another. */
export const fullName =
  '{% if person.name and person.name.firstName %}{{ person.name.firstName }} {{ person.name.lastName }}{% elif person.businessDetails and person.businessDetails.businessName %}{{ person.businessDetails.businessName }}{% endif %}';

/** Where the company is found, and what it has to say of itself. */
const addresses = [
  where('company.papers and company.papers.address', '{{ company.papers.address | lines }}'),
  where('company.papers and company.papers.footer', '{{ company.papers.footer }}'),
];

export const layoutWords: Readonly<Record<Language, LayoutWords>> = {
  en: {
    account: 'Account {{ loan.displayId }}',
    hello:
      '{% if person.name and person.name.firstName %}Hello {{ person.name.firstName }},{% else %}Hello,{% endif %}',
    dear: `Dear ${fullName}:`,
    closing: `
      ${phone}
      Questions? Call us at {{ company.support.phone }}${email} or write to {{ company.support.email }}{% endif %}.
      {% else %}${email}
      Questions? Write to {{ company.support.email }}.
      {% endif %}{% endif %}

      {{ company.brandName }}`,
    call: `${phone} Questions? {{ company.support.phone }}{% endif %}`,
    collectorInText: '{% if message.isFromCollector %} This is from a debt collector.{% endif %}',
    stop: '{% if message.hasOptOut %} Reply STOP to opt out.{% endif %}',
    footer: [
      where(
        'message.isFromCollector',
        'This communication is from a debt collector. We are trying to collect a debt, and any information that we get is used for that purpose.',
      ),
      always('{{ company.legalName }}'),
      ...addresses,
    ],
  },
  es: {
    account: 'Cuenta {{ loan.displayId }}',
    hello: '{% if person.name and person.name.firstName %}Hola, {{ person.name.firstName }}:{% else %}Hola:{% endif %}',
    dear: `{% if person.name and person.name.firstName %}Estimado(a){% else %}Estimados señores de{% endif %} ${fullName}:`,
    closing: `
      ${phone}
      ¿Tiene preguntas? Llámenos al {{ company.support.phone }}${email} o escríbanos a {{ company.support.email }}{% endif %}.
      {% else %}${email}
      ¿Tiene preguntas? Escríbanos a {{ company.support.email }}.
      {% endif %}{% endif %}

      {{ company.brandName }}`,
    call: `${phone} ¿Preguntas? {{ company.support.phone }}{% endif %}`,
    collectorInText: '{% if message.isFromCollector %} Este mensaje es de un cobrador de deudas.{% endif %}',
    stop: '{% if message.hasOptOut %} Responda ALTO para no recibir más.{% endif %}',
    footer: [
      where(
        'message.isFromCollector',
        'Esta comunicación es de un cobrador de deudas. Intentamos cobrar una deuda, y toda la información que obtengamos se usará con ese fin.',
      ),
      always('{{ company.legalName }}'),
      ...addresses,
    ],
  },
};
