import { parseRate, type Rate } from '@tenor/engine/values/rate.ts';

/** A rate that the engine keeps as a whole number over a power of ten. */
export function rateText(rate: number, scale: number): Rate {
  const places = String(scale).length - 1;
  return parseRate(`${rate}e-${places}`) as Rate;
}
