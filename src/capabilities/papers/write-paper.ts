// Writes a paper and sets it: what its kind says, with the look of the company and the address of the reader.
import type { Shown } from '#platform/http/shown-by.ts';
import { pdfOf } from '#platform/paper/pdf-of.ts';
import { formatOf } from './format.ts';
import type { Language, Letter } from './letter.ts';
import type { Look } from './look.ts';
import type { PaperKind, Written } from './paper-kind.ts';
import { readerLines } from './reader-lines.ts';
import { inLanguages, said } from './words.ts';

const template = new URL('./letter.typ', import.meta.url);

const words = inLanguages({
  loan: said('Account', 'Cuenta'),
  date: said('Date', 'Fecha'),
  pageOf: said('Page {page} of {pages}', 'Página {page} de {pages}'),
});

/** What every paper is written from: the loan and whom it is for. */
export const readsOfAll = ['loans.read', 'people.read', 'contacts.list'] as const;

interface Ordered {
  readonly kind: PaperKind;
  readonly id: string;
  readonly language: Language;
  readonly today: string;
  readonly look: Look;
  readonly shown: Shown;
}

export async function writePaper({ kind, id, language, today, look, shown }: Ordered): Promise<Uint8Array> {
  const loan = (await shown('loans.read')) as LoanNamed;
  const reader = await readerLines(shown);
  const format = formatOf(language);
  const written = await kind.write({ language, format, today, look, shown, loanId: loan.displayId }, id);
  return setPaper(written, { language, today, look, reader, loan });
}

interface LoanNamed {
  readonly displayId: string;
}

interface About {
  readonly language: Language;
  readonly today: string;
  readonly look: Look;
  readonly reader: readonly string[];
  readonly loan: LoanNamed;
}

/** What a kind has written, as a PDF. */
export function setPaper(
  { title, about, parts, files }: Written,
  { language, today, look, reader, loan }: About,
): Promise<Uint8Array> {
  const w = words[language];
  const { company, footer } = look;
  const letter: Letter = {
    language,
    title,
    madeOn: today,
    company,
    reader,
    about: [[w.loan, loan.displayId], [w.date, formatOf(language).day(today)], ...about],
    parts,
    footer,
    pageOf: w.pageOf,
  };
  return pdfOf({ template, data: letter, files: { ...look.files, ...files } });
}
