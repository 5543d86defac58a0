// Amounts as they are stored: most of them are zero, and a zero is left out.

interface Amount {
  readonly [name: string]: number | Amount;
}

export interface Lean {
  readonly [name: string]: number | Lean;
}

/** What is not zero; undefined if all is. */
export function lean(whole: object): Lean | undefined {
  let kept: Record<string, number | Lean> | undefined;
  const amounts = whole as Amount;
  for (const name in amounts) {
    const value = amounts[name] as number | Amount;
    const left = typeof value === 'number' ? value : lean(value);
    if (left === undefined || left === 0) continue;
    kept ??= {};
    kept[name] = left;
  }
  return kept;
}

/** The amounts again, with the names that `zeros` has. */
export function whole<T extends object>(zeros: T, stored: Lean | undefined): T {
  if (stored === undefined) return zeros;
  const amounts: Record<string, unknown> = {};
  for (const name in zeros) {
    const zero = zeros[name];
    const value = stored[name];
    amounts[name] = typeof zero === 'number' ? (value ?? 0) : whole(zero as object, value as Lean | undefined);
  }
  return amounts as T;
}
