// Ends what the server works on for a session of a question, from outside: the session itself may take any limit away.
import type { Socket } from 'node:net';
import pg, { type Client } from 'pg';
import type { Server } from '#platform/db/connection.ts';

/** The driver has these too, and does not declare them. */
declare module 'pg' {
  interface Client {
    readonly processID: number | null;
    readonly secretKey: number | null;
  }

  interface Connection {
    connect(port: number | string, host?: string): void;
    cancel(processID: number, secretKey: number): void;
    requestSsl(): void;
  }
}

/** The protocol asks for a connection of its own. A server that cannot be reached any more has nothing to end. */
export async function cancelWork(server: Server, { processID, secretKey }: Client): Promise<void> {
  if (processID === null || secretKey === null) return;
  const { host, port, ssl, connection } = new pg.Client(server);
  await new Promise<void>((resolve) => {
    const cancel = () => connection.cancel(processID, secretKey);
    connection.on('connect', ssl ? () => connection.requestSsl() : cancel);
    connection.on('sslconnect', cancel);
    for (const end of ['end', 'error']) connection.on(end, () => resolve());
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
  connection.stream.destroy();
}

export const bytesReceived = ({ connection }: Client): number => (connection.stream as Socket).bytesRead;
export const breakOff = ({ connection }: Client): void => {
  connection.stream.destroy();
};
