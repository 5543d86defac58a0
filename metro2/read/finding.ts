// What is found in a file, and the rules of its form: those that a record breaks before anybody asks what it says.

export interface Finding {
  /** Records of a file without line ends count as lines. The first line is 1. */
  readonly line: number;
  /** Where the field begins in its record, from 1. */
  readonly column: number;
  /** The id of the rule. */
  readonly rule: string;
  readonly says: string;
}

/** Each with a sentence for the document. */
export const formRules = {
  'not-ascii': 'A record has the visible characters of ASCII, and spaces.',
  'lower-case': 'Letters are capital.',
  'record-length': 'The record descriptor word says how long the record is: at least 426 characters.',
  'cut-off': 'A record and each of its segments are whole.',
  'empty-line': 'No line is empty.',
  'header-first': 'The first record is the header, and no other is one.',
  'trailer-last': 'The last record is the trailer, and no other is one.',
  'known-segment': 'After the base segment come J1, J2, K1 to K4, L1 and N1, and nothing else.',
  'segment-order':
    'Segments come in the order J1, J2, K1, K2, K3, K4, L1, N1; only J1 and J2 may be there more than once.',
  constant: 'Identifiers and indicators that never change are as the layout says.',
  reserved: 'Reserved characters are blank.',
  'to-the-left': 'Texts begin at the left of their fields.',
  'of-digits': 'Numbers are digits, with zeros in front and where nothing is known.',
  'a-day': 'Dates are days of the calendar as MMDDYYYY, or zeros.',
  'known-code': 'Codes are those that Metro 2 has.',
} as const;

export type FormRule = keyof typeof formRules;

export const finding = (line: number, column: number, rule: FormRule, says: string): Finding => ({
  line,
  column,
  rule,
  says,
});
