// Started by tenor.mjs under an older Node, and ends with it. The channel between the two closes however that one ends,
// also when it is killed and can tell nobody.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel.unref();
await import('./run.mjs');
