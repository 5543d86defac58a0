// Understands the notices that were kept. One that cannot be taken now holds up no other, and is looked at again.
import type { WorkTools } from '#platform/capability.ts';
import type { Realm } from '#platform/db/realm.ts';
import { doubling } from '#platform/work/claimed/back-off.ts';
import { claimedWork, done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { type Carrier, carrierById } from '../companies-providers/carrier.ts';
import type { ProviderReport } from '../providers/provider.ts';
import type { Content } from './keep-notice.ts';
import { noticeRows } from './notice-rows.ts';
import { contentPart } from './sealed.ts';
import type { NoticeRow } from './tables.ts';

/** Hears what a provider has told. Hearing it twice is hearing it once. */
type ReceiveReport = (realm: Realm, carrier: Carrier, told: ProviderReport) => Promise<unknown>;

export type NoticeTools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log' | 'position' | 'settings'> & {
  readonly receiveReport: ReceiveReport;
};

export const takingNotices = claimedWork({
  rows: noticeRows,
  line: ({ mode, companyId }, { carrier_id }) => `${mode} ${companyId} ${carrier_id}`,
  atOnceMax: 1,
  backOffSeconds: doubling(30),
  inVain: 'a notice of a provider could not be taken',
  doing: (tools: NoticeTools) => ({
    take: async () => ({ set: {} }),
    act: ({ realm, row }) => takeNotice(tools, realm, row),
    conclude: async (_tx, _row, { kind }) => (kind === 'done' ? { state: 'taken' as const } : {}),
    mayRepeat: () => true,
  }),
});

async function takeNotice(tools: NoticeTools, realm: Realm, notice: NoticeRow): Promise<Outcome> {
  const { carrier_id: carrierId, event_id: eventId, content_sealed } = notice;
  const carrier = await carrierById(tools.database.reader(realm), tools, carrierId);
  // Whoever has taken the provider away does not want to hear of it any more.
  if (carrier === undefined) return done;
  const text = tools.vault.companySealer(realm.companyId).unseal(contentPart(carrierId, eventId), content_sealed);
  for (const one of (JSON.parse(text) as Content).told) await tools.receiveReport(realm, carrier, one);
  return done;
}
