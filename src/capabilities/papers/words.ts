// Words in the languages of papers: each stands beside its translation, so that whoever changes one sees the other.
import type { Language } from './letter.ts';

export type Said<T> = Readonly<Record<Language, T>>;

export function said(en: string, es: string): Said<string>;
export function said(en: readonly string[], es: readonly string[]): Said<readonly string[]>;
export function said<Given extends readonly (string | number)[]>(
  en: (...given: Given) => string,
  es: (...given: NoInfer<Given>) => string,
): Said<(...given: Given) => string>;
export function said<Names extends string>(
  en: Readonly<Record<Names, string>>,
  es: Readonly<Record<NoInfer<Names>, string>>,
): Said<Readonly<Record<Names, string>>>;
export function said(en: unknown, es: unknown): Said<unknown> {
  return { en, es };
}

type Words<T> = Said<{ readonly [Name in keyof T]: T[Name] extends Said<infer Word> ? Word : never }>;

export function inLanguages<T extends Readonly<Record<string, Said<unknown>>>>(table: T): Words<T> {
  const of = (language: Language) =>
    Object.fromEntries(Object.entries(table).map(([name, word]) => [name, word[language]]));
  return { en: of('en'), es: of('es') } as Words<T>;
}
