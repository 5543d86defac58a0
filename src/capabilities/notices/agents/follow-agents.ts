// Tells the people of the company what they should look at: each event leaves a notification with whoever looks after its
// case, or with the company where nobody does. Taken again after a crash it adds nothing.
import { whoLooksAfter } from '#capabilities/cases/index.ts';
import { usersWhoWork } from '#capabilities/users/index.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eventsAt, type Place, type StoredEvent } from '#platform/events/follow-events.ts';
import { newId } from '#platform/ids.ts';
import type { AgentKind } from './words.ts';

interface Occasion {
  readonly kind: AgentKind;
  /** Names it, so that somebody is told once. */
  readonly key: string;
  readonly taskId: string | null;
  readonly aboutId: string | null;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const ofTask =
  (kind: AgentKind) =>
  ({ details: { taskId, taskStatus } }: StoredEvent): Occasion | undefined =>
    taskStatus === 'open' ? { kind, key: String(taskId), taskId: text(taskId), aboutId: text(taskId) } : undefined;

const ofWorkitem = ({ id, details: { workitemId } }: StoredEvent): Occasion => ({
  kind: 'workitemLate',
  key: id,
  taskId: null,
  aboutId: text(workitemId),
});

const occasionsOf: Readonly<Record<string, (event: StoredEvent) => Occasion | undefined>> = {
  'case.escalation.changed': ofTask('escalation'),
  'case.task.changed': ofTask('task'),
  'monitor.hit.found': ({ id }) => ({ kind: 'monitorHit', key: id, taskId: null, aboutId: id }),
  'notice.not.sent': ({ id }) => ({ kind: 'noticeNotSent', key: id, taskId: null, aboutId: id }),
  'communication.failed': ({ id, details: { messageId } }) => ({
    kind: 'sendingFailed',
    key: id,
    taskId: null,
    aboutId: text(messageId),
  }),
  'workflow.workitem.late': ofWorkitem,
  'companycase.workflow.workitem.late': ofWorkitem,
};

export async function tellAgents(tools: WorkTools, realm: Realm, places: readonly Place[]): Promise<void> {
  const wanted = places.filter(({ event_type }) => event_type in occasionsOf);
  if (wanted.length === 0) return;
  const reader = tools.database.reader(realm);
  for (const event of await eventsAt(reader, wanted)) {
    const occasion = occasionsOf[event.event_type]?.(event);
    if (occasion === undefined || event.deleted_at !== null) continue;
    const users = await usersToTell(reader, event, occasion);
    for (const userId of users) await tell(tools, realm, userId, event, occasion);
  }
}

/** A commit stays with one user. */
const tell = (
  { database, clock, position }: WorkTools,
  realm: Realm,
  userId: string,
  event: StoredEvent,
  { kind, key, aboutId }: Occasion,
): Promise<void> =>
  database.transact(realm, async (tx) => {
    tx.write(
      tx.db
        .insertInto('agent_notifications')
        .values({
          user_id: userId,
          id: newId('NO'),
          position: position(),
          once_key: `${kind} ${key}`,
          kind,
          person_id: event.subject_id === realm.companyId ? null : event.subject_id,
          case_id: event.case_id ?? text(event.details.companyCaseId),
          about_id: aboutId,
          subject: text(event.details.subject),
          reason: text(event.details.reason),
          created_at: await workNow(tx, clock),
        })
        .onConflict((there) => there.columns(['user_id', 'once_key']).doNothing()),
    );
  });

async function usersToTell(reader: Reader, event: StoredEvent, { taskId }: Occasion): Promise<readonly string[]> {
  const { case_id: caseId, subject_id: personId } = event;
  const named = await usersNamed(reader, event);
  if (named.length > 0) return named;
  if (caseId === null) return [reader.realm.companyId];
  const users = await usersWhoWork(reader, await whoLooksAfter(reader, { personId, caseId, taskId }));
  return users.length > 0 ? users : [reader.realm.companyId];
}

/** An event may name who is to hear of it: a user, an employee, a team or a role. */
async function usersNamed(reader: Reader, { details }: StoredEvent): Promise<readonly string[]> {
  const userId = text(details.tellsUserId);
  if (userId !== null) return [userId];
  return usersWhoWork(reader, {
    employeeId: text(details.tellsEmployeeId),
    teamId: text(details.tellsTeamId),
    roleId: text(details.tellsRoleId),
  });
}
