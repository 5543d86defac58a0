import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from '../../core/loan/thing-states.ts';

export const purchaseErrors = errorKinds({
  AmountExceedsCreditLimit: {
    status: 400,
    title: 'The amount is more than may still be spent',
    remedy: 'Send at most what data.expected says. With force, and the permission for it, the limit may be exceeded.',
  },
  SpendingNotAllowed: {
    status: 409,
    title: 'Nothing may be bought on this draw now',
    remedy: 'data.reason says why. What was authorized before may still be posted, and refunds are taken always.',
  },
  PurchaseStatusForbids: statusForbids('purchase'),
  PurchaseTypeForbids: {
    status: 400,
    title: 'Purchases of this type are not used in this way',
    remedy: 'Do instead what data.expected says.',
  },
  PurchaseReadOnly: {
    status: 409,
    title: 'The purchase is there for the record only',
    remedy:
      'It was made before the books of the line began, and what it left is in their first balances. Refund or dispute it; what is said of it may change.',
  },
  AuthorizationReplaced: {
    status: 409,
    title: 'The authorization was replaced already',
    remedy: 'data.replacedByPurchaseId is the purchase that replaced it. Change that one.',
  },
  AmountTakenBack: {
    status: 400,
    title: 'The purchase would be less than what was refunded or disputed of it',
    remedy: 'Send at least what data.expected says, or cancel its refunds and withdraw its disputes first.',
  },
  PurchasePaidOut: {
    status: 409,
    title: 'The service pays the purchase out',
    remedy:
      'Its status, amount and date follow from the money. data.disbursementId is the disbursement; it is canceled while nobody has heard of it.',
  },
  AmountExceedsPurchase: {
    status: 400,
    title: 'The amount is more than is left of the purchase',
    remedy: 'Refund or dispute at most what data.expected says: what was refunded or disputed before counts.',
  },
  DisputeStatusForbids: {
    status: 409,
    title: 'The dispute has ended',
    remedy: 'data.status says how. A dispute that was lost or withdrawn can be submitted again as a new one.',
  },
});
