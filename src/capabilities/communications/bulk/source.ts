// Where the rows of a bulk sending come from. They have a fixed order, and none is added or taken away once it has begun.
import type { Reader } from '#platform/db/realm-database.ts';
import type { MessageAsked } from '../prepare/asked.ts';
import type { Place } from './tables.ts';

export interface SourceRow extends Place {
  readonly personId: string;
  /** What is of this row alone: its loan, its case, its own values. */
  readonly asked: Partial<Omit<MessageAsked, 'personId' | 'origin' | 'onceKey'>>;
}

export interface BulkSource {
  readonly name: string;
  /** Some rows after a place; null: the first ones. */
  after(
    reader: Reader,
    sourceId: string,
    given: unknown,
    place: Place | null,
    limit: number,
  ): Promise<readonly SourceRow[]>;
}
