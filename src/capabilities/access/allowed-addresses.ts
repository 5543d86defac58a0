// The addresses from which a key may be used, and ranges of them, of both versions.
import { BlockList, isIP } from 'node:net';
import { refuseField } from '#platform/errors.ts';

interface Range {
  readonly address: string;
  readonly family: 4 | 6;
  readonly bits: number;
}

/** An address of version 4 that a socket of version 6 has taken. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const familyName = (family: 4 | 6) => `ipv${family}` as const;

function rangeOf(text: string): Range | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || more.length > 0 || address.includes('%') || mapped.test(address))
    return undefined;
  const bitsMax = family === 4 ? 32 : 128;
  if (bits === undefined) return { address, family, bits: bitsMax };
  return /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= bitsMax
    ? { address, family, bits: Number(bits) }
    : undefined;
}

/** Errors: InvalidRequest. */
export function mustBeAddresses(texts: readonly string[] | null | undefined): void {
  const wrong = texts?.findIndex((text) => rangeOf(text) === undefined) ?? -1;
  if (wrong === -1) return;
  const expected = 'an address or a range such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32';
  throw refuseField(`allowedAddresses[${wrong}]`, 'is no address and no range', expected);
}

const rangesOf = (texts: readonly string[]): Range[] => texts.map(rangeOf).filter((range) => range !== undefined);

/** Whether an address is in one of the ranges. */
export function addressesAmong(texts: readonly string[]): (address: string) => boolean {
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const { address, family, bits } of rangesOf(texts)) {
    lists[family].addSubnet(address, bits, familyName(family));
  }
  return (address) => {
    const plain = mapped.exec(address)?.[1] ?? address;
    const family = isIP(plain);
    if ((family !== 4 && family !== 6) || plain.includes('%')) return false;
    return lists[family].check(plain, familyName(family));
  };
}

/** Whether every address of these ranges is in one of the others. */
export const areWithin = (texts: readonly string[], others: readonly string[]): boolean =>
  rangesOf(texts).every(({ address, family, bits }) =>
    rangesOf(others).some(
      (other) =>
        other.family === family && other.bits <= bits && addressesAmong([`${other.address}/${other.bits}`])(address),
    ),
  );
