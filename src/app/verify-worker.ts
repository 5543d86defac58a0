// A thread that verifies the loans it is sent, with its own connections, which can write nothing.
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openReading } from './reading.ts';
import { verifying, verifyWork, type Work, type WorkerData } from './verify-realms.ts';

// A service on the same machine gets the processor first. On Linux this is the priority of the thread alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { database } = await openReading((workerData as WorkerData).server, { lockWaitMs: 2_000 }, verifying);

parentPort?.on('message', (work: Work) => {
  verifyWork({ database }, work).then(
    (done) => parentPort?.postMessage(done),
    // An error that nobody catches ends the thread, and the parent is informed of it.
    (error) => setImmediate(() => Promise.reject(error)),
  );
});
