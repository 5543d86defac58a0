// The form of what a borrower agrees to: its terms, and after them who signs.
import type { Language, Letter, Part } from '../letter.ts';
import type { Written } from '../paper-kind.ts';
import { said } from '../words.ts';

const signatures = said(['Borrower', 'Date'], ['Prestatario', 'Fecha']);

interface Terms {
  readonly title: string;
  readonly about: Letter['about'];
  readonly terms: readonly Part[];
  /** Who signs besides the borrower. */
  readonly others: readonly string[];
}

export const agreed = (language: Language, { title, about, terms, others }: Terms): Written => ({
  title,
  about,
  parts: [...terms, { kind: 'signatures', lines: [...signatures[language], ...others] }],
});
