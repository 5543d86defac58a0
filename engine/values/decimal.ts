// Reads decimal text into an exact scaled integer, still as text. Cents and rates are read by this one scanner. The
// text never becomes a binary float, so reading rounds nothing.

/** A decimal times ten to the power of `places`: digits without leading zeros; zero is `0` without a sign. */
export interface ScaledDecimal {
  readonly isNegative: boolean;
  readonly digits: string;
}

interface DecimalScale {
  /** Digits after the point. */
  readonly places: number;
  /** Digits in all, before and after the point. */
  readonly digitsMax: number;
}

// The number grammar of JSON (RFC 8259, section 6), so an amount means the same in quotes and without them.
const decimalText = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

// Longer than any decimal that a serialiser writes (a double needs 25 characters), and short enough to be cheap.
const textLengthMax = 100;

/** Undefined when the text is no decimal, or when it does not fit the scale exactly: nothing is rounded. */
export function scaleDecimal(text: string, scale: DecimalScale): ScaledDecimal | undefined {
  if (text.length > textLengthMax) return undefined;
  const match = decimalText.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const written = (whole + fraction).replace(/^0+/, '');
  if (written === '') return { isNegative: false, digits: '0' };
  const significant = written.replace(/0+$/, '');
  const zerosCut = written.length - significant.length;
  // An exponent of very many digits is inexact here, but so large that one of the next two checks refuses it.
  const zerosToAdd = Number(exponent) - fraction.length + zerosCut + scale.places;
  if (zerosToAdd < 0 || significant.length + zerosToAdd > scale.digitsMax) return undefined;
  return { isNegative: sign === '-', digits: significant + '0'.repeat(zerosToAdd) };
}

/** The scaled integer as decimal text with exactly `places` (at least one) digits after the point. */
export function formatScaled({ isNegative, digits }: ScaledDecimal, places: number): string {
  const padded = digits.padStart(places + 1, '0');
  return `${isNegative ? '-' : ''}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/**
 * For adding and comparing: the decimal as a number of units of its last place. Throws when it does not fit the scale.
 */
export function unitsOf(text: string, scale: DecimalScale): bigint {
  const scaled = scaleDecimal(text, scale);
  if (scaled === undefined) throw new RangeError(`'${text}' is not a decimal of this scale`);
  return scaled.isNegative ? -BigInt(scaled.digits) : BigInt(scaled.digits);
}
