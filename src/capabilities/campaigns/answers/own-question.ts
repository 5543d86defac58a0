// Asks a question of ours: in the service, by a login that sees the company alone.
import { askQuestion, findQuestion } from '#capabilities/questions/index.ts';
import { RightsLost } from '#platform/command/rights.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { type Asked, notAnswered, type TakePart } from './answer.ts';

interface Asking {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly realm: Realm;
  /** The permissions of the user or key that is responsible for the run. */
  readonly rights: ReadonlySet<string> | undefined;
  readonly signal?: AbortSignal | undefined;
  isServing?(): Promise<boolean>;
  rest?(workedMs: number): Promise<void>;
}

/** Errors: CampaignNotAnswered. */
export async function askOwn(
  { realm, rights, signal, ...tools }: Asking,
  queryId: string,
  take: TakePart,
): Promise<Asked> {
  if ((await findQuestion(tools.database.reader(realm), queryId)) === undefined)
    throw notAnswered(`There is no query ${queryId}.`);
  const question = { queryId, rights, ...(signal && { signal }) };
  const asked = { isPersonal: false };
  try {
    for await (const { rows, columns, isPersonal } of askQuestion(tools, realm, question)) {
      asked.isPersonal = isPersonal;
      await take(rows, columns);
    }
    return asked;
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof RightsLost) throw error;
    throw notAnswered(`The query ${queryId} was not answered: ${error.message}`, error);
  }
}
