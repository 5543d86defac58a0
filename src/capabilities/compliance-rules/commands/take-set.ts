// Takes a later set of the rules that come with a release. What the company has changed of rules stays.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { complianceRuleErrors } from '../errors.ts';
import { ruleSetTaken } from '../events.ts';
import { lockBook, type RuleBooks, renewBook } from '../rule-book.ts';
import { newestSet, setOfNumber } from '../rules/sets.ts';
import { misfitsOf } from '../update.ts';

type Taking = Pick<CommandContext, 'now' | 'realm' | 'emit' | 'was'> & {
  readonly caller: Pick<CommandContext['caller'], 'actor'>;
};

/** A set that the company has already is not taken again. Errors: InvalidRequest, ComplianceChangesDoNotFit. */
export async function takeSet(ctx: Taking, tx: Tx, { sets, bookOf }: RuleBooks, setNumber: number): Promise<void> {
  await lockBook(tx);
  const book = await bookOf(tx);
  if (setNumber === book.set.number) return;
  if (setNumber < book.set.number || !sets.some((one) => one.number === setNumber)) {
    throw refuseField('setNumber', 'is no later set of this release', String(newestSet(sets).number));
  }
  const doesNotFit = misfitsOf(book, setOfNumber(sets, setNumber));
  const [first] = doesNotFit;
  if (first !== undefined) {
    const message = `What the company has changed of ${first.ruleId} does not fit: ${first.path} ${first.message}.`;
    throw new Refusal(complianceRuleErrors.ComplianceChangesDoNotFit, message, { data: { doesNotFit } });
  }
  ctx.was({ setNumber: book.set.number });
  const { type: taken_by_type, id: taken_by_id } = ctx.caller.actor;
  tx.write(
    tx.db
      .insertInto('rule_sets_taken')
      .values({ set_number: setNumber, taken_by_type, taken_by_id, taken_at: ctx.now }),
  );
  renewBook(tx, setNumber);
  ctx.emit(ruleSetTaken, ctx.realm.companyId, { setNumber, formerSetNumber: book.set.number });
}
