import { errorKinds } from '#platform/errors.ts';

export const approvalErrors = errorKinds({
  ApprovalDecided: {
    status: 409,
    title: 'This order has been decided already',
    remedy: 'data.status says how. An order that was not approved in time, or was rejected, is given anew.',
  },
  SecondPersonNeeded: {
    status: 403,
    title: 'Somebody else must approve this order',
    remedy:
      'data.reason says why you may not: you ordered it, one of you made the other or set how the other signs in or what they may do (over any number of users and keys between), you or somebody so joined with you changed the payment instrument or a contact of the borrower within ten days, or, of a break, sent its statement or made its payment; of an order of the service, recorded its credit or made its account; or it is not known who offered a settlement. Ask a colleague with whom you have nothing to do.',
  },
  OrdererLostRight: {
    status: 409,
    title: 'Whoever gave this order may not give it any more',
    remedy: 'Reject it. Somebody who has the permission that data.permission names can give the order anew.',
  },
  PaymentsStopped: {
    status: 409,
    title: 'All payments of the company are stopped',
    remedy: 'Approve it once the operator has let payments go on: nothing goes out meanwhile.',
  },
});
