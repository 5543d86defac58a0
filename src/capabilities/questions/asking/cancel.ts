// Ends what the server works on for a session of a question, from outside: the session itself may take any limit away.
import pg, { type Client } from 'pg';
import type { Server } from '#platform/db/connection.ts';

/** Parts of the driver that it does not declare. */
interface Driven {
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly host: string;
  readonly port: number;
  readonly ssl: unknown;
  readonly connection: {
    readonly stream: { readonly bytesRead: number; destroy(): void };
    connect(port: number | string, host?: string): void;
    cancel(processID: number, secretKey: number): void;
    requestSsl(): void;
    on(event: string, heard: () => void): void;
  };
}

const driven = (client: Client): Driven => client as unknown as Driven;

/** The protocol asks for a connection of its own. A server that cannot be reached any more has nothing to end. */
export async function cancelWork(server: Server, client: Client): Promise<void> {
  const { processID, secretKey } = driven(client);
  if (processID === null || secretKey === null) return;
  const { host, port, ssl, connection } = driven(new pg.Client(server));
  await new Promise<void>((resolve) => {
    const cancel = () => connection.cancel(processID, secretKey);
    connection.on('connect', ssl ? () => connection.requestSsl() : cancel);
    connection.on('sslconnect', cancel);
    for (const end of ['end', 'error']) connection.on(end, resolve);
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
  connection.stream.destroy();
}

export const bytesReceived = (client: Client): number => driven(client).connection.stream.bytesRead;
export const breakOff = (client: Client): void => driven(client).connection.stream.destroy();
