// Runs command lines one after the other in one process, for a test of many: starting one takes longer than most of what
// it does. Reads the words of each as a line of JSON and answers with a line.
import { createInterface } from 'node:readline';
import { main } from '#app/cli.ts';

const answer = process.stdout.write.bind(process.stdout);
process.stdout.setMaxListeners(0);

for await (const line of createInterface({ input: process.stdin })) {
  const [out, err]: [string[], string[]] = [[], []];
  process.stdout.write = (text) => out.push(String(text)) > 0;
  process.stderr.write = (text) => err.push(String(text)) > 0;
  const code = await main(JSON.parse(line));
  answer(`${JSON.stringify({ code, out: out.join(''), err: err.join('') })}\n`);
}
