// Takes a domain from a company that no longer has it, and tells the company.
import { system } from '#platform/actor.ts';
import { workNow } from '#platform/business-clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import type { AheadTools } from '#platform/http/endpoint.ts';
import { companyUpdated } from './events.ts';

type DroppingTools = Pick<AheadTools, 'database' | 'clock' | 'position'>;

export const dropDomain = ({ database, clock, position }: DroppingTools, realm: Realm, domain: string): Promise<void> =>
  database.transact(realm, async (tx) => {
    const now = await workNow(tx, clock);
    if ((await tx.affected(tx.db.deleteFrom('company_domains').where('domain', '=', domain))) === 0) return;
    const maker = { realm, now, position, requestId: null, actor: system, declared: [companyUpdated] };
    const { emit, flush } = eventRecorder(maker);
    emit(companyUpdated, realm.companyId, { changed: ['domains'] });
    flush(tx);
  });
