// A kind of paper: from which reads it is written, what it asks for, and what stands on it.
import type { DocumentStatus, DocumentType } from '#capabilities/documents/index.ts';
import type { Shown } from '#platform/http/shown-by.ts';
import type { Format } from './format.ts';
import type { Language, Letter } from './letter.ts';
import type { Look } from './look.ts';

/** What a request may say of a paper. */
export interface PaperAsked {
  readonly payoffQuoteId?: string | null | undefined;
  readonly settlementId?: string | null | undefined;
  readonly hardshipId?: string | null | undefined;
  readonly transactionId?: string | null | undefined;
  readonly statementId?: string | null | undefined;
  readonly paymentInstrumentId?: string | null | undefined;
}

export interface Writing {
  readonly language: Language;
  readonly format: Format;
  /** The day of the company. */
  readonly today: string;
  readonly look: Look;
  readonly shown: Shown;
  readonly loanId: string;
}

export type Written = Pick<Letter, 'title' | 'parts' | 'about'> & {
  readonly files?: Readonly<Record<string, Uint8Array>>;
};

export interface PaperKind {
  readonly type: DocumentType;
  /** A letter is as it was sent; what a borrower agrees to is a draft until then. */
  readonly status: DocumentStatus;
  /** The field that names what it is about; null: the loan alone. */
  readonly names: keyof PaperAsked | null;
  /** The reads that it is written from. Whoever orders it must be allowed each. */
  readonly reads: readonly string[];
  write(writing: Writing, id: string): Promise<Written>;
}
