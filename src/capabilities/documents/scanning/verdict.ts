// What a scanner says of a content.

/** `finding` is the name that the scanner gives to what it has found. */
export type Verdict = { readonly kind: 'clean' } | { readonly kind: 'infected'; readonly finding: string };

/** Throws where it cannot say: it is not there, or the content is too long for it. */
export type Scan = (bytes: AsyncIterable<Buffer>, signal: AbortSignal) => Promise<Verdict>;

/** What a scanner says is shown to people: printable signs, and not many. */
export const shortFinding = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, 200);

export const clean: Verdict = { kind: 'clean' };
