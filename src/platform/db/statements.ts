// How a compiled query is sent: under a name, so that the server keeps its plan, when its text is sent again and again.
import type { Compilable, CompiledQuery } from 'kysely';
import type { ClientBase } from 'pg';
import { isOutdated } from '../sqlstate.ts';
import { Packet, type Result } from './packet.ts';

/**
 * Beyond this many texts, queries are sent without a name: lists of varying length make endless texts, and each name
 * costs the server memory.
 */
const namesMax = 1000;
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= namesMax) return '';
  const name = `t${names.size + 1}`;
  names.set(text, name);
  return name;
}

const afresh = Symbol('planned afresh');

/**
 * For a query whose best plan depends on its values: it is sent without a name, so that the server plans it each time.
 * Under a name the server may keep one plan for all values, which is bad for some when values are skewed.
 */
export const plannedAfresh = <T>(query: Compilable<T>): Compilable<T> => ({
  compile: () => ({ ...query.compile(), [afresh]: true }),
});

/**
 * Raised when a migration of a later release, which runs beside, has outdated a statement: from then on all have other
 * names, so that each connection prepares them anew.
 */
let generation = 0;

export interface Outcome {
  readonly answered: (result: Result) => void;
  readonly failed: (error: unknown) => void;
}

/** Statements of one connection. What the running code adds goes out in one piece, once it has nothing more to add. */
export class Outgoing {
  readonly #client: ClientBase;
  readonly #atEndOfTurn: () => void;
  #packet: Packet | undefined;

  /** `atEndOfTurn` may still add to what goes out. */
  constructor(client: ClientBase, atEndOfTurn: () => void = () => {}) {
    this.#client = client;
    this.#atEndOfTurn = atEndOfTurn;
  }

  add(query: CompiledQuery<unknown>, outcome: Outcome): void {
    this.#add(afresh in query ? '' : nameOf(query.sql), query.sql, query.parameters, outcome);
  }

  /** Sends `begin`, `commit` and the like. */
  order(text: string, outcome: Outcome): void {
    this.#add(nameOf(text), text, [], outcome);
  }

  #add(name: string, text: string, values: readonly unknown[], { answered, failed }: Outcome): void {
    const begun = generation;
    this.#open().add({
      name: name === '' || begun === 0 ? name : `${name}.${begun}`,
      text,
      values,
      answered,
      failed(error) {
        if (isOutdated(error) && begun === generation) generation += 1;
        failed(error);
      },
    });
  }

  #open(): Packet {
    if (this.#packet?.isFull) this.#send(this.#packet);
    if (this.#packet !== undefined) return this.#packet;
    const packet = new Packet();
    this.#packet = packet;
    process.nextTick(() => {
      this.#atEndOfTurn();
      if (this.#packet === packet) this.#send(packet);
    });
    return packet;
  }

  #send(packet: Packet): void {
    this.#packet = undefined;
    packet.send(this.#client);
  }
}

/** Outside a transaction, where an outdated one can simply be sent again. */
export async function sendAlone(client: ClientBase, queries: readonly CompiledQuery<unknown>[]): Promise<Result[]> {
  try {
    return await sendOnce(client, queries);
  } catch (error) {
    if (!isOutdated(error)) throw retraced(error);
    return await sendOnce(client, queries);
  }
}

function sendOnce(client: ClientBase, queries: readonly CompiledQuery<unknown>[]): Promise<Result[]> {
  const outgoing = new Outgoing(client);
  const results = queries.map(
    (query) => new Promise<Result>((answered, failed) => outgoing.add(query, { answered, failed })),
  );
  return Promise.all(results);
}

/** The stack of a driver's error leads to its socket; this one leads to the code that asked. */
export function retraced(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}
