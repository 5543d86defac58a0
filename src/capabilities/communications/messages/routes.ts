// What became of messages.

import { interactionUpdated, readSensitive } from '#capabilities/interactions/index.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { communicationFailed, communicationSent } from '../events.ts';
import { MessageListed, MessageSettle, OutgoingMessage } from '../schemas.ts';
import { messageList, messageOfPath, messagesOf, showListed, showMessage } from './message.ts';
import { settleMessage } from './settle.ts';

const one = below({
  path: '/communicator/messages/{messageId}',
  permission: 'communicator.message',
  subject: messageOfPath,
  answer: OutgoingMessage,
});

export const messageRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'outgoingMessages.list',
    path: '/communicator/messages',
    summary: 'List the messages that this service sends',
    description:
      'The newest first, without what they say. `origin=notice` are those that the service sends by itself, `state=unknown` those of which nobody knows whether they went out.',
    permission: 'communicator.message:list',
    shape: 'list',
    query: messageList.query,
    list: messageList,
    answer: MessageListed,
    read: ({ reader }, { query }) => messageList.page(reader, messagesOf(reader), query, { each: showListed }),
  }),
  one({
    name: 'outgoingMessages.read',
    summary: 'Read a message',
    description: `What a sensitive one says needs ${readSensitive}.`,
    showsPersonal: (_, { permissions }) => permissions.has(readSensitive),
    read: async ({ vault, caller }, _, found) => showMessage(vault, caller, found),
  }),
  one({
    name: 'outgoingMessages.update',
    summary: 'Say what became of a message of which nobody knew',
    description:
      'A message whose worker died, or whose connection was lost, is `unknown`: it may have gone out, so it is not sent again by itself. Ask the mail server, and say `sent`, `failed`, or `queued` to send it once more.',
    body: MessageSettle,
    errors: [errors.NotFound],
    emits: [interactionUpdated],
    mayEmit: [communicationSent, communicationFailed],
    example: { body: { state: 'sent' } },
    command: async (ctx, tx, { body }, found) =>
      showMessage(ctx.vault, ctx.caller, await settleMessage(ctx, tx, found, body.state)),
  }),
];
