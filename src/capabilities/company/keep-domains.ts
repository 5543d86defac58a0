// Looks every day whether each domain of live mode still says whose it is. One that has said otherwise for a week is the
// company's no more: whoever has bought it would get what people bring back from signing in.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Chore } from '#platform/chore.ts';
import { machineNow } from '#platform/clock.ts';
import { saidUnder } from './domain-proof.ts';
import { dropDomain } from './drop-domain.ts';

const everySeconds = 24 * 60 * 60;
const lostSeconds = 7 * everySeconds;
/** They are asked at the same time, and others wait for as long as the slowest of them takes. */
const together = 20;

export const keepDomains = (tools: Pick<WorkTools, 'database' | 'clock' | 'position' | 'settings'>): Chore => ({
  name: 'company.domains',
  everyMs: 60_000,
  async run(mode) {
    if (mode !== 'live') return;
    const now = machineNow(tools.clock);
    const { db, rows } = tools.database.unscoped(mode);
    const due = await rows(
      db
        .selectFrom('company_domains')
        .select(['domain', 'company_id', 'lost_since'])
        .where('looked_at', '<', addSeconds(now, -everySeconds))
        .orderBy('looked_at')
        .limit(together),
    );
    await Promise.all(due.map((one) => look(tools, one, now)));
  },
});

interface Held {
  readonly domain: string;
  readonly company_id: string;
  readonly lost_since: Instant | null;
}

async function look(
  tools: Pick<WorkTools, 'database' | 'clock' | 'position' | 'settings'>,
  { domain, company_id: companyId, lost_since }: Held,
  now: Instant,
): Promise<void> {
  const realm = { mode: 'live', companyId } as const;
  const { companies } = await saidUnder(domain, tools.settings.webhookDevHosts);
  const isKept = companies.has(companyId);
  if (!isKept && lost_since !== null && lost_since <= addSeconds(now, -lostSeconds)) {
    return dropDomain(tools, realm, domain);
  }
  const seen = { looked_at: now, lost_since: isKept ? null : (lost_since ?? now) };
  await tools.database.transact(realm, async (tx) =>
    tx.write(tx.db.updateTable('company_domains').set(seen).where('domain', '=', domain)),
  );
}
