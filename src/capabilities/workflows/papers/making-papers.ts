// Makes the documents that automatic items ask for: a paper is set outside of transactions, and kept in the commit that
// completes its item. So each item has one, whatever is killed when.
import { Readable } from 'node:stream';
import { timezoneOf } from '#capabilities/access/index.ts';
import { movingInWork } from '#capabilities/cases/index.ts';
import { document, documentUploaded, isAgreed, makeDocument } from '#capabilities/documents/index.ts';
import { holdPerson, type PersonRow } from '#capabilities/people/index.ts';
import { paperOfSubject } from '#capabilities/templates/index.ts';
import type { AutomaticTask } from '#capabilities/workflow-types/index.ts';
import { system } from '#platform/actor.ts';
import { blobs } from '#platform/blobs/blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { type Found, knownSubject } from '#platform/command/run-command.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { backgroundCaller, backgroundReads } from '#platform/http/background-reads.ts';
import type { ArrivedContent } from '#platform/http/endpoint.ts';
import { thenHourly } from '#platform/work/claimed/back-off.ts';
import { type ClaimedWork, claimedWork, done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { automaticOf, beRefused, orTriedAgain } from '../actions/act.ts';
import { workflowEvents } from '../events.ts';
import { goOn } from '../run/advance.ts';
import { loadRun, workflowOfItem } from '../run/load.ts';
import type { Run } from '../run/run.ts';
import { loansOf, ofBorrower } from '../run/whose.ts';
import { write } from '../run/write.ts';
import type { ItemRow, PaperRow } from '../tables.ts';
import { paperRows } from './paper-rows.ts';

type Ref = Pick<PaperRow, 'person_id' | 'id'>;
type Held = Found<PersonRow> | undefined;

interface Made {
  readonly arrived?: ArrivedContent;
  readonly templateVersionId?: string | null;
  /** About which it was made, whatever the case is about by now. */
  readonly loanId?: string | null;
  /** Why it was refused. */
  readonly errorType?: string;
}

export const makingPapers: ClaimedWork<WorkTools, Ref> = claimedWork({
  rows: paperRows,
  line: ({ mode, companyId }) => `${mode} ${companyId}`,
  // Two processes set papers.
  atOnceMax: 2,
  // To set papers takes as many processors as there are, and requests need one.
  atOnceBesideRequests: 1,
  backOffSeconds: thenHourly([5, 60, 600]),
  inVain: 'a document of a workflow was not made',
  doing: (tools: WorkTools) => ({
    // Whoever moves a workflow locks its borrower first, too.
    first: (tx, { person_id }) => holdPerson(tx, person_id),
    async take(tx, row, held) {
      const asked = await withItem(tools, tx, { row, held }, askedBy);
      if (asked === undefined) tx.write(paperRows.changed(tx.db, row, paperRows.ended));
      return asked && { set: {}, asked };
    },
    act: ({ realm, row, taken }) => orRefused(() => setPaper(tools, realm, row.person_id, taken.asked)),
    async conclude(tx, row, said, held) {
      if (said.kind === 'later') return { last_failure: said.reason };
      await withItem(tools, tx, { row, held }, (run, item) => conclude(tools, run, item, said));
      return { last_failure: said.reason || null };
    },
    // Two contents do no harm: one of them is kept, and the sweep removes the other.
    mayRepeat: () => true,
  }),
});

interface Waiting {
  readonly row: Ref;
  readonly held: Held;
}

/** What is done with an item as long as it waits for its paper, in a commit that holds the borrower. */
async function withItem<T>(
  { clock, vault, position }: WorkTools,
  tx: Tx,
  { row, held }: Waiting,
  work: (run: Run, item: ItemRow) => Promise<T> | T,
): Promise<T | undefined> {
  // Nobody keeps the content of an erased person; the sweep removes it.
  if (held === undefined || held.subject.erased_at !== null) return undefined;
  const { realm } = tx;
  const [now, timezone = 'UTC', found] = await Promise.all([
    workNow(tx, clock),
    timezoneOf(tx),
    workflowOfItem(tx, row.person_id, row.id),
  ]);
  if (found === undefined || found.status !== 'running') return undefined;
  const { emit, flush } = eventRecorder(
    { realm, now, position, requestId: null, actor: system, declared },
    knownSubject(held),
  );
  const ctx = movingInWork({ realm, clock, vault, position }, { now, emit, timezone, actor: system });
  const run = await loadRun(ctx, tx, found, { owner: held.subject });
  const item = run.items.find(({ id }) => id === row.id);
  if (item?.status !== 'acting') return undefined;
  const answer = await work(run, item);
  flush(tx);
  return answer;
}

const declared = [...workflowEvents, ...document.events, documentUploaded];

interface Asked {
  readonly subject: string;
  readonly caseId: string;
  readonly loanId: string | null;
  readonly timezone: string;
}

const askedBy = (run: Run, item: ItemRow): Asked => ({
  subject: taskOf(run, item).subject,
  caseId: run.ofCase.id,
  loanId: loanOf(run),
  timezone: run.ctx.timezone,
});

const taskOf = (run: Run, item: ItemRow) =>
  automaticOf(run, item).automatic.makeDocument as NonNullable<AutomaticTask['makeDocument']>;

/** A document is about a loan where the case is about one alone. */
function loanOf(run: Run): string | null {
  const [loanId = null, ...others] = loansOf(run);
  return others.length === 0 ? loanId : null;
}

const name = 'workflows';

async function setPaper(
  { database, vault, clock, settings, whole }: WorkTools,
  realm: Realm,
  personId: string,
  { timezone, ...asked }: Asked,
): Promise<Outcome & Made> {
  const service = { name, permissions: whole.permissions, timezone };
  const ctx = backgroundReads({ reader: database.reader(realm), vault, clock }, service);
  const { bytes, templateVersionId } = await paperOfSubject(whole, ctx, { ...asked, personId });
  const contents = blobs(database, clock, blobStores(database, settings.blobs));
  const body = Readable.from([Buffer.from(bytes)]);
  const arrived = await contents.put(realm, personId, body, { bytesMax: bytes.length });
  return { ...done, templateVersionId, loanId: asked.loanId, arrived: { ...arrived, contentType: 'application/pdf' } };
}

async function orRefused(work: () => Promise<Outcome & Made>): Promise<Outcome & Made> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { errorType } = error.kind;
    return { kind: 'refused', reason: `no paper could be made (${errorType})`, errorType };
  }
}

async function conclude(tools: WorkTools, run: Run, item: ItemRow, said: Outcome & Made): Promise<void> {
  if (said.arrived === undefined) beRefused(run, item, said.errorType ?? 'DocumentNotMade');
  else await orTriedAgain(run, item, () => keepPaper(tools, run, item, said), nobodyComesBack);
  await goOn(run);
  write(run);
}

/** The paper was set, and its row ends with this commit: what is locked by somebody is a try in vain, as any refusal. */
const nobodyComesBack = (): boolean => false;

/** The id of the document. Errors: NoRoom, IncompleteRequest. */
async function keepPaper(
  { whole: { permissions } }: WorkTools,
  run: Run,
  item: ItemRow,
  { arrived, templateVersionId = null, loanId = null }: Outcome & Made,
): Promise<string> {
  const { ctx, tx, owner, ofCase } = ofBorrower(run);
  const { subject, documentType: type } = taskOf(run, item);
  const caller = backgroundCaller(ctx.realm, { name, permissions, timezone: ctx.timezone });
  const described = {
    type,
    status: isAgreed(type) ? ('draft' as const) : ('accepted' as const),
    loanId,
    caseId: ofCase.id,
    fileName: `${subject}.pdf`,
    templateVersionId,
  };
  const { id } = await makeDocument({ ...ctx, caller }, tx, owner, described, arrived as ArrivedContent);
  return String(id);
}
