declare module 'pg/lib/utils.js' {
  const utils: {
    /** The driver's form of a value: text, bytes, or null. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}
