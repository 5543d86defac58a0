/** A million loans with three hundred columns are less. */
export const bytesMax = 8 * 1024 * 1024 * 1024;
