// The draws of a line, newest first, with the figures of the books as they were last worked.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { DrawStatus } from '../../core/loan/statuses.ts';
import type { DrawRow } from '../../core/loan/tables.ts';
import { lineTermsOf, ownState } from '../../core/products/lines.ts';
import { asState } from '../../core/timeline/held-loan.ts';
import { presentDraw, readingsOf } from './draw.ts';
import type { LineBooks } from './line.ts';
import type { Draw } from './schemas.ts';

export const drawSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  status: 'status',
  externalId: 'external_id',
} as const satisfies Record<string, keyof DrawRow>;

interface Filters extends PageInput {
  readonly statuses?: readonly (DrawStatus | 'all')[];
  readonly isClosed?: boolean;
  readonly isAmortized?: boolean;
  readonly startedBefore?: CivilDate;
}

export async function listDraws(reader: Reader, held: HeldLoan, filters: Filters): Promise<Page<Draw>> {
  const { row: line } = held;
  const { statuses = [], isClosed, isAmortized, startedBefore } = filters;
  let query = reader.db
    .selectFrom('draws')
    .selectAll()
    .where('person_id', '=', line.person_id)
    .where('loan_id', '=', line.id);
  if (statuses.length > 0 && !statuses.includes('all')) query = query.where('status', 'in', statuses as DrawStatus[]);
  if (isClosed !== undefined) query = query.where('is_closed', '=', isClosed);
  if (isAmortized !== undefined) query = query.where('is_amortized', '=', isAmortized);
  if (startedBefore !== undefined) query = query.where('started_on', '<', startedBefore);
  const found = await page(reader, source(line.person_id), query, filters, ({ id }) => id);
  const books = readingsOf(booksAsWorked(held));
  return { ...found, items: found.items.map((row) => presentDraw(line, row, books.get(row.id))) };
}

const source = (personId: string): ListSource => ({
  table: 'draws',
  idColumn: 'id',
  sortable: drawSort,
  subject: { column: 'person_id', id: personId },
});

/** What is filtered by is of the same time. */
const booksAsWorked = ({ product, row }: HeldLoan): LineBooks | undefined =>
  row.state === null ? undefined : { terms: lineTermsOf(row), state: ownState(asState(product, row.state)) };
