// What the parent and its workers ask of each other.
import type { Taken, WindowKind } from '#platform/http/common-counts.ts';
import type { MetricValues } from '#platform/metrics.ts';

export interface Standing {
  readonly running: number;
  readonly wanted: number;
}

export interface StartFailure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly stack?: string | undefined;
}

export type OfParent = {
  /** Answered when the database is ready for the worker. */
  mayBegin(asked: null): Promise<void>;
  /** Some of what a window has left for `who`. */
  grant(asked: { readonly kind: WindowKind; readonly who: string }): Taken;
  hold(asked: { readonly name: string; readonly most: number }): boolean;
  endHold(asked: { readonly name: string }): void;
  /** The metrics of all workers, as text. */
  metrics(asked: null): Promise<string>;
  startFailed(asked: StartFailure): void;
};

export type OfWorker = {
  metrics(asked: null): Promise<MetricValues>;
  standing(asked: Standing): void;
  stop(asked: null): void;
};
