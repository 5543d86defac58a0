// What cannot run where the server has Citus, each with its reason. The runner leaves it out and says so.

interface LeftOut {
  readonly file: string;
  /** The name of a test or of a suite; the whole file without one. */
  readonly name?: string;
  readonly reason: string;
}

export const notOnACluster: readonly LeftOut[] = [
  {
    file: 'tests/tables.test.ts',
    reason:
      'it connects to the template, which is closed to all there so that it can be copied; the columns are the same',
  },
  {
    file: 'tests/one-place.test.ts',
    reason: 'it holds the list of what asks all nodes against what one server is sent',
  },
  ...[
    'src/capabilities/questions/attacks.test.ts',
    'src/capabilities/questions/questions.test.ts',
    'src/capabilities/questions/tickets.test.ts',
    'src/capabilities/questions/views.test.ts',
    'src/capabilities/campaigns/runs/own-question.test.ts',
  ].map((file) => ({ file, reason: 'questions are refused on a cluster' })),
  {
    file: 'src/platform/db/cluster/keys.test.ts',
    reason: 'it reads the schema of one server, to which Citus adds objects of its own',
  },
  {
    file: 'src/capabilities/single-sign-on/strangers.test.ts',
    name: 'of strangers waits for its place, that of a network from which somebody came in does not',
    reason: 'it locks the rows of all nodes by one statement, and counts who waits on one server',
  },
  {
    file: 'src/capabilities/loans/core/books/many-facts.test.ts',
    name: 'one more payment reads as few of them as before',
    reason: 'it counts rows in the plan of one server',
  },
  ...[
    'is read by one statement: each gets its own rows, in their order',
    'goes out with what else was asked in that turn, the beginning of the transaction too',
    'is written by one statement for each kind, and each row gets its own values',
    'is not sent once the transaction is over',
  ].map((name) => ({
    file: 'src/platform/db/gathering.test.ts',
    name,
    reason: 'a transaction has one person there: what is put together for many goes to one server',
  })),
  {
    file: 'src/capabilities/loans/money/collecting/shared-commits.test.ts',
    name: 'take fewer commits than payments, and each has its own answer',
    reason: 'several borrowers share no commit there',
  },
  {
    file: 'src/capabilities/loans/lines/purchases/shared-commits.test.ts',
    name: 'take fewer commits than purchases, and the books of each line agree',
    reason: 'several borrowers share no commit there',
  },
  {
    file: 'src/capabilities/moving-money/orders/attempts/send-many.test.ts',
    name: 'are on their way in a commit before any is sent, and sent once each, 25 at a time',
    reason: 'several borrowers share no commit there',
  },
  {
    file: 'src/capabilities/communications/outgoing/together.test.ts',
    name: 'are taken by few commits, each goes out once, and a disabled text stops those that wait',
    reason: 'several borrowers share no commit there',
  },
  {
    file: 'src/capabilities/loans/core/reads/balances-by-query.test.ts',
    reason: 'it asks as questions do, which are refused on a cluster',
  },
  {
    file: 'src/platform/audit-views/flat-pages.test.ts',
    name: 'reads few rows, whatever it is filtered by, and after a cursor',
    reason: 'it counts rows in the plan of one server',
  },
  {
    file: 'tests/second-person.test.ts',
    name: 'for a run whose question the first one wrote, though somebody else has changed it since',
    reason: 'questions are refused on a cluster',
  },
  {
    file: 'src/platform/db/scope-own-rows.test.ts',
    reason: 'its queries join what does not lie together, to show that the company is named in each of them',
  },
  {
    file: 'tests/backup.test.ts',
    name: 'holds all there is: nothing in our schemas but tables, with what hangs on them',
    reason: 'Citus has objects of its own in the database',
  },
  {
    file: 'src/capabilities/loans/core/lifecycle/lists.test.ts',
    name: 'with somebody else are found among thousands without reading them',
    reason: 'it looks at the plan of one server',
  },
  {
    file: 'src/platform/event-views/crowded-borrower.test.ts',
    name: 'are not all read for a page',
    reason: 'it looks at the plan of one server',
  },
  {
    file: 'src/capabilities/webhooks/delivery/deliveries-in-turn.test.ts',
    name: 'are whole, but for what can no longer be read',
    reason: 'its own update takes a key from one borrower to another',
  },
  {
    file: 'src/platform/command/idempotency.test.ts',
    name: 'moved to the row of another request, what was kept does not open',
    reason: 'its own update takes an answer from one row to another',
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
