// Names as they are spread among people: a few that very many have, and very many that a few have. The word of a number
// is the same in every run.

const syllables = 'ba den for ham hol kin lo mer nor pe ri san ter vin wal zu'.split(' ');

/** No two numbers have the same word: the end tells how many syllables come before it. */
function wordOf(number: number, ending = ''): string {
  let text = '';
  for (let rest = number + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    text += syllables[rest % syllables.length];
  }
  return text.charAt(0).toUpperCase() + text.slice(1) + ending;
}

/**
 * The number of a name for a drawn share from 0 to 1: by Zipf's law, with `flat` making the first ones less frequent.
 * Of 150,000 surnames with a flatness of 10 the first is the name of one in a hundred.
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
