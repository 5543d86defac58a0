// Where providers tell by themselves what became of orders.
import Type from 'typebox';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Named, StringEnum } from '#platform/input/schemas.ts';
import { noticeErrors } from './errors.ts';
import { keepNotice } from './keep-notice.ts';

const Taken = Named('PaymentNoticeTaken')({ taken: Type.Literal(true) });

export const noticeRoutes: Endpoint[] = [
  endpoint({
    name: 'paymentNotices.take',
    path: '/payment-notices/{companyId}/{carrierId}',
    summary: 'Take what a payment provider tells',
    description:
      'For bridges, not for clients. The body is one event as docs/payment-providers.md has it, signed over its bytes. It is kept and answered at once, and understood afterwards; the same eventId twice is nothing.',
    openTo: 'everybody',
    query: {
      mode: Type.Optional(StringEnum(['live', 'test'], { description: 'Which mode; live, if not given.' })),
    },
    answer: Taken,
    errors: [noticeErrors.NoticeNotGenuine, errors.BodyTooLarge],
    example: { answer: { taken: true } },
    async open(ctx, { params: { companyId, carrierId }, query: { mode = 'live' } }) {
      await keepNotice(ctx, { realm: { mode, companyId }, carrierId });
      return { taken: true as const };
    },
  }),
];
