// The row of a command of the command line: who may use the machine needs no other right, and is not known by name.
import { system } from '#platform/actor.ts';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { writeAudit } from './write-audit.ts';

interface Maker {
  readonly clock: MachineClock;
  position(): number;
}

interface DoneByHand {
  /** As it is typed: `tenor key create`. */
  readonly command: string;
  readonly objectId: string;
  readonly personId?: string;
}

export function auditByHand({ clock, position }: Maker, tx: Tx, done: DoneByHand): void {
  const { command, objectId, personId = null } = done;
  const entry = {
    createdAt: machineNow(clock),
    outcome: 'done' as const,
    action: command,
    actorType: system.type,
    actorId: null,
    sessionId: null,
    address: null,
    requestId: null,
    personId,
    objectId,
  };
  writeAudit(tx, { subjectId: personId ?? tx.realm.companyId, position: position(), entry });
}
