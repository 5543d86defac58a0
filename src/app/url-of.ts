/** Where this machine reaches what listens on `host`: an address that means all of them is none to call. */
export function urlOf(host: string, port: number): string {
  const called = ({ '0.0.0.0': '127.0.0.1', '::': '::1' } as Readonly<Record<string, string>>)[host] ?? host;
  return `http://${called.includes(':') ? `[${called}]` : called}:${port}`;
}
