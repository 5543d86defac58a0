// What stands on a paper, as its template reads it: texts only, in the language of the reader. The template computes
// nothing, and every amount comes from an answer of this service.

export interface Letter {
  readonly language: Language;
  readonly title: string;
  /** The day on which it was made; the file says it too. */
  readonly madeOn: string;
  readonly company: CompanyLook;
  /** Who reads it: name and address. */
  readonly reader: readonly string[];
  /** Stands beside the reader: which loan the paper is about, and of which day it is. */
  readonly about: readonly Fact[];
  readonly parts: readonly Part[];
  readonly footer: string;
  /** It reads `Page {page} of {pages}` in English. */
  readonly pageOf: string;
}

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export interface CompanyLook {
  readonly name: string;
  /** It is written `#0a5fff`; null: that of all papers. */
  readonly color: string | null;
  /** The name of a given file. */
  readonly logo: string | null;
  readonly contact: readonly string[];
}

type Fact = readonly [label: string, value: string];

export type Part =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'texts'; readonly texts: readonly string[]; readonly isSmall?: boolean }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[]; readonly total?: Fact }
  | { readonly kind: 'boxes'; readonly boxes: readonly Box[] }
  | { readonly kind: 'warning'; readonly title: string; readonly text: string }
  | Table
  | { readonly kind: 'beside'; readonly left: readonly Part[]; readonly right: readonly Part[] }
  | { readonly kind: 'signatures'; readonly lines: readonly string[] }
  | Coupon;

interface Box {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

interface Table {
  readonly kind: 'table';
  /** How wide the columns are beside each other. */
  readonly widths: readonly number[];
  readonly head: readonly string[];
  /** The columns with amounts, which end at the right. */
  readonly amounts: readonly number[];
  readonly rows: readonly (readonly string[])[];
  /** The last row: its amount stands in the last column. */
  readonly total?: Fact;
}

interface Coupon {
  readonly kind: 'coupon';
  readonly text: string;
  readonly to: readonly string[];
  readonly rows: readonly Fact[];
  /** The name of a given file, and what it says to whoever cannot see it. */
  readonly qr: string | null;
  readonly qrAlt: string;
}

export const heading = (text: string): Part => ({ kind: 'heading', text });
export const texts = (...all: readonly string[]): Part => ({ kind: 'texts', texts: all });
export const small = (...all: readonly string[]): Part => ({ kind: 'texts', texts: all, isSmall: true });
export const facts = (rows: readonly Fact[], total?: Fact): Part => ({ kind: 'facts', rows, ...(total && { total }) });
