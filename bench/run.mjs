// npm run bench [figure…] [--quick] [--profile]: the figures of bench/README.md, measured against the real service.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(`The bench needs Node.js 24; this is ${process.versions.node}. Call it as "npm run bench".`);
  process.exitCode = 1;
} else {
  const { main } = await import('./main.ts');
  process.exitCode = await main(process.argv.slice(2));
}
