// Words by which people stop messages, want them again, or ask for help, in English and Spanish. Carriers and the law name
// the single words; beside them stand the short sentences that people write.
export type Wish = 'stop' | 'start' | 'help';

const single: Readonly<Record<Wish, readonly string[]>> = {
  stop: [
    ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT', 'REMOVE ME'],
    ...['ALTO', 'PARAR', 'PARE', 'CANCELAR', 'CANCELE', 'BAJA', 'DETENER', 'DETENGA', 'REMOVER', 'FIN', 'NO MAS'],
    ...['DAR DE BAJA', 'DARME DE BAJA', 'DARSE DE BAJA', 'DEME DE BAJA', 'ANULAR'],
  ],
  start: ['START', 'UNSTOP', 'RESUBSCRIBE', 'INICIAR', 'INICIO', 'COMENZAR', 'REANUDAR', 'ALTA'],
  help: ['HELP', 'INFO', 'AYUDA', 'INFORMACION'],
};

const inSpanish =
  /^(?:POR FAVOR )?(?:ALTO|PARAR?|PAREN|CANCELAR|CANCELE|BAJA|DETEN\w+|DEJEN?|DEJA|REMOVER|FIN|NO MAS|NO ME|DAR\w*|DEME|DENME|QUIERO|ANULAR|INICI\w+|COMENZAR|REANUDAR|ALTA|AYUDA|INFORMACION)\b/;

/** The language of the words of a wish. Null: they are of both languages. */
export function languageOfWish(text: string): 'en' | 'es' | null {
  const words = plainly(text);
  if (inSpanish.test(words)) return 'es';
  return /^INFO\b/.test(words) ? null : 'en';
}

/** Words that mean something else in a letter: a whole email is rarely one of them, and its answer is read by a person. */
const notByEmail = new Set(['CANCEL', 'END', 'QUIT', 'FIN', 'CANCELAR', 'CANCELE', 'ANULAR', 'REVOKE', 'ALTO']);

const polite = `(?: (?:PLEASE|PLS|NOW|THANKS|THANK YOU|POR FAVOR|YA|AHORA|GRACIAS))*`;
const whatIsStopped = `(?: (?:ALL|THE|THESE|SENDING|TEXTING|MESSAGING|CALLING|CONTACTING|EMAILING|ME|TEXTS?|MESSAGES?|CALLS?|EMAILS?|ALERTS?|FROM|YOU|TO))+`;
const quePara = `(?: (?:LOS|LAS|TODOS|TODAS|DE|ENVIAR|ENVIARME|MANDAR|MANDARME|ESCRIBIRME|LLAMARME|MENSAJES?|TEXTOS?|LLAMADAS?|CORREOS?|ESTOS|ESTAS))+`;
const sentences = [
  new RegExp(`^(?:PLEASE |PLS )?STOP${whatIsStopped}?${polite}$`),
  new RegExp(
    `^(?:POR FAVOR )?(?:PARE|PAREN|PARA|PARAR|DETENGA|DETENGAN|DEJE|DEJEN|DEJA|ALTO A|CANCELAR)${quePara}${polite}$`,
  ),
  /^(?:PLEASE )?(?:UNSUBSCRIBE|REMOVE|OPT) ME(?: OUT)?(?: FROM (?:THIS|YOUR|THE) LIST)?(?: PLEASE)?$/,
  /^(?:PLEASE )?(?:DO NOT|DONT) (?:TEXT|CALL|EMAIL|CONTACT|MESSAGE) ME(?: AGAIN| ANYMORE| ANY MORE)?$/,
  /^NO ME (?:ESCRIBAN?|LLAMEN?|CONTACTEN?|MANDEN?|ENVIEN?)(?: MAS)?(?: (?:MENSAJES|CORREOS|TEXTOS))?(?: MAS)?$/,
  /^(?:QUIERO )?(?:DARME|DEME|DENME) DE BAJA(?: POR FAVOR)?$/,
  /^I (?:WANT|WOULD LIKE) TO (?:STOP|UNSUBSCRIBE|OPT OUT)$/,
  /^WRONG NUMBER(?: STOP)?$/,
];
const politely = new RegExp(`^(?:PLEASE |POR FAVOR )?(.+?)${polite}$`);

/** Null: it is neither, and a person reads it. */
export function wishOf(text: string, channel: 'email' | 'text' | 'voice'): Wish | null {
  const words = plainly(channel === 'email' ? firstLine(text) : text);
  if (words === '' || words.length > wordsMax) return null;
  const [, bare = words] = politely.exec(words) ?? [];
  for (const wish of channel === 'email' ? (['stop'] as const) : (['stop', 'start', 'help'] as const)) {
    const found = single[wish].find((word) => word === words || word === bare);
    if (found !== undefined && !(channel === 'email' && notByEmail.has(found))) return wish;
  }
  return sentences.some((sentence) => sentence.test(words)) ? 'stop' : null;
}

const wordsMax = 80;

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

/** Without accents, signs and doubled spaces, in capitals. */
const plainly = (text: string): string =>
  text
    .slice(0, 1_000)
    .normalize('NFD')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase();
