// The content of a file that asks a register, and how it is kept: for whoever asks for one, and for the folder of a
// register, for which one is made each day.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { ownersOfOpenLoans } from '#capabilities/loans/index.ts';
import { identifyingOfMany, phonesOf } from '#capabilities/people/index.ts';
import { type ArrivedBlob, keepBlob } from '#platform/blobs/keep-blobs.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { monitorErrors } from '../errors.ts';
import { recheckDaysOf, type Setting } from '../monitor.ts';
import { questionOf } from '../numbers/answer.ts';
import type { MonitorKind } from '../words.ts';
import { type Form, requestForms } from './forms.ts';
import type { RequestRow } from './tables.ts';

/** More go into another file: registers take about as many. */
export const linesMax = 100_000;
const page = 500;
const secondsOfDay = 86_400;
const dayMicros = secondsOfDay * 1_000_000;
const keptMicros = 30 * dayMicros;

/** What a company may have made in a day: contents lie on the disk for thirty. */
const room = { perDay: 24, bytesPerDay: 268_435_456 } as const;

interface Asking {
  readonly reader: Reader;
  readonly vault: Vault;
  readonly setting: Setting;
  readonly now: Instant;
  readonly zone: string;
}

interface RequestContent {
  readonly bytes: Buffer;
  readonly lines: number;
  /** The last borrower whom it asks about, where there are more. */
  readonly nextAfter: string | null;
}

/** It asks about whoever is watched and due: behind the last of the request before, where that one was full. */
export async function contentOfRequest(asking: Asking): Promise<RequestContent> {
  const { reader, vault, setting, now, zone } = asking;
  const today = dateInZone(now, zone);
  const lookedBefore = addSeconds(now, -recheckDaysOf(setting) * secondsOfDay);
  const lines: string[] = [];
  let after = await lastAskedAbout(reader, setting.kind);
  for (;;) {
    const due = await dueAfter(reader, { setting, lookedBefore, after });
    lines.push(...(await linesOf({ reader, vault, setting, today, zone }, due)));
    const last = due.at(-1);
    if (last === undefined) break;
    after = last.person_id;
    if (lines.length > linesMax - page) break;
  }
  const hasMore = lines.length > linesMax - page;
  // A content has at least a byte, also where nobody's look is due.
  return { bytes: Buffer.from(`${lines.join('\n')}\n`), lines: lines.length, nextAfter: hasMore ? after : null };
}

async function lastAskedAbout(reader: Reader, monitor: MonitorKind): Promise<string> {
  const own = reader.db.selectFrom('monitor_requests').select('next_after').where('monitor', '=', monitor);
  return (await reader.row(own.orderBy('position', 'desc').limit(1)))?.next_after ?? '';
}

interface Due {
  readonly setting: Setting;
  readonly lookedBefore: Instant;
  readonly after: string;
}

const dueAfter = (reader: Reader, { setting, lookedBefore, after }: Due) =>
  reader.rows(
    reader.db
      .selectFrom('monitoring_statuses')
      .select(['person_id', 'id'])
      .where('monitor', '=', setting.kind)
      .where((eb) => eb.or([eb('last_checked_at', 'is', null), eb('last_checked_at', '<=', lookedBefore)]))
      .where('person_id', '>', after)
      .orderBy('person_id')
      .limit(page),
  );

interface Writing extends Pick<Asking, 'reader' | 'vault' | 'setting' | 'zone'> {
  readonly today: CivilDate;
}

/** Nobody whom the monitor does not watch is told of to a register. */
async function linesOf(
  { reader, vault, setting: { kind, loan_type_ids: types }, today, zone }: Writing,
  due: Awaited<ReturnType<typeof dueAfter>>,
): Promise<string[]> {
  const ids = due.map(({ person_id }) => person_id);
  const watched = types.length === 0 ? new Set(ids) : await ownersOfOpenLoans(reader, ids, types);
  if (kind === 'reassignedNumber') {
    const phones = await phonesOf(reader, vault, [...watched]);
    const own = due.flatMap(({ person_id }) => phones.get(person_id) ?? []);
    return own.map(({ number, knownSince }) => questionOf(number, dateInZone(knownSince, zone)));
  }
  const form = requestForms[kind] as Form;
  const known = await identifyingOfMany(reader, vault, [...watched]);
  return due.flatMap(({ person_id, id: reference }) => {
    const person = known.get(person_id);
    return person?.ssn == null ? [] : [form({ ...person, ssn: person.ssn, reference }, today)];
  });
}

/** Its name for the register, and for whoever downloads it. */
export const fileNameOf = ({ monitor, id }: Pick<RequestRow, 'monitor' | 'id'>): string => `${monitor}-${id}.txt`;

// ---- kept ------------------------------------------------------------------------------------------------------------

/** Errors: TooManyMonitorRequests, which says when there is room again. */
export async function mustHaveRoom(reader: Reader, machineMicros: number): Promise<void> {
  const since = machineMicros - dayMicros;
  const ofDay = reader.db.selectFrom('monitor_requests').select(['position', 'bytes']).where('position', '>', since);
  const made = await reader.rows(ofDay.orderBy('position').orderBy('id').limit(room.perDay));
  const bytes = made.reduce((sum, one) => sum + one.bytes, 0);
  const [oldest] = made;
  if (oldest === undefined || (made.length < room.perDay && bytes < room.bytesPerDay)) return;
  const seconds = Math.ceil((oldest.position - since) / 1_000_000);
  const message = `${made.length} files with ${bytes} bytes were made within a day; there is room again in ${seconds} seconds.`;
  throw new Refusal(monitorErrors.TooManyMonitorRequests, message, {
    data: { ...room },
    headers: { 'retry-after': String(seconds) },
  });
}

interface Keeping {
  readonly vault: Vault;
  readonly now: Instant;
  position(): number;
  machineMicros(): number;
}

type MadeRequest = ArrivedBlob & Pick<RequestContent, 'lines' | 'nextAfter'>;

/** Errors: TooManyMonitorRequests. */
export async function keepRequest(
  { vault, now, position, machineMicros }: Keeping,
  tx: Tx,
  monitor: MonitorKind,
  made: MadeRequest,
): Promise<Omit<RequestRow, 'company_id'>> {
  await mustHaveRoom(tx, machineMicros());
  const { companyId } = tx.realm;
  await keepBlob(tx, vault.companySealer(companyId), made, machineMicros() + keptMicros);
  const row = {
    id: newId('MQ'),
    position: position(),
    monitor,
    content_id: made.id,
    lines: made.lines,
    bytes: made.length,
    next_after: made.nextAfter,
    to_leave: made.lines > 0 && (await hasPlace(tx, monitor)),
    left_at: null,
    created_at: now,
  };
  tx.write(tx.db.insertInto('monitor_requests').values(row), redraw('monitor_requests_pkey'));
  return row;
}

const hasPlace = async (tx: Tx, monitor: MonitorKind): Promise<boolean> =>
  (await tx.row(tx.db.selectFrom('monitor_places').select('monitor').where('monitor', '=', monitor))) !== undefined;
