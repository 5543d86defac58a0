// Events of a day that are computed when they are asked for: each day has one of each loan, too many to be stored.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import type { Event } from '../events/schemas.ts';

export interface EventsOfDayAsked {
  readonly date: CivilDate;
  readonly loanId?: string | undefined;
  readonly personId?: string | undefined;
}

export interface EventsOfDay {
  readonly type: string;
  list(ctx: ReadContext, asked: EventsOfDayAsked, input: PageInput): Promise<Page<Event>>;
}
