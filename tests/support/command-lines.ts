// Runs command lines one after the other in one process, for a test of many: starting one takes longer than most of what
// it does. Reads each as a line of JSON with its words and its environment, and answers with a line.
import { createInterface } from 'node:readline';
import { main } from '#app/cli.ts';

const answer = process.stdout.write.bind(process.stdout);
process.stdout.setMaxListeners(0);

for await (const line of createInterface({ input: process.stdin })) {
  const { words, environment } = JSON.parse(line);
  const [out, err]: [string[], string[]] = [[], []];
  process.stdout.write = (text) => out.push(String(text)) > 0;
  process.stderr.write = (text) => err.push(String(text)) > 0;
  process.env = environment;
  const code = await main(words);
  answer(`${JSON.stringify({ code, out: out.join(''), err: err.join('') })}\n`);
}
