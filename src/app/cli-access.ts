// Companies and API keys by hand.
import { isZone } from '@tenor/engine/values/zone.ts';
import { createCompany } from '#capabilities/access/index.ts';
import type { Config } from '#platform/config.ts';
import { createKeyByHand, revokeKeyByHand } from './cli-keys.ts';
import { print, type Values } from './command.ts';
import { realmOf } from './realm-of.ts';
import { withService } from './with-service.ts';
import { WrongUse } from './wrong-use.ts';

export const newCompany = (config: Config, values: Values): Promise<void> =>
  withService(config, async (service) => {
    const name = values.name?.trim() || missing('--name');
    const timezone = values.timezone ?? config.companyTimezone;
    if (!isZone(timezone)) throw new WrongUse(`--timezone must be a time zone such as America/Chicago.`);
    const { companyId, keys } = await createCompany(service, { name, timezone });
    print(`company   ${companyId}\nlive key  ${keys.live}\ntest key  ${keys.test}`);
  });

export const newKey = (config: Config, values: Values): Promise<void> =>
  withService(config, async (service) => print(await createKeyByHand(service, await realmOf(service, values), values)));

export const endKey = (config: Config, values: Values, [id]: readonly string[]): Promise<void> =>
  withService(config, async (service) => {
    await revokeKeyByHand(service, await realmOf(service, values), id ?? missing('the id of the key'));
    print('Revoked.');
  });

const missing = (what: string): never => {
  throw new WrongUse(`${what} is missing.`);
};
