declare module 'pg/lib/utils.js' {
  const utils: {
    /** What the driver makes of a value: text, bytes, or null. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}
