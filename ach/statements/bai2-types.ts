import type { LineKind } from './statement.ts';

/** Ranges of the type codes; those of 900 and above are a bank's own. Null: neither. */
export function directionOf(type: string): 'in' | 'out' | null {
  if (!/^\d{3}$/.test(type)) return null;
  const code = Number(type);
  if ((code >= 100 && code < 400) || (code >= 920 && code < 960)) return 'in';
  if ((code >= 400 && code < 700) || code >= 960) return 'out';
  return null;
}

/** Returned items, both ways, and what the bank charges. */
const kinds: Readonly<Record<string, LineKind>> = {
  '255': 'return',
  '257': 'return',
  '555': 'return',
  '557': 'return',
  '661': 'fee',
  '698': 'fee',
};

export const kindOf = (type: string): LineKind => kinds[type] ?? 'money';
