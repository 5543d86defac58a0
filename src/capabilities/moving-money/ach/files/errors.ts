import { errorKinds } from '#platform/errors.ts';

export const achFileErrors = errorKinds({
  AchFileState: {
    status: 409,
    title: 'The state of the ACH file does not allow this',
    remedy: 'Read the file again. Only what has not left can be released or voided.',
  },
  AchFileSettled: {
    status: 409,
    title: 'Entries of the ACH file have settled by the calendar, or came back',
    remedy:
      'It can no longer be taken apart as a whole: the statement of the bank shows what it has not done, as breaks.',
  },
  AchRejectionNotAsked: {
    status: 409,
    title: 'Nobody has said that the bank refuses this ACH file',
    remedy: 'One person says so by `POST …/reject`, with what the bank says; another one confirms it.',
  },
  AchFileNotReady: {
    status: 409,
    title: 'The payments of the ACH file are not all pending yet',
    remedy: 'Try again in a moment: the file was closed just now.',
  },
});
