// The part of a content that a request asks for. Several parts at once are answered by the whole, as RFC 9110 allows.
import type { ByteRange } from '#platform/blobs/blobs.ts';
import { errors, Refusal } from '#platform/errors.ts';

/** Undefined: the whole. Errors: RangeNotSatisfiable. */
export function rangeAsked(header: string | undefined, length: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  // An end before the beginning is no range at all, and is passed over like other words that nobody knows.
  if (first !== '' && last !== '' && Number(last) < from) return undefined;
  if (from <= to) return { from, to };
  throw new Refusal(errors.RangeNotSatisfiable, `The content has ${length} bytes.`, {
    data: { path: 'Range', expected: `bytes=0-${length - 1}, or a part of it` },
    headers: { 'content-range': `bytes */${length}` },
  });
}
