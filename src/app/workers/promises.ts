// What the parent and its workers ask of each other.
import type { Taken, WindowKind } from '#platform/http/common-counts.ts';
import type { MetricValues } from '#platform/metrics.ts';
import type { JobData } from '#platform/work/jobs.ts';
import type { FirstKeys } from '../welcome.ts';

export interface Standing {
  readonly running: number;
  readonly wanted: number;
  /** Whether the process for long work is there. */
  readonly longWork: boolean;
}

export interface StartFailure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly stack?: string | undefined;
  /** The message says all that a person needs to know. */
  readonly isSentence: boolean;
}

export type OfParent = {
  /** Answered when the database server is there. */
  mayBegin(asked: null): Promise<void>;
  /** Some of what a window has left for `who`. */
  grant(asked: { readonly kind: WindowKind; readonly who: string }): Taken;
  hold(asked: { readonly name: string; readonly most: number }): boolean;
  endHold(asked: { readonly name: string }): void;
  /** The metrics of all workers, as text. */
  metrics(asked: null): Promise<string>;
  /** The first worker has made a new database, and tells its keys. */
  firstKeys(asked: FirstKeys): void;
  startFailed(asked: StartFailure): void;
  /** It has stopped in order, and only has to end. */
  hasStopped(asked: null): void;
  /** The process for long work can take jobs from now on. */
  takesLongWork(asked: null): void;
  /** Gives a job to the process for long work; false when there has been none for a while. */
  handOver(asked: JobData): Promise<boolean>;
  /** How busy requests keep the busiest worker, from 0 to 1. */
  busiest(asked: null): Promise<number>;
};

/** The answers of every process that the parent keeps. */
export type OfKept = {
  metrics(asked: null): Promise<MetricValues>;
  standing(asked: Standing): void;
  stop(asked: null): void;
};

export type OfWorker = OfKept & {
  /** The share of its time in which requests keep it busy. */
  busyShare(asked: null): number;
};

export type OfLongWork = OfKept & {
  /** Answered at once: the job may take long. */
  do(asked: JobData): void;
};
