// Names spread as among real people: a few names are very frequent, very many are rare. A number gives the same word in
// every run.

const syllables = 'ba den for ham hol kin lo mer nor pe ri san ter vin wal zu'.split(' ');

/** No two numbers give the same word: the ending says how many syllables come before it. */
function wordOf(number: number, ending = ''): string {
  let text = '';
  for (let rest = number + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    text += syllables[rest % syllables.length];
  }
  return text.charAt(0).toUpperCase() + text.slice(1) + ending;
}

/**
 * The number of a name for a random share from 0 to 1, by Zipf's law; `flat` makes the first names less frequent. With
 * 150,000 surnames and a flatness of 10, one person in a hundred has the first name of the list.
 */
export const rankOf = (share: number, count: number, flat: number): number =>
  Math.min(count - 1, Math.floor(flat * ((count / flat + 1) ** share - 1)));

export const surnames = { count: 150_000, flat: 10 };
export const firstNames = { count: 2_000, flat: 12 };
export const cities = { count: 8_000, flat: 30 };
export const streets = { count: 3_000, flat: 20 };
export const states =
  'CA TX FL NY PA IL OH GA NC MI NJ VA WA AZ MA TN IN MD MO WI CO MN SC AL LA KY OR OK CT UT IA NV AR MS KS NM NE ID WV HI NH ME RI MT DE SD ND AK DC VT WY'.split(
    ' ',
  );

export const surname = (rank: number): string => wordOf(rank, 'son');
export const firstName = (rank: number): string => wordOf(rank, 'a');
export const city = (rank: number): string => wordOf(rank, ' City');
export const street = (rank: number): string => wordOf(rank, ' Street');
