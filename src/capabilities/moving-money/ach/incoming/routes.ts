// The endpoints of files that banks send. Whoever brings one moves money on the books of borrowers, so it needs a
// permission that no default role but the owner has.
import { ownCompany } from '#capabilities/access/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { achReadingErrors } from './errors.ts';
import * as example from './examples.ts';
import { receiveFile } from './receive-file.ts';
import { AchReading, AchReadingReceive, AchReadingReceived } from './schemas.ts';
import { listReadings, readingList, readReading } from './show-reading.ts';

const all = '/companies/{companyId}/ach-readings';

const achReadingEndpoint = below({ path: all, permission: 'ach.reading', subject: ownCompany, answer: AchReading });

export const achReadingRoutes: Endpoint[] = [
  achReadingEndpoint({
    name: 'achReadings.list',
    summary: 'List files that banks have sent',
    description: 'Returns and notifications of change, and how far each was read. The newest is first.',
    shape: 'list',
    query: readingList.query,
    list: readingList,
    example: { answer: example.reading },
    read: ({ reader }, { query }) => listReadings(reader, query),
  }),
  achReadingEndpoint({
    name: 'achReadings.receive',
    summary: 'Bring a file that a bank has sent',
    description:
      'For a person, or a program, that has the file: returns, returns of returns, notifications of change. It is kept as it came and read at once afterwards; the same bytes twice are known. A file that is malformed, or goes to another company, is refused whole with line and column, which reading it again shows. In live mode a file that gives money back, or moves accounts, waits until a second person has confirmed it; a hundred can be brought in a day. docs/bank-files.md says what is taken.',
    permission: 'ach.reading:create',
    body: AchReadingReceive,
    answer: AchReadingReceived,
    errors: [achReadingErrors.TooManyAchReadings],
    example: { body: example.received },
    command: (ctx, tx, { body }) => receiveFile(ctx, tx, body),
  }),
  achReadingEndpoint({
    name: 'achReadings.read',
    path: '/{achReadingId}',
    summary: 'Read how far a file of a bank was read',
    read: ({ reader }, { params }) => readReading(reader, params.achReadingId),
  }),
];
