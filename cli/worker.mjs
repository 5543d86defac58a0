// One of the processes of `tenor start`, which starts it.
import './compile-cache.mjs';

const { runWorker } = await import('../src/app/workers/run-worker.ts');
await runWorker(process.argv.slice(2));
