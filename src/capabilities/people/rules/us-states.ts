// The two-letter codes that the postal service delivers to (USPS Publication 28, appendix B): states, the District of
// Columbia, territories, the freely associated states, and the three regions of military mail.

const stateNames = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
  FM: 'Federated States of Micronesia',
  MH: 'Marshall Islands',
  PW: 'Palau',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
} as const;

export type UsState = keyof typeof stateNames;

export const usStates = Object.keys(stateNames) as readonly UsState[];

// Only letters count, so `n.y.`, `New York` and `NEW YORK` are the same. The Virgin Islands are also found without
// `U.S.`.
const statesByLetters = new Map<string, UsState>([
  ...usStates.map((state) => [state, state] as const),
  ...usStates.map((state) => [lettersOf(stateNames[state]), state] as const),
  ['VIRGINISLANDS', 'VI'],
  ['WASHINGTONDC', 'DC'],
]);

/** A code or a full name, in any case; undefined when there is no such state. */
export function usStateOf(text: string): UsState | undefined {
  return statesByLetters.get(lettersOf(text));
}

function lettersOf(text: string): string {
  return text.replace(/[\s.,]/g, '').toUpperCase();
}
