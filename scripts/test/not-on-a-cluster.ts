// What cannot run where the server has Citus, each with its reason. The runner leaves it out and says so.

interface LeftOut {
  readonly file: string;
  /** The name of a test or of a suite; the whole file without one. */
  readonly name?: string;
  readonly reason: string;
}

const notOnACluster: readonly LeftOut[] = [
  {
    file: 'tests/tables.test.ts',
    reason:
      'it connects to the template, which is closed to all there so that it can be copied; the columns are the same',
  },
  {
    file: 'tests/one-place.test.ts',
    reason: 'it holds the list of what asks all nodes against what one server is sent, the work of release 0.1.0 too',
  },
  {
    file: 'src/capabilities/loans/books/many-facts.test.ts',
    name: 'one more payment reads as few of them as before',
    reason: 'it counts rows in the plan of one server',
  },
];

export const filesLeft = (files: readonly string[]): string[] =>
  files.filter((file) => !notOnACluster.some((one) => one.file === file && one.name === undefined));

/** Flags of node:test for the tests that are left out by their names. */
export const skipping = (): string[] =>
  notOnACluster.flatMap(({ name }) => (name === undefined ? [] : [`--test-skip-pattern=${exactly(name)}`]));

const exactly = (name: string): string => `/(^|\\s)${RegExp.escape(name)}$/`;

export function sayWhatIsLeftOut(files: readonly string[]): void {
  for (const { file, name, reason } of notOnACluster.filter((one) => files.includes(one.file))) {
    console.log(`left out on a cluster: ${[file, name].filter(Boolean).join(' > ')}: ${reason}`);
  }
}
