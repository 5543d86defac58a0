// The questions put to the list of events: each filter alone, then some together. Each is asked about other people,
// instants and places every time.
import { eventIds } from '#platform/events/event-ids.ts';
import { generator } from '../people.ts';
import { type Place, withDatabase } from '../service.ts';
import { frequentType, rareType, uncommonType } from './fill.ts';

interface Question {
  readonly name: string;
  /** Variants of the question, asked in turn. */
  readonly queries: readonly string[];
}

interface Sample {
  readonly id: string;
  readonly createdAt: string;
  readonly effectiveAt: string;
  readonly message: string;
  readonly loan: string;
}

type SampleRow = Omit<Sample, 'id' | 'message'> & { readonly place: string; readonly key: string };

/** Events of loans: one sample from the middle of the list and some near both ends. */
interface Known {
  readonly middle: readonly Sample[];
  readonly tenLater: readonly Sample[];
  readonly hundredLater: readonly Sample[];
  readonly early: readonly Sample[];
  /** Samples with some hundreds of events after them, and with ten times as many. */
  readonly fewBack: readonly Sample[];
  readonly manyBack: readonly Sample[];
}

interface Asked {
  readonly people: readonly string[];
  readonly webhookId: string;
  /** The number of events that counts as few. */
  readonly few: number;
}

const variants = 60;

export async function questionsOf(place: Place, { people, webhookId, few }: Asked): Promise<Question[]> {
  const known = await withDatabase(place, async (client): Promise<Known> => {
    const places = await client.query<{ last: number }>(
      "select last_sequence::integer as last from live.event_places where name = 'events'",
    );
    const last = places.rows[0]!.last;
    const at = async (sequences: readonly number[]): Promise<Sample[]> =>
      (await client.query<SampleRow>(sample, [sequences])).rows.map(({ place, key, ...found }) => {
        const ids = eventIds(key);
        return { ...found, id: ids.of(Number(place)), message: ids.messageOf(Number(place)) };
      });
    const draw = generator(last);
    const anywhere = Array.from({ length: variants }, () => Math.floor((0.2 + 0.6 * draw()) * last));
    const later = (places: number) => at(anywhere.map((sequence) => sequence + places));
    return {
      middle: await later(0),
      tenLater: await later(10),
      hundredLater: await later(100),
      early: await at(anywhere.map((_, i) => few - variants + i)),
      fewBack: await at(anywhere.map((_, i) => last - few + i)),
      manyBack: await at(anywhere.map((_, i) => last - 10 * few + i)),
    };
  });
  return [
    ...alone(known, people, webhookId),
    ...ofInstants(known, 'createdAt'),
    ...ofInstants(known, 'effectiveAt'),
    ...paged(known),
    ...together(known, people),
  ];
}

/** The first event at or after each place that has everything a filter can name. */
const sample = `
  select e.place, key, to_json(e.created_at) #>> '{}' as "createdAt", to_json(e.effective_at) #>> '{}' as "effectiveAt",
    e.loan_id as loan
  from unnest($1::bigint[]) with ordinality as asked (sequence, n) cross join lateral (
    select * from live.placed_commits where place >= asked.sequence and loan_id is not null and created_at = effective_at
      and company_id = (select company_id from live.companies) order by place limit 1) as e
  join live.event_keys using (company_id)
  order by n`;

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Asks the same question about each of these. */
function ask<T>(name: string, each: readonly T[], query: (one: T, i: number) => Query): Question {
  return { name, queries: each.map((one, i) => written(query(one, i))) };
}

const askOnce = (name: string, query: Query): Question => ({ name, queries: [written(query)] });

function written(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  return new URLSearchParams(pairs as [string, string][]).toString();
}

function alone({ middle, manyBack }: Known, people: readonly string[], webhookId: string): Question[] {
  return [
    askOnce('no filter', {}),
    ask('personId', people, (personId) => ({ personId })),
    ask('loanId', middle, ({ loan }) => ({ loanId: loan })),
    ask('creatingMessageIds', middle, ({ message }, i) => ({ creatingMessageIds: [message, manyBack[i]!.message] })),
    askOnce('webhookId', { webhookId }),
    askOnce('includeDeleted=false', { includeDeleted: 'false' }),
    askOnce('events: a frequent type', { events: frequentType }),
    askOnce('events: a rare type', { events: rareType }),
    askOnce('events: no such type', { events: 'loan.unheard' }),
    askOnce('events: person.*', { events: 'person.*' }),
    askOnce('excludeEvents: the frequent type', { excludeEvents: frequentType }),
  ];
}

const never = '2100-01-01T00:00:00Z';

function ofInstants(known: Known, name: 'createdAt' | 'effectiveAt'): Question[] {
  const { middle, hundredLater, early, fewBack, manyBack } = known;
  const [from, to] = [`${name}From`, `${name}To`];
  const since = (event: Sample): Query => ({ [from]: event[name] });
  return [
    ask(`${from}: few`, fewBack, since),
    ask(`${from}: ten times as many`, manyBack, since),
    ask(`${from}: nearly all`, early, since),
    askOnce(`${from}: none`, { [from]: never }),
    ask(`${to}: early`, early, (event) => ({ [to]: event[name] })),
    askOnce(`${to}: all`, { [to]: never }),
    ask(`${name}: a hundred in the middle`, middle, (event, i) => ({
      [from]: event[name],
      [to]: hundredLater[i]![name],
    })),
  ];
}

function paged({ middle, tenLater, hundredLater, manyBack }: Known): Question[] {
  return [
    ask('startingAfter', middle, ({ id }) => ({ startingAfter: id })),
    ask('endingBefore', middle, ({ id }) => ({ endingBefore: id })),
    ask('startingAfter, person.*', middle, ({ id }) => ({ startingAfter: id, events: 'person.*' })),
    ask('startingAfter, a rare type', middle, ({ id }) => ({ startingAfter: id, events: rareType })),
    ask('the last page since createdAtFrom', middle, ({ createdAt }, i) => ({
      createdAtFrom: createdAt,
      startingAfter: tenLater[i]!.id,
    })),
    ask('the last page since effectiveAtFrom', middle, ({ effectiveAt }, i) => ({
      effectiveAtFrom: effectiveAt,
      startingAfter: tenLater[i]!.id,
    })),
    ask('the last page since createdAtFrom, person.*', middle, ({ createdAt }, i) => ({
      createdAtFrom: createdAt,
      startingAfter: hundredLater[i]!.id,
      events: 'person.*',
    })),
    ask('endingBefore, createdAtFrom', middle, ({ createdAt }, i) => ({
      createdAtFrom: createdAt,
      endingBefore: tenLater[i]!.id,
    })),
    askOnce('sortBy=createdAt', { sortBy: 'createdAt' }),
    askOnce('sortBy=-effectiveAt', { sortBy: '-effectiveAt' }),
    askOnce('sortBy=-effectiveAt, a rare type', { sortBy: '-effectiveAt', events: rareType }),
    ask('sortBy=effectiveAt, createdAtFrom', manyBack, ({ createdAt }) => ({
      sortBy: 'effectiveAt',
      createdAtFrom: createdAt,
    })),
  ];
}

function together(known: Known, people: readonly string[]): Question[] {
  const { middle, hundredLater, early, fewBack, manyBack } = known;
  const since =
    (events: string) =>
    ({ createdAt }: Sample): Query => ({ createdAtFrom: createdAt, events });
  return [
    ask('personId, a frequent type', people, (personId) => ({ personId, events: frequentType })),
    ask('personId, createdAtFrom', people, (personId, i) => ({
      personId,
      createdAtFrom: middle[i % variants]!.createdAt,
    })),
    ask('createdAtFrom: few, a rare type', fewBack, since(rareType)),
    ask('createdAtFrom: the middle, a rare type', middle, since(rareType)),
    ask('createdAtFrom: nearly all, a rare type', early, since(rareType)),
    ask('createdAtFrom: ten times as many, an uncommon type', manyBack, since(uncommonType)),
    ask('createdAtFrom: the middle, an uncommon type', middle, since(uncommonType)),
    ask('createdAtTo: the middle, an uncommon type', middle, ({ createdAt }) => ({
      createdAtTo: createdAt,
      events: uncommonType,
    })),
    ask('createdAtFrom: ten times as many, person.*', manyBack, since('person.*')),
    ask('a hundred in the middle, person.*', middle, ({ createdAt }, i) => ({
      createdAtFrom: createdAt,
      createdAtTo: hundredLater[i]!.createdAt,
      events: 'person.*',
    })),
    ask('effectiveAtFrom and createdAtTo: the middle', middle, ({ createdAt }) => ({
      effectiveAtFrom: createdAt,
      createdAtTo: createdAt,
    })),
    ask('createdAtFrom and effectiveAtTo: the middle', middle, ({ createdAt }) => ({
      createdAtFrom: createdAt,
      effectiveAtTo: createdAt,
    })),
  ];
}
