import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { mailboxList, readMailbox } from './mailbox.ts';
import { TestMessage } from './schemas.ts';

export const sendingRoutes = (): Endpoint[] => [
  endpoint({
    name: 'testMailbox.list',
    method: 'GET',
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
    read: ({ reader, vault }, { query }) => readMailbox(reader, vault, query),
  }),
];
