import { errorKinds } from '#platform/errors.ts';

export const breakErrors = errorKinds({
  BreakStatusForbids: {
    status: 409,
    title: 'The break is in a state that does not allow this',
    remedy: 'Read the break again: data.status says in which state it is, and its history how it came there.',
  },
  BreakNotOfThatKind: {
    status: 409,
    title: 'This break cannot be resolved in this way',
    remedy:
      'data.expected says which breaks can. Every break can be written off, and of every break somebody can be asked.',
  },
  BreakHasChanged: {
    status: 409,
    title: 'What this break is about has changed',
    remedy: 'Reject what was proposed, read the break again, and propose anew: nothing was booked.',
  },
});
