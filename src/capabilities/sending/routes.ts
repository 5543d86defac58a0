import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { mailboxList, readMailbox } from './mailbox.ts';
import { TestMessage } from './schemas.ts';

export const sendingRoutes = (): Endpoint[] => [
  endpoint({
    name: 'testMailbox.list',
    path: '/test-mailbox',
    summary: 'List what would have been sent',
    description:
      'In test mode nothing is sent: messages are kept here for seven days, the newest first. With a live key it is refused.',
    permission: 'test.mailbox:list',
    shape: 'list',
    query: mailboxList.query,
    list: mailboxList,
    answer: TestMessage,
    errors: [errors.TestModeOnly],
    example: {
      answer: {
        id: 'MG-7KQ2-M9XA',
        object: 'message',
        channel: 'email',
        to: 'ada@example.com',
        subject: 'Your code',
        text: 'Your code is 481516. It ends in ten minutes.',
        purpose: 'oneTimeCode',
        userId: 'UR-2W8D-K4TN',
        personId: null,
        createdAt: '2026-03-02T14:05:09.120344+00:00',
      },
    },
    read: ({ reader, vault }, { query }) => readMailbox(reader, vault, query),
  }),
];
