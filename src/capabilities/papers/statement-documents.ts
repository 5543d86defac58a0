// Makes the document of each statement, by itself: the paper is set outside of transactions, and kept in the commit that
// gives it to the statement. So each statement has one, whatever is killed when.
import { Readable } from 'node:stream';
import { timezoneOf } from '#capabilities/access/index.ts';
import { document, documentUploaded, type MakingContext, makeDocument } from '#capabilities/documents/index.ts';
import { type StatementRow, statementDocuments, statementUpdated, withItsDocument } from '#capabilities/loans/index.ts';
import { holdPerson, type PersonRow } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { type Blobs, blobs } from '#platform/blobs/blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import { type Found, knownSubject } from '#platform/command/run-command.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { backgroundCaller, backgroundReads } from '#platform/http/background-reads.ts';
import type { ArrivedContent } from '#platform/http/endpoint.ts';
import { type Reads, readsOf, shownBy } from '#platform/http/shown-by.ts';
import { thenHourly } from '#platform/work/claimed/back-off.ts';
import { claimedWork, done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { statement } from './kinds/statement-paper.ts';
import { lookOf } from './look.ts';
import { readsOfAll, writePaper } from './write-paper.ts';

type Tools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log' | 'position' | 'settings' | 'whole'>;

interface Made {
  readonly arrived?: ArrivedContent;
}

export const makingStatementDocuments = claimedWork({
  rows: statementDocuments,
  line: ({ mode, companyId }) => `${mode} ${companyId}`,
  // Two processes set papers, and two more statements are read meanwhile.
  atOnceMax: 4,
  // To set papers takes as many processors as there are, and requests need one.
  atOnceBesideRequests: 1,
  backOffSeconds: thenHourly([5, 60, 600]),
  inVain: 'the document of a statement was not made',
  doing: (tools: WorkTools) => {
    const contents = blobs(tools.database, tools.clock, blobStores(tools.database, tools.settings.blobs));
    let reads: Reads | undefined;
    const known = () => (reads ??= readsOf(tools.whole, [...readsOfAll, ...statement.reads]));
    return {
      take: async () => ({ set: {} }),
      act: ({ realm, row }) => setStatement(tools, contents, known(), realm, row),
      // Whoever gives a statement its document locks the borrower first, too.
      first: (tx, { person_id }) => holdPerson(tx, person_id),
      conclude: async (tx, row, { kind, arrived }, held) =>
        kind === 'done' && arrived !== undefined && held !== undefined
          ? keepStatement(tools, tx, { row, held }, arrived)
          : {},
      mayRepeat: () => true,
    };
  },
});

const name = 'papers';

async function setStatement(
  tools: Tools,
  contents: Blobs,
  reads: Reads,
  realm: Realm,
  row: StatementRow,
): Promise<Outcome & Made> {
  if (row.deleted_at !== null) return { kind: 'refused', reason: 'the statement was taken back' };
  // Somebody was faster.
  if (row.document_id !== null) return done;
  const { database, vault, clock } = tools;
  const reader = database.reader(realm);
  const [timezone = 'UTC', look] = await Promise.all([
    timezoneOf(reader),
    lookOf(reader, vault, (blob) => contents.open(realm, blob)),
  ]);
  const ctx = backgroundReads({ reader, vault, clock }, { name, permissions: tools.whole.permissions, timezone });
  const shown = shownBy(reads, ctx, { personId: row.person_id, loanId: row.loan_id });
  const bytes = await writePaper({
    kind: statement,
    id: row.id,
    language: look.language,
    today: row.statement_on,
    look,
    shown,
  });
  const body = Readable.from([Buffer.from(bytes)]);
  const arrived = await contents.put(realm, row.person_id, body, { bytesMax: bytes.length });
  return { ...done, arrived: { ...arrived, contentType: 'application/pdf' } };
}

const declared = [...document.events, documentUploaded, statementUpdated];

interface Held {
  readonly row: StatementRow;
  readonly held: Found<PersonRow>;
}

async function keepStatement(tools: Tools, tx: Tx, { row, held }: Held, arrived: ArrivedContent) {
  // Nobody keeps the content of an erased person; the sweep removes it.
  if (held.subject.erased_at !== null) return {};
  const { clock, vault, position } = tools;
  const now = await workNow(tx, clock);
  const maker = { realm: tx.realm, now, position, requestId: null, actor: system, declared };
  const { emit, flush } = eventRecorder(maker, knownSubject(held));
  const caller = backgroundCaller(tx.realm, { name, permissions: tools.whole.permissions, timezone: 'UTC' });
  const ctx: MakingContext = {
    realm: tx.realm,
    caller,
    now,
    machineNow: () => machineNow(clock),
    vault,
    position,
    emit,
  };
  const fileName = `statement-${row.statement_on}-${row.loan_id}.pdf`;
  const { type, status } = statement;
  const made = await makeDocument(ctx, tx, held.subject, { type, status, loanId: row.loan_id, fileName }, arrived);
  const changed = await withItsDocument(tx, row, { documentId: String(made.id), now, emit });
  flush(tx);
  return changed;
}
