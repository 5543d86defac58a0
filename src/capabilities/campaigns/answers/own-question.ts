// Asks a question of ours: in the service, by a login that sees the company alone.
import { askQuestion, findQuestion } from '#capabilities/questions/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { notAnswered, type TakePart } from './answer.ts';

interface Asking {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly realm: Realm;
  /** The permissions of the user or key that is responsible for the run. */
  readonly rights: ReadonlySet<string> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Errors: CampaignNotAnswered. */
export async function askOwn(
  { database, vault, realm, rights, signal }: Asking,
  queryId: string,
  take: TakePart,
): Promise<void> {
  if ((await findQuestion(database.reader(realm), queryId)) === undefined)
    throw notAnswered(`There is no query ${queryId}.`);
  const asked = { queryId, rights, ...(signal && { signal }) };
  try {
    for await (const { rows, columns } of askQuestion({ database, vault }, realm, asked)) await take(rows, columns);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw notAnswered(`The query ${queryId} was not answered: ${error.message}`, error);
  }
}
