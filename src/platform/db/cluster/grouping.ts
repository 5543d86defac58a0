// How work is put into commits. One server shares a commit among many persons; on a cluster such a commit would need all
// nodes, so there it holds one person, and several are under way at once.

import { type SubjectsThere, subjectsThere } from './subjects-there.ts';

export interface Grouping {
  /** How many persons a commit may hold; what it is done for may want fewer. */
  readonly personsMax: number;
  /** How many such commits may be under way at once. */
  readonly commitsAtOnce: number;
  /** Reads that are asked together go in so many flights: a server answers those of one flight one after the other. */
  readonly readsAtOnce: number;
  /** A statement may look into an index for each of many companies: the rows lie on one server. */
  readonly looksForEach: boolean;
  /** When a node is lost, the subjects on the others; null on one server, which is there or not. */
  readonly subjectsThere: SubjectsThere | null;
}

/** One commit after the other, each as large as the work likes. */
export const oneAfterTheOther: Grouping = {
  personsMax: Number.POSITIVE_INFINITY,
  commitsAtOnce: 1,
  readsAtOnce: 1,
  looksForEach: true,
  subjectsThere: null,
};
export const onePersonEach: Grouping = {
  personsMax: 1,
  commitsAtOnce: 4,
  readsAtOnce: 4,
  looksForEach: false,
  subjectsThere,
};
