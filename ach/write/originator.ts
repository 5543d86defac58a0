// Who sends files, and to which bank: what stands in headers, as the bank has said it.
import { batchHeader, type Field, fileHeader } from '../values/layout.ts';
import { isPrintable } from '../values/plain-letters.ts';
import { isRoutingNumber } from '../values/routing-number.ts';

export interface Originator {
  /** The routing number of the bank that takes the files. */
  readonly destination: string;
  readonly destinationName: string;
  /** Ten characters, as the bank says: mostly `1` and the tax number, or a space and a routing number. */
  readonly origin: string;
  readonly originName: string;
  /** As borrowers know it: the same on every entry. */
  readonly companyName: string;
  readonly companyId: string;
  readonly discretionary: string;
  /** The eight digits with which trace numbers begin; the bank's own mostly. */
  readonly odfi: string;
}

interface OriginatorFault {
  readonly field: keyof Originator;
  readonly message: string;
}

const texts: readonly (readonly [keyof Originator, Field])[] = [
  ['destinationName', fileHeader.destinationName],
  ['origin', fileHeader.origin],
  ['originName', fileHeader.originName],
  ['companyName', batchHeader.companyName],
  ['companyId', batchHeader.companyId],
];

/** Why headers cannot be written; undefined where they can. */
export function faultOfOriginator(originator: Originator): OriginatorFault | undefined {
  for (const [field, { from, to }] of texts) {
    const width = to - from + 1;
    const text = originator[field];
    if (text.trim() === '' || text.length > width || !isPrintable(text))
      return { field, message: `has 1 to ${width} characters of ASCII` };
  }
  const { discretionary, destination, odfi } = originator;
  if (discretionary.length > 20 || !isPrintable(discretionary))
    return { field: 'discretionary', message: 'has at most 20 characters of ASCII' };
  if (!isRoutingNumber(destination)) return { field: 'destination', message: 'has nine digits, the last as computed' };
  if (!/^\d{8}$/.test(odfi)) return { field: 'odfi', message: 'has eight digits' };
  return undefined;
}
