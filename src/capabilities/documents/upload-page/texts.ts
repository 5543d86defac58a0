// What the page of an upload link says, in the languages of borrowers.
import type { DocumentType } from '../document-types.ts';

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** Why a link takes nothing. One that is used up is shown all the same: what was begun may go on. */
export type Gone = 'revoked' | 'expired' | 'unknown';

/** What the script of the page says. `{…}` stands for what it fills in. */
interface Said {
  readonly waiting: string;
  readonly sending: string;
  readonly checking: string;
  readonly done: string;
  readonly scanning: string;
  readonly infected: string;
  readonly offline: string;
  readonly leave: string;
  readonly again: string;
  readonly resume: string;
  readonly left: string;
  readonly leftOne: string;
  readonly leftNone: string;
  readonly tooMany: string;
  readonly tooLarge: string;
  readonly empty: string;
  readonly wrongType: string;
  readonly ended: string;
  readonly isFinal: string;
  readonly busy: string;
  readonly failed: string;
}

interface Texts {
  readonly title: string;
  readonly asks: string;
  readonly limits: string;
  readonly choose: string;
  readonly photo: string;
  readonly files: string;
  readonly other: string;
  readonly noScript: string;
  readonly gone: Readonly<Record<Gone, string>>;
  readonly types: Readonly<Record<DocumentType, string>>;
  readonly said: Said;
}

const english: Texts = {
  title: 'Send your documents',
  asks: '{company} asks you for: {type}.',
  limits: 'Until {until} this page takes PDF, photos and texts, up to {size} each.',
  choose: 'Choose files',
  photo: 'Take a photo',
  files: 'Your files',
  other: 'Español',
  noScript: 'To send files, please allow JavaScript for this page, or ask for another way to send them.',
  gone: {
    revoked: 'This link was withdrawn. Please ask the company that sent it for a new one.',
    expired: 'This link has expired. Please ask the company that sent it for a new one.',
    unknown: 'This link is not complete. Please open it again from the message, or copy all of it.',
  },
  types: {
    loanTermsAgreementOnly: 'loan agreement',
    loanTILDisclosureOnly: 'Truth in Lending disclosure',
    loanTermsAndTILCombined: 'loan agreement with disclosure',
    loanTermsChangeAgreement: 'agreement on changed terms',
    loanAutopayAgreement: 'autopay agreement',
    loanStatement: 'loan statement',
    loanSettlementAgreement: 'settlement agreement',
    privacyPolicyLender: 'privacy policy of the lender',
    privacyPolicyServicer: 'privacy policy of the servicer',
    termsOfServiceLender: 'terms of service of the lender',
    termsOfServiceServicer: 'terms of service of the servicer',
    caseDocument: 'document for your case',
    disclosure: 'disclosure',
    evidence: 'supporting document',
    otherStatement: 'statement',
    other: 'document',
  },
  said: {
    waiting: 'Waiting',
    sending: 'Sending, {percent} %',
    checking: 'Sent, being checked',
    done: 'Received. Thank you.',
    scanning: 'Received. It is being checked for viruses. You need not wait here.',
    infected: 'A virus was found in this file, so it was not kept. Please send another one, or a photo of each page.',
    offline: 'The connection was lost. We go on by ourselves as soon as it is back; what was sent stays.',
    leave: 'Files are still being sent.',
    again: 'Try again',
    resume: '{name} was not sent to its end. Choose it again, and we go on where it stopped.',
    left: 'You can send {count} more documents.',
    leftOne: 'You can send one more document.',
    leftNone: 'All documents were sent that this link was made for. You can close this page.',
    tooMany: 'This link takes no more files than these. The others were not sent.',
    tooLarge: 'This file is too large: at most {size}. A photo of each page is smaller.',
    empty: 'This file is empty. Please choose another one.',
    wrongType: 'This kind of file is not taken. Please send a PDF, a photo (JPEG, PNG, HEIC) or a text.',
    ended: 'This link takes no documents any more. Please ask for a new one.',
    isFinal: 'This document was decided about already, and takes no other file.',
    busy: 'Many people are here just now. We try again in a moment.',
    failed: 'This did not work. Please try again, or ask for another link.',
  },
};

const spanish: Texts = {
  title: 'Envíe sus documentos',
  asks: '{company} le pide: {type}.',
  limits: 'Hasta el {until} esta página recibe PDF, fotos y textos de hasta {size} cada uno.',
  choose: 'Elegir archivos',
  photo: 'Tomar una foto',
  files: 'Sus archivos',
  other: 'English',
  noScript: 'Para enviar archivos, permita JavaScript en esta página o pida otra forma de enviarlos.',
  gone: {
    revoked: 'Este enlace fue retirado. Pida uno nuevo a la empresa que se lo envió.',
    expired: 'Este enlace ha vencido. Pida uno nuevo a la empresa que se lo envió.',
    unknown: 'Este enlace no está completo. Ábralo de nuevo desde el mensaje o cópielo entero.',
  },
  types: {
    loanTermsAgreementOnly: 'contrato de préstamo',
    loanTILDisclosureOnly: 'declaración de veracidad en los préstamos',
    loanTermsAndTILCombined: 'contrato de préstamo con declaración',
    loanTermsChangeAgreement: 'acuerdo de cambio de condiciones',
    loanAutopayAgreement: 'acuerdo de pago automático',
    loanStatement: 'estado de cuenta del préstamo',
    loanSettlementAgreement: 'acuerdo de liquidación',
    privacyPolicyLender: 'política de privacidad del prestamista',
    privacyPolicyServicer: 'política de privacidad del administrador',
    termsOfServiceLender: 'condiciones de servicio del prestamista',
    termsOfServiceServicer: 'condiciones de servicio del administrador',
    caseDocument: 'documento para su caso',
    disclosure: 'declaración',
    evidence: 'documento de respaldo',
    otherStatement: 'estado de cuenta',
    other: 'documento',
  },
  said: {
    waiting: 'En espera',
    sending: 'Enviando, {percent} %',
    checking: 'Enviado, se está revisando',
    done: 'Recibido. Gracias.',
    scanning: 'Recibido. Se está revisando si tiene virus. No hace falta que espere aquí.',
    infected: 'Se encontró un virus en este archivo y no se guardó. Envíe otro, o una foto de cada página.',
    offline: 'Se perdió la conexión. Seguimos solos en cuanto vuelva; lo enviado se conserva.',
    leave: 'Todavía se están enviando archivos.',
    again: 'Intentar de nuevo',
    resume: '{name} no se envió por completo. Elíjalo de nuevo y seguimos donde se detuvo.',
    left: 'Puede enviar {count} documentos más.',
    leftOne: 'Puede enviar un documento más.',
    leftNone: 'Se enviaron todos los documentos para los que se hizo este enlace. Puede cerrar esta página.',
    tooMany: 'Este enlace no recibe más archivos que estos. Los otros no se enviaron.',
    tooLarge: 'Este archivo es demasiado grande: como máximo {size}. Una foto de cada página ocupa menos.',
    empty: 'Este archivo está vacío. Elija otro.',
    wrongType: 'No se aceptan archivos de este tipo. Envíe un PDF, una foto (JPEG, PNG, HEIC) o un texto.',
    ended: 'Este enlace ya no recibe documentos. Pida uno nuevo.',
    isFinal: 'Ya se decidió sobre este documento y no recibe otro archivo.',
    busy: 'Hay mucha gente en este momento. Lo intentamos de nuevo enseguida.',
    failed: 'Esto no funcionó. Inténtelo de nuevo o pida otro enlace.',
  },
};

export const texts: Readonly<Record<Language, Texts>> = { en: english, es: spanish };

/** Fills in what stands for something else. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** The first language of the header that there is; English where there is none. */
export function languageOf(header: string | undefined): Language {
  const asked = (header ?? '').split(',').map((one) => {
    const [name = '', quality = 'q=1'] = one.trim().split(';', 2);
    return { name: name.slice(0, 2).toLowerCase(), quality: Number(quality.trim().slice(2)) };
  });
  const known = asked.filter(({ name, quality }) => (languages as readonly string[]).includes(name) && quality > 0);
  return (known.toSorted((a, b) => b.quality - a.quality)[0]?.name ?? 'en') as Language;
}
