// Writes a value as a form does: name[part]=value, or name.part=value.
import type { Random } from './random.ts';

const pairsMax = 1_200;

export function formText(value: unknown, random: Random): string {
  const dots = random.chance(0.3);
  const pairs: string[] = [];
  const encode = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');
  const add = (name: string, one: unknown): void => {
    if (pairs.length > pairsMax) return;
    if (typeof one === 'object' && one !== null && !isRaw(one)) {
      for (const [part, inner] of Object.entries(one)) {
        if (name === '') add(part, inner);
        else add(dots && /^[a-z]\w*$/i.test(part) ? `${name}.${part}` : `${name}[${part}]`, inner);
      }
      return;
    }
    pairs.push(`${encode(name)}=${one === null ? '' : encode(isRaw(one) ? JSON.stringify(one) : String(one))}`);
  };
  add('', value);
  return pairs.join('&');
}

/** True for a number that is written digit by digit. */
const isRaw = (value: unknown): boolean => (JSON as unknown as { isRawJSON(one: unknown): boolean }).isRawJSON(value);
