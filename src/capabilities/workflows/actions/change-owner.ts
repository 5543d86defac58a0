// Gives the case to another owner, and with it what is open for the former one. Whoever prepared the workflow gives it.
import { giveCompanyCase, reviseCase } from '#capabilities/cases/index.ts';
import { employeeOf } from '#capabilities/users/index.ts';
import type { AutomaticTask } from '#capabilities/workflow-types/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { caseChanged } from '../run/case-changed.ts';
import { handOver } from '../run/hand-over.ts';
import { preparersOf } from '../run/preparers.ts';
import type { Act } from './acting.ts';

export const changeOwner =
  ({ to }: NonNullable<AutomaticTask['changeOwner']>): Act =>
  async ({ run, listeners }) => {
    const { ctx, tx, ofCase: before } = run;
    const sent = await ownerAsked(tx, to);
    if (run.owner === null) run.ofCase = await giveCompanyCase(ctx, tx, run.ofCase, sent);
    else run.ofCase = await reviseCase(ctx, tx, listeners, { row: run.ofCase, parent: run.owner }, sent);
    const by = await preparersOf(run);
    handOver(run, before, by);
    await caseChanged(ctx, tx, run, { before, by }, run.workflow.id);
    return null;
  };

/** Errors: InvalidRequest. */
async function ownerAsked(reader: Reader, { to, id }: NonNullable<AutomaticTask['changeOwner']>['to']) {
  if (to === 'team' && id !== null) return { owningTeamId: id };
  const employeeId = to === 'user' && id !== null ? await employeeOf(reader, id) : null;
  if (employeeId === null) throw refuseField('to', 'cannot own a case', 'a team, or a user who is an employee');
  return { owningEmployeeId: employeeId };
}
