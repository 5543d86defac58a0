// What the members of a shared commit ask in one turn of the event loop, each for a person of its own, is asked once for all
// of them. In a commit of one's own it is the plain question.
import type { Tx } from '#platform/db/realm-database.ts';
import { Member } from './member.ts';

interface Question<Asked, Answer> {
  readonly asked: Asked[];
  readonly answer: Promise<Answer>;
}

export function askedTogether<Asked, Answer>(
  ask: (tx: Tx, asked: readonly Asked[]) => Promise<Answer>,
): (tx: Tx, asked: Asked) => Promise<Answer> {
  const waiting = new WeakMap<Tx, Question<Asked, Answer>>();
  return (tx, one) => {
    if (!(tx instanceof Member)) return ask(tx, [one]);
    const { commit } = tx;
    const others = waiting.get(commit);
    if (others !== undefined) {
      others.asked.push(one);
      return others.answer;
    }
    const asked = [one];
    const answer = new Promise<void>((turn) => setImmediate(turn)).then(() => {
      waiting.delete(commit);
      return ask(tx, asked);
    });
    waiting.set(commit, { asked, answer });
    return answer;
  };
}
