// The payload of an event shows the whole draw that it is about.
import { sql } from 'kysely';
import type { DeclaredResource } from '#platform/event-views/payload.ts';
import { isAboutDraw } from '../../core/loan/draw-events.ts';
import { oneOf } from '../../core/loan/named-loans.ts';
import { asLoan, itsStanding, wholeColumns } from '../../core/loan/standing.ts';
import { lineTermsOf, ownState } from '../../core/products/lines.ts';
import { productOf } from '../../core/products/list.ts';
import { asState } from '../../core/timeline/held-loan.ts';
import { presentDraw, readingsOf } from './draw.ts';
import { Draw } from './schemas.ts';

const draw: DeclaredResource = {
  name: 'draw',
  schema: Draw,
  permission: 'draw:read',
  madeBy: ['loan.draw.created'],
  isShownBy: isAboutDraw,
  // The id of a draw is unique for its person, so both ids are needed to find it.
  idOf: ({ personId, drawId }) => (typeof drawId === 'string' ? `${personId} ${drawId}` : null),
  async load(reader, _, keys) {
    const people = keys.map((key) => key.split(' ')[0] as string);
    const ids = keys.map((key) => key.split(' ')[1] as string);
    const rows = await reader.rows(
      reader.db
        .selectFrom('draws')
        .selectAll()
        .where(sql<boolean>`person_id = any(${people}::text[])`)
        .where(sql<boolean>`id = any(${ids}::text[])`),
    );
    const found = await reader.rows(
      reader.db
        .selectFrom('loans')
        .innerJoin('loan_standing', itsStanding)
        .select(wholeColumns)
        .where('loans.person_id', '=', oneOf(people))
        .where('loans.id', '=', oneOf(rows.map(({ loan_id }) => loan_id))),
    );
    const lines = found.map(asLoan);
    const shown = rows.flatMap((row) => {
      const line = lines.find(({ id }) => id === row.loan_id);
      if (line === undefined) return [];
      const books =
        line.state === null
          ? undefined
          : { terms: lineTermsOf(line), state: ownState(asState(productOf(line), line.state)) };
      return [presentDraw(line, row, readingsOf(books).get(row.id))];
    });
    return new Map(shown.map((one) => [`${one.mainBorrowerId} ${one.id}`, one]));
  },
};

export const drawResources: readonly DeclaredResource[] = [draw];
