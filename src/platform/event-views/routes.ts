// The endpoints of events. The application gives them what they need to know of borrowers and of subscriptions.
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import { type Static, type TObject, Type } from 'typebox';
import type { Caller } from '#platform/command/context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, refuseFields } from '#platform/errors.ts';
import type { ReadContext, Subject } from '#platform/http/endpoint.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { type Page, type PageInput, pageQuery } from '#platform/http/pages.ts';
import { Bool, DateOnly, DateTime, Described, Id, Int, StringEnum, Text } from '#platform/input/schemas.ts';
import type { EventKind } from '../events/event-kind.ts';
import { eventPattern, typesPassing } from '../events/event-types.ts';
import { messagesNamed } from '../events/placed-events.ts';
import { type Event, eventOfKinds } from '../events/schemas.ts';
import { Changes, changesAfter } from './changes.ts';
import type { EventsOfDay } from './events-of-day.ts';
import { type EventFilters, eventSort, listEvents } from './list-events.ts';
import { type EventResource, eventPermission, permissionsToSee } from './payload.ts';
import { streamEvents } from './stream-events.ts';

export interface EventRouteNeeds {
  /** Every kind that a capability declares. */
  kinds(): readonly EventKind[];
  readonly person: Subject<unknown>;
  readonly accruals: EventsOfDay;
  /** The types of a subscription, or undefined if there is no such subscription. */
  typesOfWebhook(reader: Reader, webhookId: string): Promise<readonly string[] | undefined>;
  /** The things that payloads show in full. */
  resources(): readonly EventResource[];
  /** A caller with this permission sees what webhooks are sent. */
  readonly payloadPermission: string;
}

const names = (description: string) =>
  Type.Optional(Type.Array(Text({ min: 1, max: 100 }), { minItems: 1, maxItems: 200, description }));
const instant = (description: string) => Type.Optional(Described(DateTime, { description }));

const objectFilters = {
  loanId: Type.Optional(Id('LN', 'loan')),
  caseId: Type.Optional(Id('CS', 'case')),
  transactionId: Type.Optional(Id('TX', 'transaction')),
  periodId: Type.Optional(Id('PE', 'loan period')),
};

const filterQuery = {
  ...objectFilters,
  createdAtFrom: instant('Created at this instant or later.'),
  createdAtTo: instant('Created before this instant.'),
  effectiveAtFrom: instant('Effective at this instant or later.'),
  effectiveAtTo: instant('Effective before this instant.'),
  accrualDate: Type.Optional(
    Described(DateOnly, {
      description:
        'Only the interest that each loan earned on this date: computed, never stored. Of the list; a stream has none.',
    }),
  ),
  includeDeleted: Type.Optional(
    Described(Bool, { description: 'Includes those that a replay took back; true if not given.' }),
  ),
  events: names('Only these event types; * stands for any run of signs: contact.*'),
  excludeEvents: names('All but these event types.'),
  webhookId: Type.Optional(
    Id('WH', 'webhook subscription', { description: 'Only those that this subscription asks for.' }),
  ),
  creatingMessageIds: names('Only those of these changes.'),
};

const personQuery = { personId: Type.Optional(Id('BO', 'borrower')) };

type FilterInput = Static<TObject<typeof filterQuery & typeof personQuery>>;

/** The filters of a request, with the objects that it names looked up. */
async function filtersOf(
  needs: EventRouteNeeds,
  { reader }: Pick<ReadContext, 'reader'>,
  { personId, webhookId, events, excludeEvents, creatingMessageIds, accrualDate: _, ...query }: FilterInput,
): Promise<EventFilters> {
  mustBePatterns('events', events);
  mustBePatterns('excludeEvents', excludeEvents);
  // An unknown subscription has no types, an unknown borrower has no events.
  const subscribed = webhookId === undefined ? undefined : ((await needs.typesOfWebhook(reader, webhookId)) ?? []);
  return {
    ...query,
    types: typesPassing({ events, excludeEvents, subscribed }, needs.kinds()),
    // The company is no borrower.
    subjectId: personId === reader.realm.companyId ? '' : personId,
    messages: creatingMessageIds && (await messagesNamed(reader, creatingMessageIds)),
  };
}

/** With a date of accrual, the accruals of that date: they are computed, and so a stream has none of them. */
async function listed(needs: EventRouteNeeds, ctx: ReadContext, query: FilterInput & PageInput): Promise<Page<Event>> {
  const filters = await filtersOf(needs, ctx, query);
  const { accrualDate: date } = query;
  if (date === undefined) return listEvents(ctx, filters, query);
  const { types, messages, caseId, transactionId, periodId, loanId, subjectId: personId } = filters;
  const isOther = [messages, caseId, transactionId, periodId].some((one) => one !== undefined);
  const { accruals } = needs;
  if (isOther || types?.includes(accruals.type) === false) return listEvents(ctx, { types: [] }, query);
  const found = await accruals.list(ctx, { date, loanId, personId }, query);
  return { ...found, items: found.items.filter((event) => isWithin(filters, event)) };
}

const isWithin = (filters: EventFilters, { createdAt, effectiveAt }: Event): boolean =>
  isBetween(createdAt, filters.createdAtFrom, filters.createdAtTo) &&
  isBetween(effectiveAt, filters.effectiveAtFrom, filters.effectiveAtTo);

const isBetween = (at: Instant, from: Instant | undefined, to: Instant | undefined): boolean =>
  (from === undefined || compare(at, from) >= 0) && (to === undefined || compare(at, to) < 0);

function mustBePatterns(path: string, patterns: readonly string[] = []): void {
  const wrong = patterns.findIndex((pattern) => !eventPattern.test(pattern));
  if (wrong === -1) return;
  const expected = 'dotted names such as contact.created, with * for any run of signs';
  throw refuseFields(errors.InvalidRequest, [{ path: `${path}[${wrong}]`, message: 'is no event type', expected }]);
}

/** What they may read: all of it, or what they name. Errors: InvalidRequest, Forbidden. */
function resourcesFor(
  resources: readonly EventResource[],
  caller: Caller,
  types: readonly string[] | undefined,
): readonly EventResource[] {
  if (types === undefined) return resources.filter(({ permission }) => caller.permissions.has(permission));
  const known = resources.map(({ name }) => name);
  const unknown = types.findIndex((type) => !known.includes(type));
  if (unknown !== -1) {
    const expected = `one of ${known.join(', ')}`;
    throw refuseFields(errors.InvalidRequest, [{ path: `types[${unknown}]`, message: 'is no such type', expected }]);
  }
  const named = resources.filter(({ name }) => types.includes(name));
  for (const { permission } of named) mustHave(caller, permission);
  return named;
}

const idOf = (person: Subject<unknown>): Subject<string> => ({
  ...person,
  async find(...asked) {
    const { id } = await person.find(...asked);
    return { id, subject: id };
  },
});

export function eventRoutes(needs: EventRouteNeeds): Endpoint[] {
  const answer = eventOfKinds(needs.kinds());
  return [
    endpoint({
      name: 'events.list',
      path: '/events',
      summary: 'List events',
      description:
        'Newest first, in one order for all: whoever keeps the id of the newest and asks with endingBefore never misses one. A stretch of time (createdAtFrom and its like) is listed along its instants: to follow what happens, ask without them.',
      permission: eventPermission,
      shape: 'list',
      query: { ...pageQuery(eventSort), ...personQuery, ...filterQuery },
      answer,
      read: (ctx, { query }) => listed(needs, ctx, query),
    }),
    endpoint({
      name: 'events.stream',
      path: '/events/stream',
      summary: 'Follow events as they happen',
      description:
        'Server-sent events, in the order of the list, oldest first, from now on; with Last-Event-ID from there on, without a gap. The filters are those of the list. It goes on until the client leaves, its key ends or the service stops; then connect again with the last id.',
      permission: eventPermission,
      shape: 'stream',
      query: {
        ...personQuery,
        ...filterQuery,
        include: Type.Optional(
          StringEnum(['payload'], {
            description: `\`payload\`: with the things that events are about, as a webhook is sent them; needs the permission ${needs.payloadPermission}, and those to read these things.`,
          }),
        ),
      },
      answer,
      stream: async (ctx, { query: { include, ...query } }) => {
        const passing = await filtersOf(needs, ctx, query);
        const filters = query.accrualDate === undefined ? passing : { ...passing, types: [] };
        if (include === undefined) return streamEvents(ctx, filters);
        const seen = permissionsToSee(needs.resources(), filters.types ?? ['*']);
        for (const permission of [needs.payloadPermission, ...seen]) ctx.needs(permission);
        return streamEvents(ctx, filters, needs.resources());
      },
    }),
    endpoint({
      name: 'changes.list',
      path: '/changes',
      summary: 'Follow what changed, for a copy elsewhere',
      description:
        'The things that the next events are about, as they are now, oldest event first: for a warehouse. Begin without `after`, give `next` as `after` again and again, and nothing is missed; something may come twice. What the caller may not read is left out.',
      permission: eventPermission,
      shape: 'bare',
      query: {
        after: Type.Optional(Id('EV', 'event', { description: 'The `next` of the page before.' })),
        limit: Type.Optional(Int({ min: 1, max: 500, description: 'How many events to look at; 100 if not given.' })),
        types: names('Only things of these types; each needs the permission to read it.'),
      },
      answer: Changes,
      errors: [errors.UnknownCursor],
      read: (ctx, { query: { after, limit = 100, types } }) =>
        changesAfter(ctx, resourcesFor(needs.resources(), ctx.caller, types), { after, limit }),
    }),
    endpoint({
      name: 'events.ofPerson',
      path: '/people/{personId}/events',
      summary: 'List the events of a borrower',
      description: 'What an answer has done is in the list when the answer is there.',
      permission: eventPermission,
      shape: 'list',
      query: { ...pageQuery(eventSort), ...filterQuery },
      answer,
      subject: idOf(needs.person),
      read: (ctx, { query }, personId) => listed(needs, ctx, { ...query, personId }),
    }),
  ];
}
