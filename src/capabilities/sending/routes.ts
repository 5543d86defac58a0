import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { inboundRoutes } from './inbound/routes.ts';
import { happenInTest, replyInTest } from './inbound/test-answers.ts';
import { mailboxList, readMailbox, readMessage } from './mailbox.ts';
import { TestMessage, TestMessageRead, TestOutcomeBody, TestReply } from './schemas.ts';

const kept = 'In test mode nothing is sent: messages are kept here for seven days.';

const answerErrors = [errors.NotFound, errors.InvalidRequest, errors.TooManyRequests];

export const sendingRoutes = (): Endpoint[] => [
  endpoint({
    name: 'testMailbox.list',
    path: '/test-mailbox',
    summary: 'List what would have been sent',
    description: `${kept} The newest come first; /test-mailbox, outside of /api, is a page that shows them. With a live key it is refused.`,
    permission: 'test.mailbox:list',
    shape: 'list',
    query: mailboxList.query,
    list: mailboxList,
    answer: TestMessage,
    errors: [errors.TestModeOnly],
    read: ({ reader, vault }, { query }) => readMailbox(reader, vault, query),
  }),
  endpoint({
    name: 'testMailbox.read',
    path: '/test-mailbox/{testMessageId}',
    summary: 'Read what would have been sent',
    description: `${kept} It shows the HTML of an email too.`,
    permission: 'test.mailbox:read',
    answer: TestMessageRead,
    errors: [errors.NotFound],
    read: ({ reader, vault }, { params }) => readMessage(reader, vault, params.testMessageId),
  }),
  endpoint({
    name: 'testReplies.create',
    path: '/test-mailbox/{testMessageId}/replies',
    summary: 'Answer a message as the person who got it',
    description:
      'In test mode it has the same effect as a real answer: it becomes an interaction of the thread, and STOP, ALTO, START or HELP are understood.',
    permission: 'test.mailbox:reply',
    shape: 'message',
    status: 200,
    says: 'The answer is taken in within a second.',
    body: TestReply,
    errors: answerErrors,
    example: { body: { text: 'STOP' } },
    command: async (ctx, tx, { params, body }) => replyInTest(ctx, tx, params.testMessageId, body.text),
  }),
  endpoint({
    name: 'testOutcomes.create',
    path: '/test-mailbox/{testMessageId}/outcomes',
    summary: 'Let something become of a message',
    description:
      'In test mode it plays the servers on the way: a message arrives, is opened, comes back, is complained of.',
    permission: 'test.mailbox:reply',
    shape: 'message',
    status: 200,
    says: 'It is taken in within a second.',
    body: TestOutcomeBody,
    errors: answerErrors,
    example: { body: { outcome: 'bounced' } },
    command: async (ctx, tx, { params, body }) => happenInTest(ctx, tx, params.testMessageId, body.outcome),
  }),
  ...inboundRoutes,
];
