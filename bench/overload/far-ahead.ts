// A program that asks on eight connections, without a pause, for what its parent names: one company's worst.
const url = process.env.ATTACKED_URL as string;
const key = process.env.ATTACKER_KEY as string;
const paths = JSON.parse(process.env.ATTACK_PATHS as string) as readonly string[];

const connections = 8;

async function ask(first: number): Promise<never> {
  for (let i = first; ; i++) {
    const path = paths[i % paths.length] as string;
    await fetch(`${url}/api${path}`, { headers: { 'x-api-key': key } })
      .then((answer) => answer.arrayBuffer())
      .catch(() => {});
  }
}

for (let i = 0; i < connections; i++) void ask(i);
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
