import { errorKinds } from '#platform/errors.ts';

export const achFileErrors = errorKinds({
  AchFileState: {
    status: 409,
    title: 'The state of the ACH file does not allow this',
    remedy: 'Read the file again. Only what has not left can be released or voided.',
  },
  AchFileNotReady: {
    status: 409,
    title: 'The payments of the ACH file are not all pending yet',
    remedy: 'Try again in a moment: the file was closed just now.',
  },
});
