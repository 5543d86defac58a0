// Loaded when tenor.mjs starts this process under an older Node; ends this process with that one. The channel between
// the two closes however the parent ends, also when it is killed and can send no signal.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel.unref();
await import('./run.mjs');
