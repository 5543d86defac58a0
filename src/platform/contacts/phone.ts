// Phone numbers in E.164, `+13175551212`. The check is whether a number could exist, not whether a carrier has assigned
// it: numbering plans change faster than any library, imported books contain disconnected numbers, and the 555 numbers
// of documentation must pass. A contact that does not work says so in its own fields (`valid`, disconnection details).

import type { Checked } from './checked.ts';

declare const e164Brand: unique symbol;
type E164 = string & { readonly [e164Brand]: true };

type PhoneLibrary = typeof import('libphonenumber-js/max');

/** The library takes some 40 ms and 20 MB, so it is loaded only when a process sees its first phone number. */
let library: Promise<PhoneLibrary> | undefined;

/** A number without a country code counts as one of the United States. */
export async function normalizePhone(text: string): Promise<Checked<E164>> {
  library ??= import('libphonenumber-js/max');
  const { parsePhoneNumberFromString } = await library;
  // Without `extract: false` the library would find the digits inside any sentence.
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false });
  if (parsed === undefined) return wrong('is not a phone number');
  // E.164 has no extensions, and neither text messages nor dialers could use one.
  if (parsed.ext !== undefined) return wrong('has an extension, which cannot be stored');
  if (!parsed.isPossible()) return wrong('has too few or too many digits for its country');
  if (parsed.countryCallingCode === '1' && !hasNorthAmericanShape(parsed.number)) {
    return wrong('has an area code or an exchange that begins with 0 or 1, which does not exist');
  }
  return { value: parsed.number as string as E164 };
}

/** Area code and exchange begin with 2 to 9 in the North American plan; the library looks at the length only. */
function hasNorthAmericanShape(number: string): boolean {
  return /^\+1[2-9]\d\d[2-9]\d{6}$/.test(number);
}

function wrong(problem: string): Checked<E164> {
  return { problem, expected: 'a number such as +13175551212 or (317) 555-1212, or with its country code +44' };
}
