// The page of a statement that a controller signs.
import type { Break } from '@tenor/ach/reconcile/breaks.ts';
import type { Expected } from '@tenor/ach/reconcile/expected.ts';
import { pageOf } from '@tenor/ach/reconcile/page.ts';
import { addCents, type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Comparison } from './compare.ts';

interface Head {
  readonly lastFour: string;
  readonly through: CivilDate;
  readonly fileName: string;
  readonly hash: string;
}

/** What is expected in one group is one line of it, so that a page stays one. */
export function pageOfStatement({ lastFour, through, fileName, hash }: Head, { found, item }: Comparison): string {
  const groupOf = (one: Expected): string => {
    const { kind, id, group_name } = item(one);
    return kind === 'refund' ? id : group_name;
  };
  const timing = grouped(found.timing, groupOf);
  const breaks = breaksGrouped(found.breaks, groupOf);
  const head = { account: `…${lastFour}`, through, file: fileName, hash };
  return `${pageOf(head, { ...found, timing, breaks }).join('\n')}\n`;
}

function grouped(all: readonly Expected[], groupOf: (one: Expected) => string): Expected[] {
  return [...Map.groupBy(all, groupOf)].map(([group, members]) => {
    const [first] = members as [Expected];
    if (members.length === 1) return first;
    const amount = members.reduce<Cents>((sum, one) => addCents(sum, one.amount), zeroCents);
    return { ...first, id: `${members.length} of ${group}`, amount };
  });
}

function breaksGrouped(all: readonly Break[], groupOf: (one: Expected) => string): Break[] {
  const ofItems = all.filter(({ line, expected }) => line === null && expected.length > 0);
  const others = all.filter(({ line, expected }) => line !== null || expected.length === 0);
  const together = [...Map.groupBy(ofItems, ({ expected }) => groupOf(expected[0] as Expected))];
  const merged = together.map(([, some]): Break => {
    const [first] = some as [Break];
    const expected = grouped(
      some.flatMap((one) => one.expected),
      groupOf,
    );
    return { ...first, expected, amount: some.reduce<Cents>((sum, one) => addCents(sum, one.amount), zeroCents) };
  });
  return [...others, ...merged].toSorted((a, b) => b.ageBankingDays - a.ageBankingDays);
}
