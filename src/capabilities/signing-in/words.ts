// What people who sign in are told, in the language of their company: who they are is not known yet, so neither is their own.
import type { languageOf } from '#capabilities/company/index.ts';

type Language = ReturnType<typeof languageOf>;

interface Words {
  /** The subject line of an email with a code. */
  readonly codeSubject: string;
  readonly code: (code: string, purpose: 'signIn' | 'password') => string;
  readonly confirm: (code: string) => string;
  /** The subject line of the message that somebody else tries. */
  readonly triedSubject: string;
  readonly tried: string;
  /** Whoever tries has shown the password, or a code that was sent. */
  readonly triedSecond: string;
}

export const signInWords: Readonly<Record<Language, Words>> = {
  en: {
    codeSubject: 'Your code',
    code: (code, purpose) =>
      `Your code ${purpose === 'signIn' ? 'to sign in' : 'to set a new password'} is ${code}. It is good for ten minutes, once. If you did not ask for it, do nothing, and tell it to nobody.`,
    confirm: (code) =>
      `Somebody wants to sign in to your account by another address. If it is you, your code to confirm it is ${code}. It is good for ten minutes, once. If it is not you, tell it to nobody: whoever has it gets into your account.`,
    triedSubject: 'Somebody tries to sign in as you',
    tried:
      'Somebody has tried many times today to sign in as you. Until tomorrow we take no more tries of this kind from devices that you have not used before. If it was not you, you need not do anything; choose another password if yours is easy to guess or in use elsewhere.',
    triedSecond:
      'Somebody knows your password or reads your codes, and has tried many times today to pass the second step of signing in as you. Until tomorrow we take no more tries of this kind from devices that you have not used before. Change your password.',
  },
  es: {
    codeSubject: 'Su código',
    code: (code, purpose) =>
      `Su código ${purpose === 'signIn' ? 'para iniciar sesión' : 'para crear una contraseña nueva'} es ${code}. Vale durante diez minutos, una sola vez. Si usted no lo pidió, no haga nada y no se lo dé a nadie.`,
    confirm: (code) =>
      `Alguien quiere iniciar sesión en su cuenta con otra dirección. Si es usted, su código para confirmarlo es ${code}. Vale durante diez minutos, una sola vez. Si no es usted, no se lo dé a nadie: quien lo tenga entra en su cuenta.`,
    triedSubject: 'Alguien intenta iniciar sesión en su lugar',
    tried:
      'Hoy alguien intentó muchas veces iniciar sesión en su lugar. Hasta mañana no aceptamos más intentos de este tipo desde dispositivos que usted no haya usado antes. Si no fue usted, no tiene que hacer nada; elija otra contraseña si la suya es fácil de adivinar o la usa en otros sitios.',
    triedSecond:
      'Alguien conoce su contraseña o lee sus códigos, y hoy intentó muchas veces pasar el segundo paso para iniciar sesión en su lugar. Hasta mañana no aceptamos más intentos de este tipo desde dispositivos que usted no haya usado antes. Cambie su contraseña.',
  },
};
