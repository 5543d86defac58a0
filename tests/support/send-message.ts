// A command that does nothing but send one message.

import { sendMessage } from '#capabilities/sending/index.ts';
import type { Realm } from '#platform/db/realm.ts';
import { aCaller } from './caller.ts';
import type { House } from './house.ts';

type Message = Parameters<typeof sendMessage>[2];

const anEmailMessage: Message = {
  channel: 'email',
  to: 'ada@example.com',
  subject: 'Your code',
  text: 'Your code is 481516.',
  purpose: 'oneTimeCode',
};

/** Returns the id of the message. */
export async function send(house: House, realm: Realm, message: Partial<Message> = {}): Promise<string> {
  const { body } = await house.service.runCommand({
    caller: aCaller(realm),
    requestId: 'r',
    run: async (ctx, tx) => sendMessage(ctx, tx, { ...anEmailMessage, ...message }),
    present: (id) => ({ status: 200, headers: {}, body: id }),
  });
  return body;
}
