// What a borrower is asked for: what the message says, else what is asked for as a rule.
import type { Language } from './default-text.ts';

type Lists = Readonly<Record<Language, readonly string[]>>;

const identity = {
  en: 'a copy of a government ID, such as a driver’s license or passport',
  es: 'una copia de una identificación oficial, como licencia de conducir o pasaporte',
};

const identityTheft: Lists = {
  en: [
    identity.en,
    'a police report, or an identity theft report from www.identitytheft.gov',
    'what you know about the account, in your own words',
  ],
  es: [
    identity.es,
    'un reporte policial o un reporte de robo de identidad de www.robodeidentidad.gov',
    'lo que sepa de la cuenta, con sus propias palabras',
  ],
};

const disputeOfDebt: Lists = {
  en: ['what is wrong, in your own words', 'copies of what shows it, such as receipts, bank statements or letters'],
  es: [
    'qué está mal, con sus propias palabras',
    'copias de lo que lo muestre, como recibos, estados de cuenta o cartas',
  ],
};

const purchase: Lists = {
  en: [
    'what is wrong with the purchase, in your own words',
    'the receipt, and what you and the merchant wrote to each other',
  ],
  es: ['qué está mal con la compra, con sus propias palabras', 'el recibo y lo que usted y el comercio se escribieron'],
};

const creditReport: Lists = {
  en: ['which account it is about', 'which information you dispute, and why', 'copies of what shows it'],
  es: ['de qué cuenta se trata', 'qué información disputa y por qué', 'copias de lo que lo muestre'],
};

const militaryService: Lists = {
  en: ['a copy of your military orders, or a letter of your commanding officer'],
  es: ['una copia de sus órdenes militares o una carta de su oficial al mando'],
};

const death: Lists = {
  en: ['a copy of the death certificate', 'the name and address of whoever acts for the estate, if somebody does'],
  es: ['una copia del acta de defunción', 'el nombre y la dirección de quien represente a la sucesión, si hay alguien'],
};

const itemsOf = (list: readonly string[]): string => list.map((one) => `- ${one}`).join('\n');

const asked = (lists: Lists): Readonly<Record<Language, string>> => {
  const of = (language: Language) =>
    `{% if neededDocuments %}\n{% for one in neededDocuments %}\n- {{ one }}\n{% endfor %}\n{% else %}\n${itemsOf(lists[language])}\n{% endif %}`;
  return { en: of('en'), es: of('es') };
};

export const needed = {
  identityTheft: asked(identityTheft),
  disputeOfDebt: asked(disputeOfDebt),
  purchase: asked(purchase),
  creditReport: asked(creditReport),
  militaryService: asked(militaryService),
  death: asked(death),
};
