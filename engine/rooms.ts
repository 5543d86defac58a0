/** The rooms of the engine in their order: each imports from itself and from those before it, types included. */
export const rooms: readonly string[] = [
  'values',
  'time',
  'interest',
  'account',
  'installment',
  'line',
  'statement',
  'disclosures',
  'calc',
  'naive',
  'golden',
  'laws',
];
