// An obligation as it is stored: its key and its due date are columns, and of the rest only what is not empty.
import { obligationKey } from '@tenor/engine/account/difference.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { BookObligation } from '../loan/books.ts';
import type { LoanProduct } from '../loan/product.ts';

interface StoredObligation {
  /** The kind, and the key within it. */
  readonly key: string;
  readonly due_date: CivilDate;
  readonly obligation: object;
}

export function storedObligation({ obligations }: LoanProduct, one: BookObligation): StoredObligation {
  const { kind: _, key: __, dueDate, ...rest } = obligations.lean(one);
  return { key: obligationKey(one), due_date: dateOf(dueDate ?? one.dueDate), obligation: rest };
}

export function obligationOf(
  { obligations }: LoanProduct,
  { key: named, due_date, obligation }: StoredObligation,
): BookObligation {
  const [kind = ''] = named.split(':', 1);
  const key = named.slice(kind.length + 1);
  return obligations.whole({ ...obligation, kind, key, dueDate: dayOf(due_date) });
}
