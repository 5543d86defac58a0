import { testServer } from './server.ts';

/** What DATABASE_URL would be for a database of the test server. */
export function urlOfDatabase(database: string): string {
  const { user, password, host = '127.0.0.1', port } = testServer().owner;
  const where = host.startsWith('/')
    ? `/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `${host}:${port}/${database}`;
  return `postgres://${user}:${encodeURIComponent(String(password))}@${where}`;
}
