// A thread that verifies the loans it is sent, with its own database connection.
import { parentPort, workerData } from 'node:worker_threads';
import { givenKeys } from '#platform/crypto/key-source.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { makeLog } from '#platform/log.ts';
import { openService } from './service.ts';
import { verifyWork, type Work, type WorkerData } from './verify-realms.ts';

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
