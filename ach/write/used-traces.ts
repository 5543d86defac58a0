// Whether a trace number was there before, in a million bytes for each bank however many there are.

const bytesOfBank = 1_250_000;
/** A file has one bank as originator, and perhaps a second. One with more is not held against them. */
const banksMax = 4;

/** True where it was not there before. */
export function tracesOnce(): (odfi: string, sequence: number) => boolean {
  const banks = new Map<string, Uint8Array>();
  return (odfi, sequence) => {
    const bits = banks.get(odfi) ?? new Uint8Array(bytesOfBank);
    if (!banks.has(odfi) && banks.size >= banksMax) return true;
    banks.set(odfi, bits);
    const [place, bit] = [sequence >> 3, 1 << (sequence & 7)];
    const isNew = (bits[place]! & bit) === 0;
    bits[place]! |= bit;
    return isNew;
  };
}
