// The draws that another system's balances name: rows of the line that were made before it is taken over.
import type { DrawTerms } from '@tenor/engine/line/terms.ts';
import { type LineSettings, loanTypeVersion } from '#capabilities/products/index.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { HeldLoan, MadeDraw } from '../../loan/product.ts';
import { agreementOf, type DrawAgreement } from './agreement.ts';
import { lineTermsOf } from './own-books.ts';
import type { TakenOverDraw } from './taken-over.ts';
import { termsOfDraw } from './terms-of-draw.ts';

export interface KnownDraw {
  readonly id: string;
  /** The references by which the request may name it. */
  readonly names: readonly string[];
  readonly terms: DrawTerms;
  readonly given: TakenOverDraw;
}

const drawsOfLine = prepared((db, placeholder: PlaceholderOf<{ personId: string; loanId: string }>) =>
  db
    .selectFrom('draws')
    .select(['id', 'external_id', 'status', 'at_origination'])
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId')),
);

/** Errors: InvalidRequest. */
export async function takenOverDraws(
  reader: Reader,
  { row }: HeldLoan,
  given: readonly TakenOverDraw[],
  made: readonly MadeDraw[],
): Promise<KnownDraw[]> {
  if (given.length === 0) return [];
  const { settings } = await loanTypeVersion(reader, row.loan_type_id, row.loan_type_version);
  const stored = await reader.rows(drawsOfLine(reader.db, { personId: row.person_id, loanId: row.id }));
  const rows: readonly MadeDraw[] = [...stored, ...made];
  const line = { agreed: agreementOf(row), terms: lineTermsOf(row) };
  const seen = new Set<string>();
  return given.map((one, i) => {
    const path = `balances.draws[${i}].drawId`;
    const found = rows.find(({ id, external_id }) => id === one.drawId || `ext-${external_id}` === one.drawId);
    if (found === undefined) throw refuseField(path, 'names no draw of this line', 'a draw that was made before');
    if (found.status !== 'originated') {
      throw refuseField(path, `is ${found.status}: it cannot be taken over`, 'a draw that is originated');
    }
    if (seen.has(found.id)) throw refuseField(path, 'was named before', 'each draw once');
    seen.add(found.id);
    const names = [found.id, ...(found.external_id === null ? [] : [`ext-${found.external_id}`])];
    const terms = termsOfDraw(settings as LineSettings, line, found.at_origination as DrawAgreement);
    return { id: found.id, names, terms, given: one };
  });
}
