// `tenor audit verify`: reads the audit of each company from its first row on.
import { access } from '#capabilities/access/index.ts';
import type { Head } from '#platform/audit/chain-audit.ts';
import { auditTables } from '#platform/audit/tables.ts';
import { verifyAudit } from '#platform/audit/verify-audit.ts';
import type { Config } from '#platform/config.ts';
import { CommandFailed, print, type Values } from './command.ts';
import { type Reading, withReading } from './reading.ts';
import { realmsOf } from './realm-of.ts';
import { WrongUse } from './wrong-use.ts';

export const verifyAuditByHand = (config: Config, values: Values): Promise<void> =>
  withReading(config, [access, { tables: auditTables }], (reading) => verify(reading, values, print));

/** Errors: CommandFailed, after everything has been printed. */
export async function verify(
  reading: Pick<Reading, 'database'>,
  values: Values,
  say: (line: string) => void,
): Promise<void> {
  const kept = headOf(values);
  const realms = await realmsOf(reading, values);
  if (kept !== undefined && realms.length > 1) throw new WrongUse('--head is of one company and mode: name both.');
  let wrong = 0;
  for (const realm of realms) {
    const { rows, finding } = await verifyAudit(reading.database.reader(realm), kept);
    const where = `${realm.companyId}, ${realm.mode}`;
    say(finding === null ? `${where}: ${rows} rows, each as it was written.` : `${where}: ${finding}`);
    if (finding !== null) wrong += 1;
  }
  if (wrong > 0) throw new CommandFailed(`The audit of ${wrong} of ${realms.length} is not what was written.`);
}

/** `4812:0f4c8f…`, as the log tells it each day. */
function headOf({ head }: Values): Head | undefined {
  if (head === undefined) return undefined;
  const [, number, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(head) ?? [];
  if (number === undefined || hash === undefined) throw new WrongUse('--head must be a number, a colon and a hash.');
  return { last_number: Number(number), last_hash: Buffer.from(hash, 'hex') };
}
