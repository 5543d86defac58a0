// A caller for tests that run commands without HTTP.
import { keyActor } from '#platform/actor.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Realm } from '#platform/db/realm.ts';

export const aCaller = (realm: Realm): Caller => ({
  realm,
  timezone: 'America/New_York',
  actor: keyActor('AK-TEST-TEST'),
  name: 'a test',
  permissions: new Set(),
  apiVersion: null,
  reach: 'company',
  session: null,
});
