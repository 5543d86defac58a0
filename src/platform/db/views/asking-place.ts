// Where questions in SQL are asked, and whether they can be.
import type { Server } from '#platform/db/connection.ts';
import type { MayAsk } from '#platform/db/prepare.ts';
import type { View } from './view.ts';

export interface AskingPlace {
  readonly may: MayAsk;
  readonly views: readonly View[];
  /** Where logins are made, with the account of DATABASE_URL. */
  readonly server: Server;
  /** Where questions are asked: the same, or a replica. */
  readonly reportingServer: Server;
}
