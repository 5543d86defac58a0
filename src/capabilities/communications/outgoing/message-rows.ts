// The rows of outgoing messages as workers claim them.
import { microsOfInstant } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';
import { outgoingMessages } from '../tables.ts';

export const outgoingRows = claimedRows({
  name: 'outgoing_messages',
  job: 'communications.send',
  table: 'outgoing_messages',
  stated: outgoingMessages,
  // A line for each channel: emails do not wait behind a receiver of texts that hangs.
  named: ['person_id', 'id', 'channel'],
  alarmTries: 5,
  why: 'last_failure',
});

/** The machine's clock of a change. */
export const machineOf = ({ machineNow }: Pick<CommandContext, 'machineNow'>) => ({
  micros: () => Number(microsOfInstant(machineNow())),
});
