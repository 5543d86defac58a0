// The draw that a request names beside its line.

import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { draws } from '../../loan/draws.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { ownPosition } from './own-books.ts';

/** Finds a draw that has begun. Errors: NotFound. */
export async function drawNamed(
  reader: Reader,
  { row }: HeldLoan,
  reference: string | null | undefined,
): Promise<string | undefined> {
  if (reference == null) return undefined;
  const drawId = await idOfReference(reader, draws.name, reference);
  if (drawId !== undefined && ownPosition(row)?.draws.some(({ id }) => id === drawId)) return drawId;
  throw new Refusal(errors.NotFound, `This line has no active draw ${reference}.`, { data: { path: 'drawId' } });
}
