// What a paper is made from, and what may go wrong with it.

export interface PaperOrder {
  /** The file of its template, below `src`. It computes nothing: what it shows is in the data. */
  readonly template: URL;
  /** Any JSON. The template reads it as `json("/given/data.json")`; all its texts are cleaned first. */
  readonly data: unknown;
  /** Pictures by a file name that we gave them: the template shows the file `logo.png` as `image("/given/logo.png")`. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  /** True: a stranger supplied what is in it, so the bounds are narrow. */
  readonly isOfStrangers?: true;
}

/**
 * `tooLong`: there is more in the data than a paper may hold. `tooMuch`: making it took too long, or too much memory.
 * `unreadable`: the template could not be set with this data, for instance because a picture is none.
 */
type WhyNoPaper = 'tooLong' | 'tooMuch' | 'unreadable';

export class NoPaper extends Error {
  readonly why: WhyNoPaper;

  constructor(why: WhyNoPaper, message: string) {
    super(message);
    this.why = why;
  }
}

export type PaperReply = { readonly pdf: Uint8Array } | { readonly why: WhyNoPaper; readonly message: string };

/** An address does not travel to a process, its text does. */
export type SentOrder = Omit<PaperOrder, 'template'> & { readonly template: string };

export const sentOrder = (order: PaperOrder): SentOrder => ({ ...order, template: order.template.href });

export const receivedOrder = (sent: SentOrder): PaperOrder => ({ ...sent, template: new URL(sent.template) });
