// Scans contents. Until the scanner says that a content is clean, nobody is given it; what it finds something in goes.

import { holdPerson, type PersonRow, personSealers } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { blobs } from '#platform/blobs/blobs.ts';
import { findBlob, forgetBlob } from '#platform/blobs/keep-blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { type Found, knownSubject } from '#platform/command/run-command.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { thenHourly } from '#platform/work/claimed/back-off.ts';
import {
  type ClaimedWork,
  type ClaimTools,
  claimedWork,
  done,
  type Outcome,
} from '#platform/work/claimed/claimed-work.ts';
import { document } from '../document.ts';
import { documentInfected } from '../events.ts';
import type { ContentRow } from '../tables.ts';
import { scanRows } from './scan-rows.ts';
import { scanOf } from './scanner.ts';
import type { Scan, Verdict } from './verdict.ts';

type ScanTools = ClaimTools & Pick<WorkTools, 'vault' | 'settings'>;
type Ref = Pick<ContentRow, 'person_id' | 'document_id' | 'content_id'>;

interface Said {
  readonly verdict?: Verdict;
}

export const scanningContents: ClaimedWork<ScanTools, Ref> = claimedWork({
  rows: scanRows,
  // No company keeps another one waiting.
  line: ({ mode, companyId }) => `${mode} ${companyId}`,
  atOnceMax: 2,
  backOffSeconds: thenHourly([5, 15, 60, 300]),
  inVain: 'a content was not scanned',
  doing(tools: ScanTools) {
    const { scanner = null } = tools.settings;
    const scan = scanner === null ? undefined : scanOf(scanner);
    return {
      take: async () => ({ set: {} }),
      async act({ realm, row, lease }): Promise<Outcome & Said> {
        if (scan === undefined) return { kind: 'later', reason: 'no scanner is set' };
        return verdictOn(tools, scan, realm, row, lease.lost);
      },
      // Commands lock the person before a content of theirs.
      first: (tx, { person_id }) => holdPerson(tx, person_id),
      async conclude(tx, row, { reason, verdict }, held) {
        if (verdict?.kind === 'infected') await quarantine(tools, tx, row, held);
        if (verdict !== undefined) {
          return { scan_state: verdict.kind, scan_finding: verdict.kind === 'infected' ? verdict.finding : null };
        }
        return { scan_finding: reason || null };
      },
      mayRepeat: () => true,
    };
  },
});

async function verdictOn(
  { database, clock, vault, settings }: ScanTools,
  scan: Scan,
  realm: Realm,
  { person_id: personId, content_id: contentId }: ContentRow,
  lost: AbortSignal,
): Promise<Outcome & Said> {
  const reader = database.reader(realm);
  const sealer = (await personSealers(reader, vault, [personId])).get(personId);
  const blob = sealer && (await findBlob(reader, sealer, personId, contentId));
  if (blob === undefined) return { kind: 'refused', reason: 'its bytes are gone' };
  const bytes = blobs(database, clock, blobStores(database, settings.blobs)).open(realm, blob);
  try {
    return { ...done, verdict: await scan(bytes, lost) };
  } catch (error) {
    return { kind: 'later', reason: (error as NodeJS.ErrnoException).code ?? (error as Error).message.slice(0, 200) };
  }
}

/** Its bytes go with the commit that tells of it. */
async function quarantine(
  { clock, position }: ScanTools,
  tx: Tx,
  content: ContentRow,
  held: Found<PersonRow> | undefined,
): Promise<void> {
  const { person_id: personId, document_id: id, content_id: contentId } = content;
  const row = await document.find(tx, id, { below: personId }).catch(() => undefined);
  forgetBlob(tx, personId, contentId);
  if (held === undefined || row === undefined) return;
  const now = await workNow(tx, clock);
  const maker = { realm: tx.realm, now, position, requestId: null, actor: system, declared: [documentInfected] };
  const events = eventRecorder(maker, knownSubject(held));
  const { external_id, type, status, loan_id } = row;
  const told = { documentDescriptorId: id, documentDescriptorExternalId: external_id, contentId, type, status };
  events.emit(documentInfected, personId, told, loan_id === null ? {} : { about: { loanId: loan_id } });
  events.flush(tx);
}
