// What the clients of a stress run sent, and what they were told. The checker compares it with what is there.

export type Mode = 'live' | 'test';

/** Something that is to be there once: what it is, by what it is known again, and what it may look like. */
export interface Act {
  readonly kind: 'person' | 'contact' | 'loan' | 'payment' | 'indexRate';
  readonly mode: Mode;
  /** Ours: no two acts have the same. */
  readonly mark: string;
  readonly path: string;
  readonly body: object;
  readonly key: string | undefined;
  /** Of each acknowledgement. */
  readonly ids: string[];
  /** What its content may be; more than one where a change of it was never acknowledged. */
  contents: readonly string[];
  /** Events of which there is exactly one, about the thing itself. */
  readonly tells: Set<string>;
}

/** A place that one client writes ever higher numbers to. */
export interface Counter {
  readonly mode: Mode;
  readonly personId: string;
  acknowledged: number;
  sent: number;
}

interface Begun {
  readonly mode: Mode;
  readonly id: string;
  /** How many lines it has, of an import. */
  readonly lines?: number;
}

interface Odd {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

export interface Journal {
  readonly acts: Act[];
  readonly counters: Counter[];
  readonly operations: Begun[];
  /** Answers that nobody should have got: a 5xx that is no clear 503, or a refusal that makes no sense. */
  readonly odd: Odd[];
  /** How often each status was answered; 0 stands for no answer. */
  readonly statuses: Map<number, number>;
}

export const makeJournal = (): Journal => ({
  acts: [],
  counters: [],
  operations: [],
  odd: [],
  statuses: new Map(),
});
