import { errorKinds } from '#platform/errors.ts';

export const monitorErrors = errorKinds({
  MonitorFileRepeated: {
    status: 409,
    title: 'The same file was brought before',
    remedy: 'Nothing: what it says is known. data.operationId is what has read it.',
  },
});
