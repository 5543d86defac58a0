// Where others tell what became of messages, and where people unsubscribe.
import Type from 'typebox';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Named, StringEnum } from '#platform/input/schemas.ts';
import { sendingErrors } from '../errors.ts';
import { languages } from '../providers/provider.ts';
import { openUnsubscribing, unsubscribe } from '../unsubscribe/page.ts';
import { mustBeSigned, takeEmailNotice, takeMessageNotices } from './notices.ts';
import { EmailNotice, MessageNotices } from './schemas.ts';

const Taken = Named('MessageNoticeTaken')({ taken: Type.Literal(true) });
const taken = { taken: true as const };

const lang = { lang: Type.Optional(StringEnum(languages, { description: 'As the browser prefers it if not given.' })) };

const signed =
  'For the programs of the operator, not for clients. It is signed as Standard Webhooks does, with MESSAGES_WEBHOOK_SECRET; kept and answered at once, and acted on within a second.';

export const inboundRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'messageNotices.take',
    path: '/communicator/inbound/messages',
    summary: 'Take what became of texts and calls, and answers to them',
    description: `${signed} STOP, START and HELP are understood in English and Spanish.`,
    openTo: 'everybody',
    shape: 'bare',
    body: MessageNotices,
    answer: Taken,
    errors: [sendingErrors.NoticeNotSigned],
    example: {
      body: { notices: [{ id: 'n-71', type: 'reply', from: '+13175551212', text: 'STOP' }] },
      answer: taken,
    },
    async open(ctx, { body }) {
      mustBeSigned(ctx);
      await takeMessageNotices(ctx, body.notices);
      return taken;
    },
  }),
  endpoint({
    name: 'emailNotices.take',
    path: '/communicator/inbound/email',
    summary: 'Take what became of an email, or an answer to it',
    description: `${signed} Either the whole email that came, or what your provider says of it. What names no message of ours is passed over.`,
    openTo: 'everybody',
    shape: 'bare',
    body: EmailNotice,
    answer: Taken,
    errors: [sendingErrors.NoticeNotSigned],
    example: {
      body: { id: 'evt-31', type: 'bounced', reference: 'b+…@bounces.example.com', status: '5.1.1' },
      answer: taken,
    },
    async open(ctx, { body }) {
      mustBeSigned(ctx);
      await takeEmailNotice(ctx, body);
      return taken;
    },
  }),
  endpoint({
    name: 'unsubscribing.page',
    method: 'GET',
    path: '/unsubscribe/{unsubscribeToken}',
    summary: 'Open the page by which somebody unsubscribes',
    description:
      'For whoever got an email that is not transactional: the link stands at its end. Nothing is changed yet.',
    openTo: 'everybody',
    shape: 'page',
    contentType: 'text/html',
    query: lang,
    answer: Type.String(),
    errors: [errors.NotFound],
    example: { answer: '<!doctype html>…' },
    open: (ctx, { params, query }) => openUnsubscribing(ctx, params.unsubscribeToken, query.lang),
  }),
  endpoint({
    name: 'unsubscribing.confirm',
    path: '/unsubscribe/{unsubscribeToken}',
    summary: 'Unsubscribe',
    description: 'By the button of the page, or in one click by a mail program (RFC 8058). Twice is once.',
    openTo: 'everybody',
    shape: 'page',
    contentType: 'text/html',
    query: lang,
    answer: Type.String(),
    errors: [errors.NotFound],
    example: { answer: '<!doctype html>…' },
    open: (ctx, { params, query }) => unsubscribe(ctx, params.unsubscribeToken, query.lang),
  }),
];
