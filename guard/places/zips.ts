/** Whether a ZIP code is one of these, begins with one of these prefixes, or lies in one of these ranges of prefixes. */
export function isAmongZips(zip: string, zips: readonly string[]): boolean {
  return zips.some((one) => {
    const [from = one, to] = one.split('-');
    if (to === undefined) return zip.startsWith(one);
    const prefix = zip.slice(0, from.length);
    return from <= prefix && prefix <= to;
  });
}
