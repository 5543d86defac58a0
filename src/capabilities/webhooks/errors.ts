import { errorKinds } from '#platform/errors.ts';

export const webhookErrors = errorKinds({
  TooManyWebhooks: {
    status: 409,
    title: 'The company has as many webhook subscriptions as it may have',
    remedy: 'Delete one that is not needed, or let one receiver take several event types.',
  },
  WebhookNotSupported: {
    status: 400,
    title: 'This kind of webhook is not offered',
    remedy: 'Use webhookType direct, which posts events to a URL of yours.',
  },
  DeliveryErased: {
    status: 409,
    title: 'The body of the delivery is gone',
    remedy: 'The person it was about was erased. It cannot be sent again.',
  },
});
