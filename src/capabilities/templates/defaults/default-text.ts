// What is written of a subject in a language, and how it is stated.
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export interface Written {
  /** The subject line, and the heading. It holds nothing that a stranger may not read over a shoulder. */
  readonly title: string;
  /** In the markup of markup.ts. */
  readonly body: string;
  /** The text message. It names no amount and no digits of an account. */
  readonly text?: string;
}

export interface Stated extends Readonly<Record<Language, Written>> {
  /** False: it has no greeting and no farewell, as it is a form or an agreement. */
  readonly hasOpening?: false;
  /** True: it stands alone, without the layout. */
  readonly isBare?: true;
}

/** What the writers of HTML and text are given. */
export interface DefaultText extends Written {
  readonly language: Language;
  readonly hasOpening: boolean;
  /** Whether it names the account under its heading. */
  readonly isAboutLoan: boolean;
}
