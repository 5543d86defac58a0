// What the page says by which somebody unsubscribes from emails.
import type { Language } from '../providers/provider.ts';

interface Texts {
  readonly title: string;
  readonly asks: string;
  readonly button: string;
  readonly done: string;
  readonly means: string;
  readonly stays: string;
  readonly unknown: string;
  readonly other: string;
}

export const texts: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'Emails from {company}',
    asks: 'Do you want no more emails of this kind from {company}?',
    button: 'Unsubscribe',
    done: 'You are unsubscribed.',
    means: 'You will get no more emails of this kind from {company}.',
    stays:
      'You will still be told what you must know of your loan, such as statements and notices that the law asks for.',
    unknown: 'This link is not complete. Please open it again from the email, or copy all of it.',
    other: 'Español',
  },
  es: {
    title: 'Correos de {company}',
    asks: '¿Ya no desea recibir correos de este tipo de {company}?',
    button: 'Darse de baja',
    done: 'Se ha dado de baja.',
    means: 'Ya no recibirá correos de este tipo de {company}.',
    stays: 'Seguirá recibiendo lo que debe saber de su préstamo, como estados de cuenta y avisos que exige la ley.',
    unknown: 'Este enlace no está completo. Ábralo de nuevo desde el correo o cópielo entero.',
    other: 'English',
  },
};
