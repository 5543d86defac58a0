// A thread that verifies the loans it is sent, with its own database connection.
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { givenKeys } from '#platform/crypto/key-source.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { makeLog } from '#platform/log.ts';
import { openService } from './service.ts';
import { verifyWork, type Work, type WorkerData } from './verify-realms.ts';

// A service on the same machine gets the processor first. On Linux this is the priority of the thread alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { server, encryptionKeys, config } = workerData as WorkerData;
const service = await openService({
  config,
  server,
  encryptionKey: givenKeys(encryptionKeys.map((key) => keyring(Buffer.from(key)))),
  log: makeLog('silent'),
});

parentPort?.on('message', (work: Work) => {
  verifyWork(service, work).then(
    (done) => parentPort?.postMessage(done),
    // An error that nobody catches ends the thread, and the parent is informed of it.
    (error) => setImmediate(() => Promise.reject(error)),
  );
});
