// The operation of a run: asks the question, takes the whole answer, makes the file, and only then lets messages begin, in
// the commit that ends it. Whatever dies before has written to nobody, and is done anew.

import { Readable } from 'node:stream';
import { timezoneOf } from '#capabilities/access/index.ts';
import { movingInWork } from '#capabilities/cases/index.ts';
import { bulkSendingChanged } from '#capabilities/communications/index.ts';
import { personalPermission, runPermission, watching } from '#capabilities/questions/index.ts';
import { system } from '#platform/actor.ts';
import { type ArrivedBlob, keepBlob } from '#platform/blobs/keep-blobs.ts';
import { businessNow, workNow } from '#platform/business-clock.ts';
import { mustStillHave } from '#platform/command/rights.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { encrypted } from '#platform/file-places/open-pgp.ts';
import { aboutOne, telling } from '#platform/work/operations/about-one.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import type { Asked, TakePart } from '../answers/answer.ts';
import { askQuestionOf } from '../answers/ask.ts';
import { bulkSender } from '../bulk-sender.ts';
import { findCampaign, sftpOf } from '../campaign.ts';
import { ExportedFile } from '../exporters/export-file.ts';
import { contactExporter, settingsOfExporter } from '../exporters/exporter.ts';
import { columnsOfAnswer, idsAlone } from '../exporters/settings.ts';
import { waitingFiles } from '../places/waiting-files.ts';
import { runTable } from '../states.ts';
import type { BulkSenderRow, CampaignRow, RunRow } from '../tables.ts';
import { downloadPermission } from '../words.ts';
import { basisOf } from './basis.ts';
import { endRun } from './end.ts';
import { campaignRunChanged, tellRun } from './events.ts';
import { runJob } from './job.ts';
import { readRun } from './run.ts';
import { neededToSend, responsibleFor, sendRun } from './send.ts';
import { type Staged, Staging } from './stage.ts';
import { allLines } from './staged-lines.ts';
import { isAbove, mustWriteAlone } from './within-bounds.ts';

const keptMicros = 30 * 86_400 * 1_000_000;
/** A million contacts with twenty columns are a quarter of it. */
const bytesMax = 2 * 1024 * 1024 * 1024;

const told = [campaignRunChanged, bulkSendingChanged];

export const runningCampaigns: OperationKind = aboutOne({
  job: runJob,
  name: 'runId',
  needs: ['campaign.run:create'],
  work: doRun,
  fail: (ending, tx, runId, message) =>
    telling(ending, tx, told, async (at) => {
      const run = await readRun(tx, runId, true);
      if (run === undefined || runTable.isFinal(run.state)) return;
      endRun(at, tx, run, 'fail', { error_message: message });
    }),
});

interface Plan {
  readonly campaign: CampaignRow;
  readonly sender: BulkSenderRow | null;
  readonly settings: ReturnType<typeof settingsOfExporter> | null;
}

/** Errors: CampaignNotAnswered, NotFound, InvalidRequest, Forbidden, KeyEnded. */
async function doRun(running: Running, runId: string): Promise<void> {
  const run = await begin(running, runId);
  const plan = await planOf(running, run);
  await mustMay(running, run, plan);
  const staging = new Staging(running, {
    runId,
    sends: plan.sender !== null,
    columns: plan.settings === null ? [] : columnsOfAnswer(plan.settings),
  });
  await staging.clear();
  const { isPersonal } = await asked(running, run, plan, staging.take);
  const made =
    plan.settings === null
      ? null
      : await makeFile(running, run, plan as Plan & { settings: NonNullable<Plan['settings']> });
  // The end of an operation asks for no rights.
  await mustMay(running, run, plan, isPersonal ? [personalPermission] : []);
  await running.finish((tx) => conclude(running, tx, { runId, plan, staged: staging.staged, made, isPersonal }));
}

/** The question ends within a second when the run is canceled, or somebody loses the right to it. Errors: those of `doRun`. */
async function asked(running: Running, run: RunRow, plan: Plan, take: TakePart): Promise<Asked> {
  const { database, vault, realm, settings, isServing, rest } = running;
  const rights = await mustMay(running, run, plan);
  const watch = watching(running, () => mustMay(running, run, plan));
  try {
    const asking = { database, vault, realm, settings, rights, signal: watch.signal, isServing, rest };
    return await askQuestionOf(asking, plan.campaign, take);
  } catch (error) {
    throw watch.told(error);
  } finally {
    watch.end();
  }
}

/** A run that was canceled ends its operation, too. */
const begin = (running: Running, runId: string): Promise<RunRow> =>
  running.step(async (tx) => {
    const run = await readRun(tx, runId, true);
    if (run === undefined) throw new Error(`There is no run ${runId}.`);
    const now = await workNow(tx, running.clock);
    const changes = { state: runTable.move(run.state, 'run').to, started_at: run.started_at ?? now };
    tx.write(tx.db.updateTable('campaign_runs').set(changes).where('id', '=', runId));
    return { ...run, ...changes };
  });

/** Errors: NotFound. */
async function planOf({ reader }: Running, { campaign_id }: RunRow): Promise<Plan> {
  const campaign = await findCampaign(reader, campaign_id);
  const { bulk_sender_id: senderId, contact_exporter_id: exporterId } = campaign;
  const sender = senderId === null ? null : await bulkSender.find(reader, senderId);
  const exporter = exporterId === null ? null : await contactExporter.find(reader, exporterId);
  const settings = exporter === null ? null : settingsOfExporter(exporter);
  return { campaign, sender, settings: settings ?? (sender === null ? idsAlone : null) };
}

/** The person or the key that is responsible for the run still has all rights that it needs. Errors: Forbidden, KeyEnded. */
async function mustMay(
  running: Running,
  run: RunRow,
  { campaign, sender, settings }: Plan,
  more: readonly string[] = [],
) {
  const rights = await running.rights();
  const actor = responsibleFor(run);
  if (rights === undefined || actor.type === 'system') return rights;
  const asks = campaign.query_id === null ? [] : [runPermission];
  const sends = sender === null ? [] : neededToSend;
  const leaves = settings === null || campaign.sftp === null ? [] : [downloadPermission];
  return mustStillHave(actor, rights, [...asks, ...sends, ...leaves, ...more]);
}

interface MadeFile {
  readonly arrived: ArrivedBlob;
  readonly name: string;
  readonly lines: number;
  readonly blocked: number;
}

async function makeFile(
  running: Running,
  { id }: RunRow,
  { campaign, settings }: Plan & { settings: NonNullable<Plan['settings']> },
): Promise<MadeFile> {
  const { realm, clock, reader, vault } = running;
  const [now, zone = 'UTC'] = await Promise.all([businessNow(reader, clock), timezoneOf(reader)]);
  const file = new ExportedFile({ reader, vault, now, zone, settings });
  const plain = file.content(allLines({ reader, vault }, id));
  const { open_pgp_public_key: key } = campaign;
  const content = Readable.from(key === null ? plain : encrypted(key, plain));
  const arrived = await running.blobs.put(realm, realm.companyId, content, { bytesMax, rest: running.rest });
  return { arrived, name: `${id}.csv${key === null ? '' : '.pgp'}`, lines: file.lines, blocked: file.blocked };
}

interface Done {
  readonly runId: string;
  readonly plan: Plan;
  readonly staged: Staged;
  readonly made: MadeFile | null;
  readonly isPersonal: boolean;
}

async function conclude(running: Running, tx: Tx, { runId, plan, staged, made, isPersonal }: Done) {
  await telling(running, tx, told, async ({ now, emit }) => {
    const { vault, clock, position } = running;
    const { companyId } = tx.realm;
    const run = (await readRun(tx, runId, true)) as RunRow;
    // Somebody was faster and has canceled it.
    if (runTable.isFinal(run.state)) return;
    if (made !== null) await keepBlob(tx, vault.companySealer(companyId), made.arrived, clock.micros() + keptMicros);
    const { sender, campaign } = plan;
    const counted = {
      ...run,
      num_borrowers: staged.borrowers,
      num_lines: made?.lines ?? null,
      num_blocked: made?.blocked ?? null,
      content_id: made?.arrived.id ?? null,
      file_name: made?.name ?? null,
    };
    const sends = sender !== null && staged.borrowers > 0;
    if (sends) await mustWriteAlone(tx, run);
    const needsRelease = sends && (await isAbove(tx, run, sender, staged.borrowers));
    const timezone = (await timezoneOf(tx)) ?? 'UTC';
    const ctx = movingInWork({ realm: tx.realm, clock, vault, position }, { now, emit, timezone, actor: system });
    const sendings = sends && !needsRelease ? await sendRun(ctx, tx, counted, sender) : [];
    const isToLeave = made !== null && sftpOf(campaign) !== null;
    const isOver = !sends && !isToLeave;
    const changes = {
      num_borrowers: counted.num_borrowers,
      skipped: JSON.stringify(staged.skipped),
      num_lines: counted.num_lines,
      num_blocked: counted.num_blocked,
      content_id: counted.content_id,
      file_name: counted.file_name,
      is_personal: isPersonal,
      bulk_sending_ids: sendings,
      needs_release: needsRelease,
      basis: needsRelease ? await basisOf(tx, campaign, sender) : null,
      ...(sends || sender === null ? {} : { num_sent: 0, num_failed: 0 }),
      ...(isToLeave && waitingFiles.putIn(clock)),
      ...(isOver && { state: runTable.move(run.state, 'succeed').to, finished_at: now }),
      updated_at: now,
    };
    tx.write(tx.db.updateTable('campaign_runs').set(changes).where('id', '=', runId));
    if (isToLeave) waitingFiles.enqueue(tx, position, run);
    tellRun(emit, companyId, { ...run, needs_release: needsRelease, ...(isOver && { state: 'succeeded' as const }) });
  });
  running.mark(tx, { done: staged.borrowers, total: staged.borrowers });
  return { runId };
}
