// The first company of a new database.
import { companies, createCompany, hasKey } from '#capabilities/access/index.ts';
import { type Config, WrongSettings } from '#platform/config.ts';
import { modes } from '#platform/db/realm.ts';
import type { Service } from './service.ts';
import type { FirstKeys } from './welcome.ts';

/** Makes the first company of a new database. Returns the drawn keys, which are shown once. */
export async function firstCompany(
  service: Service,
  { companyTimezone, bootstrapKeys }: Config,
): Promise<FirstKeys | undefined> {
  return service.database.exclusively(async () => {
    if ((await companies(service.database)).length > 0) {
      await mustHaveKeys(service, bootstrapKeys);
      return undefined;
    }
    const company = { name: 'My company', timezone: companyTimezone, keys: bootstrapKeys };
    const { keys } = await createCompany(service, company);
    const drawn = modes.filter((mode) => bootstrapKeys[mode] === null).map((mode) => [mode, keys[mode]]);
    return drawn.length === 0 ? undefined : Object.fromEntries(drawn);
  });
}

async function mustHaveKeys(service: Service, given: Config['bootstrapKeys']): Promise<void> {
  for (const mode of modes) {
    const key = given[mode];
    if (key === null || (await hasKey(service, mode, key))) continue;
    throw new WrongSettings(
      `BOOTSTRAP_${mode.toUpperCase()}_KEY is not a key of this database, which was made with another one or none. Unset it and use "tenor key create", or set the value of the first start.`,
    );
  }
}
