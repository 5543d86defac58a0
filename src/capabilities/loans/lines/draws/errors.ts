import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from '../../core/loan/thing-states.ts';

export const drawErrors = errorKinds({
  NewDrawsNotAllowed: {
    status: 409,
    title: 'The line takes no new draws',
    remedy: 'data.reason says why: its status, that it is closed, or that newDrawsAllowed is false.',
  },
  DrawStatusForbids: statusForbids('draw'),
  DrawAlreadyActive: {
    status: 400,
    title: 'The draw has been activated already',
    remedy: 'Nothing is left to do: read the draw.',
  },
  DrawIsPaidOff: {
    status: 409,
    title: 'The draw is paid off',
    remedy: 'Send force: true to open it again all the same.',
  },
  DrawHasPurchases: {
    status: 409,
    title: 'The draw has active purchases',
    remedy: 'Cancel data.purchases first, or close the draw: it takes no further purchases then.',
  },
});
