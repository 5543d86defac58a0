// What a converted document is made of; converted.typ sets it.
export type Inline =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'break' }
  | { readonly is: 'strong' | 'emphasis' | 'underline'; readonly parts: readonly Inline[] }
  | { readonly is: 'link'; readonly to: string; readonly parts: readonly Inline[] }
  | { readonly is: 'picture'; readonly file: string; readonly alt: string };

export interface Cell {
  readonly isHead: boolean;
  readonly columns: number;
  readonly blocks: readonly Block[];
}

/** A line of a text as it was written. */
export interface Line {
  readonly text: string;
  /** It has a word that may be longer than the page is wide. */
  readonly isLong: boolean;
}

export type Block =
  | { readonly is: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly is: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly is: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly Block[])[] }
  | {
      readonly is: 'table';
      readonly columns: number;
      readonly head: number;
      readonly rows: readonly (readonly Cell[])[];
    }
  | { readonly is: 'quote'; readonly blocks: readonly Block[] }
  | { readonly is: 'lines'; readonly lines: readonly Line[] }
  | { readonly is: 'rule' };

export interface Converted {
  readonly title: string;
  readonly language: 'en' | 'es';
  readonly blocks: readonly Block[];
  /** Pictures by the names that the blocks give them. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Why a content cannot be converted: in a sentence, and by line where it is a text. */
export class NotConvertible extends Error {
  readonly why: 'notTaken' | 'tooLarge' | 'unreadable';
  readonly problems: readonly { readonly line: number; readonly message: string }[];

  constructor(why: NotConvertible['why'], message: string, problems: NotConvertible['problems'] = []) {
    super(message);
    this.why = why;
    this.problems = problems;
  }
}
