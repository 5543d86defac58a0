// `tenor payments stop` and `tenor payments resume`: the switch of a company's payments. `tenor payments resolve`: what a
// person knows of an order.
import {
  carrierById,
  differencesSinceRestore,
  letGoOn,
  ordersUnderWay,
  resolveOrder,
  setSwitch,
  stoppedSince,
} from '#capabilities/moving-money/index.ts';
import { workNow } from '#platform/business-clock.ts';
import { machineNow } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { counted } from '#platform/doctor/check.ts';
import { makeLog } from '#platform/log.ts';
import { takers } from './capabilities.ts';
import { CommandFailed, type Given, print } from './command.ts';
import { realmOf, realmsOf } from './realm-of.ts';
import type { Service } from './service.ts';
import { withService } from './with-service.ts';
import { WrongUse } from './wrong-use.ts';

export const stopPayments = (config: Config, values: Given): Promise<void> => {
  const reason = String(values.reason ?? '').trim();
  if (reason === '') throw new WrongUse('--reason is needed: whoever looks next must know why.');
  return withService(config, async (service) => print(await switchByHand(service, values, reason)));
};

export const resumePayments = (config: Config, values: Given): Promise<void> =>
  withService(config, async (service) => print(await resumeByHand(service, values)));

/** After a restore it says first what differs from what providers have, and goes on only with `--confirm`. */
export async function resumeByHand(service: Service, values: Given): Promise<string> {
  const differences: string[] = [];
  for (const realm of await realmsOf(service, values)) {
    const reader = service.database.reader(realm);
    const stopped = await stoppedSince(reader);
    if (stopped === undefined) continue;
    const found = await differencesSinceRestore(reader, stopped);
    differences.push(...found.map((one) => `${realm.companyId}, ${realm.mode}: ${one}`));
  }
  if (differences.length === 0 || values.confirm === true) return switchByHand(service, values, null);
  throw new CommandFailed(
    [
      'Payments stay stopped: the database may be an earlier one, and this differs.',
      ...differences.map((one) => `  ${one}`),
      'A service that runs asks for all of it. Once you have compared it with the provider: `tenor payments resume --confirm`.',
    ].join('\n'),
  );
}

export const resolvePayment = (config: Config, values: Given): Promise<void> =>
  withService(config, async (service) => print(await resolveByHand(service, values)));

/** Returns what to print. Errors: WrongUse, CommandFailed. */
export async function resolveByHand(service: Service, values: Given): Promise<string> {
  const [key, by, reason] = ['order', 'by', 'reason'].map((name) => {
    const text = String(values[name] ?? '').trim();
    if (text === '') throw new WrongUse(`--${name} is needed.`);
    return text;
  }) as [string, string, string];
  const providerId = values.never === true ? null : String(values.happened ?? '').trim();
  if (providerId === '' || (values.never === true && values.happened !== undefined)) {
    throw new WrongUse("Either --happened with the provider's id, or --never.");
  }
  const realm = await realmOf(service, values as Parameters<typeof realmOf>[1]);
  const tools = { ...service, log: makeLog('warn'), takers, carrierById };
  const failed = await resolveOrder(tools, realm, { key, providerId, by, reason });
  if (failed === 'noSuchOrder')
    throw new CommandFailed(`${realm.companyId} has no order ${key} in ${realm.mode} mode.`);
  if (failed === 'notUnknown') throw new CommandFailed(`What became of ${key} is known already, or it is being sent.`);
  return providerId === null ? `${key} never happened.` : `${key} happened as ${providerId}.`;
}

/** `reason` null: payments go on. Returns what to print. */
export async function switchByHand(service: Service, values: Given, reason: string | null): Promise<string> {
  const realms = await realmsOf(service, values);
  let underWay = 0;
  for (const realm of realms) {
    await service.database.transact(realm, async (tx) => {
      if (reason === null) await letGoOn(tx, await workNow(tx, service.clock));
      else setSwitch(tx, { at: machineNow(service.clock), reason });
    });
    underWay += await ordersUnderWay(service.database.reader(realm));
  }
  const of =
    realms.length === 1 ? `${realms[0]?.companyId}, ${realms[0]?.mode}` : `${realms.length} companies and modes`;
  if (reason === null) return `Payments of ${of} go on.`;
  const still = underWay === 0 ? 'None is being sent.' : `${counted(underWay, 'order')} had begun to be sent before.`;
  return `Payments of ${of} are stopped. ${still}`;
}
