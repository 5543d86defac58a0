// What is answered by itself to a word that carriers want answered: HELP tells how to reach the company, STOP is confirmed
// once (47 CFR 64.1200(a)(12)). No rule stands against the answer: the borrower has asked for it, and it offers nothing.
import { timezoneOf } from '#capabilities/access/index.ts';
import { languageOfWish } from '#capabilities/sending/index.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Realm } from '#platform/db/realm.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';
import type { PreparedMessage } from '../outgoing/send-to-person.ts';
import { addresseesBefore, preparing } from '../prepare/prepare.ts';

const subjectOfAnswer = { help: 'textHelp', stop: 'textOptOutConfirmed' } as const;

interface Asked {
  readonly personId: string;
  readonly contactId: string;
  readonly wish: keyof typeof subjectOfAnswer;
  readonly text: string;
}

/** Null: the company has its receiver of texts answer, or has no text for it. Two robots hear one answer a day of us. */
export async function answerOf(
  tools: WorkTools,
  realm: Realm,
  { personId, contactId, wish, text }: Asked,
): Promise<PreparedMessage | null> {
  const { database, vault, clock, whole } = tools;
  const reader = database.reader(realm);
  const timezone = (await timezoneOf(reader)) as string;
  const ctx = backgroundReads(
    { reader, vault, clock },
    { name: 'communications', permissions: whole.permissions, timezone },
  );
  const addressees = await addresseesBefore(ctx, [personId]);
  if (addressees.settings.communication?.answersKeywords === false) return null;
  const day = (await ctx.now()).slice(0, 10);
  const [prepared] = await preparing(whole)(
    ctx,
    [
      {
        personId,
        subject: subjectOfAnswer[wish],
        channel: 'text',
        contactId,
        language: languageOfWish(text),
        origin: 'reply',
        onceKey: `${wish} ${contactId} ${day}`,
      },
    ],
    addressees,
  );
  return prepared?.kind === 'ready' ? prepared.message : null;
}
