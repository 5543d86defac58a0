// What a client can unpack, by its Accept-Encoding header.
export type Encoding = 'br' | 'gzip' | 'identity';

/** The first of these that the header allows. */
export function acceptedEncoding(header = '', preferred: readonly Encoding[] = ['br', 'gzip']): Encoding {
  const offers = header.split(',').map((offer) =>
    offer
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q\s*=\s*/),
  );
  const accepts = (name: string) => offers.some(([offered, weight = '1']) => offered === name && Number(weight) > 0);
  return preferred.find(accepts) ?? 'identity';
}
