import { errorKinds } from '#platform/errors.ts';

export const monitorErrors = errorKinds({
  MonitorOff: {
    status: 409,
    title: 'The monitor is off',
    remedy: 'Turn it on first (PUT /monitors/{monitorId}): of one that is off nothing is asked and nothing is applied.',
  },
  TooManyMonitorRequests: {
    status: 429,
    title: 'The company has made as many files for registers as it may in a day',
    remedy: 'Wait as long as Retry-After says: data.perDay and data.bytesPerDay are what a day has room for.',
  },
  MonitorFileRepeated: {
    status: 409,
    title: 'The same file was brought before',
    remedy: 'Nothing: what it says is known. data.operationId is what has read it.',
  },
});
