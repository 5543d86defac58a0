// A caller for tests that run commands without HTTP.
import type { Caller } from '#platform/command/context.ts';
import type { Realm } from '#platform/db/realm.ts';

export const aCaller = (realm: Realm): Caller => ({
  realm,
  timezone: 'America/New_York',
  keyId: 'AK-TEST-TEST',
  keyName: 'a test',
  permissions: new Set(),
  apiVersion: null,
});
