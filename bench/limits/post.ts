// The limit of delivering webhooks: undici sends the posts of the service again, without anything else.
import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import type { Post } from '../webhooks/start-receiver.ts';

const atOnce = 16;
const agent = new Agent({ connections: atOnce, pipelining: 1 });
const { url, file } = JSON.parse(process.env.BENCH_POSTS as string) as { url: string; file: string };
const { origin, pathname: path } = new URL(url);
const posts: Post[] = JSON.parse(readFileSync(file, 'utf8'));

async function postAll(): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let post = posts[next++]; post !== undefined; post = posts[next++]) {
      const { statusCode, body } = await agent.request({ origin, path, method: 'POST', ...post });
      await body.dump();
      if (statusCode !== 204) throw new Error(`The receiver answered ${statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

process.on('message', () => void postAll().then(() => process.send?.({ posted: posts.length })));
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });
