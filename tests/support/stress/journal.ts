// What the clients of a stress run sent, and the answers they got. The checker compares this with what is stored.

export type Mode = 'live' | 'test';

/** An object that must exist exactly once: its kind, how it is recognised, and what it may contain. */
export interface Act {
  readonly kind: 'person' | 'contact' | 'loan' | 'payment' | 'indexRate';
  readonly mode: Mode;
  /** A mark of ours that no other act has. */
  readonly mark: string;
  readonly path: string;
  readonly body: object;
  readonly key: string | undefined;
  /** The id in each acknowledgement. */
  readonly ids: string[];
  /** Its possible contents; more than one when a change of it was never acknowledged. */
  contents: readonly string[];
  /** The types of events of which there must be exactly one about the object. */
  readonly tells: Set<string>;
}

/** A field to which one client writes rising numbers. */
export interface Counter {
  readonly mode: Mode;
  readonly personId: string;
  acknowledged: number;
  sent: number;
}

interface Begun {
  readonly mode: Mode;
  readonly id: string;
  /** The number of lines of an import. */
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
  /** Answers that no client should get: a 5xx other than a clear 503, or a refusal without a reason. */
  readonly odd: Odd[];
  /** How often each status came; 0 means no answer. */
  readonly statuses: Map<number, number>;
}

export const makeJournal = (): Journal => ({
  acts: [],
  counters: [],
  operations: [],
  odd: [],
  statuses: new Map(),
});
