// The account of a merchant: one, which whoever may change it replaces. Its number is opened for an order alone.

import {
  type Checked,
  checkAccountNumber,
  checkHolderName,
  checkRoutingNumber,
} from '#capabilities/instruments/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, mustHaveNone, type Problem, Refusal } from '#platform/errors.ts';
import { presenter } from '#platform/resource/columns.ts';
import type { OrderedAccount } from '../attempts/give-order.ts';
import { merchantAccountDeleted, merchantAccountUpdated } from './events.ts';
import { MerchantAccount, type MerchantAccountReplace } from './schemas.ts';
import { accountPart } from './sealed.ts';
import type { MerchantAccountRow } from './tables.ts';

interface Sealed {
  readonly accountNumber: string;
  readonly accountHolderName: string;
}

const rowOf = (reader: Reader, merchantId: string): Promise<MerchantAccountRow | undefined> =>
  reader.row(reader.db.selectFrom('merchant_accounts').selectAll().where('merchant_id', '=', merchantId));

const open = ({ vault }: { readonly vault: Vault }, { company_id, merchant_id, account_sealed }: MerchantAccountRow) =>
  JSON.parse(vault.companySealer(company_id).unseal(accountPart(merchant_id), account_sealed)) as Sealed;

const none = (merchantId: string): Refusal =>
  new Refusal(errors.NotFound, `The merchant ${merchantId} has no account.`, { data: { path: 'merchantId' } });

/** Errors: NotFound. */
export async function readAccount(
  work: { readonly vault: Vault },
  reader: Reader,
  merchantId: string,
): Promise<MerchantAccount> {
  const row = await rowOf(reader, merchantId);
  if (row === undefined) throw none(merchantId);
  return present(row, open(work, row).accountHolderName);
}

const presentAccount = presenter<typeof MerchantAccount, MerchantAccountRow>(MerchantAccount);

const present = (row: MerchantAccountRow, accountHolderName: string): MerchantAccount =>
  presentAccount(row, { accountNumberLastFour: row.last_four, accountHolderName });

interface AccountOfMerchant {
  readonly account: OrderedAccount;
  readonly changedAt: MerchantAccountRow['changed_at'];
  /** When a second person first let money go to it; null: nobody has. */
  readonly approvedAt: MerchantAccountRow['approved_at'];
}

/** For an order. Undefined: it has none. */
export async function merchantAccount(
  work: { readonly vault: Vault },
  reader: Reader,
  merchantId: string,
): Promise<AccountOfMerchant | undefined> {
  const row = await rowOf(reader, merchantId);
  if (row === undefined) return undefined;
  const { accountNumber, accountHolderName: holderName } = open(work, row);
  const { routing_number: routingNumber, account_type: accountType } = row;
  const account = {
    kind: 'bankAccount',
    routingNumber,
    accountNumber,
    accountType,
    holderName,
    holderType: 'business',
  };
  return { account: account as OrderedAccount, changedAt: row.changed_at, approvedAt: row.approved_at };
}

/** Somebody has looked to whom the money goes, and has let it. */
export const accountApproved = (tx: Tx, { now }: Pick<CommandContext, 'now'>, merchantId: string): void =>
  tx.write(
    tx.db
      .updateTable('merchant_accounts')
      .set({ approved_at: now })
      .where('merchant_id', '=', merchantId)
      .where('approved_at', 'is', null),
  );

/** Errors: InvalidRequest. */
export async function replaceAccount(
  ctx: CommandContext,
  tx: Tx,
  merchantId: string,
  body: MerchantAccountReplace,
): Promise<MerchantAccount> {
  const { accountType } = body;
  const { accountNumber, routingNumber, accountHolderName } = checkedNumbers(body);
  const before = await rowOf(tx, merchantId);
  const isSame =
    before !== undefined &&
    before.routing_number === routingNumber &&
    open(ctx, before).accountNumber === accountNumber;
  const company_id = tx.realm.companyId;
  const row: MerchantAccountRow = {
    company_id,
    merchant_id: merchantId,
    routing_number: routingNumber,
    last_four: accountNumber.slice(-4),
    account_type: accountType,
    account_sealed: ctx.vault
      .companySealer(company_id)
      .seal(accountPart(merchantId), JSON.stringify({ accountNumber, accountHolderName })),
    created_at: before?.created_at ?? ctx.now,
    // The first number is as new as another one: whoever takes the account away and sends one gains nothing.
    changed_at: isSame ? before.changed_at : ctx.now,
    approved_at: isSame ? before.approved_at : null,
  };
  const { company_id: _, merchant_id: __, created_at: ___, ...changes } = row;
  if (before === undefined) {
    const { company_id: ____, ...values } = row;
    tx.write(tx.db.insertInto('merchant_accounts').values(values as never));
  } else {
    tx.write(
      tx.db
        .updateTable('merchant_accounts')
        .set(changes as never)
        .where('merchant_id', '=', merchantId),
    );
  }
  ctx.emit(merchantAccountUpdated, company_id, { merchantId });
  return present(row, accountHolderName);
}

/** Errors: NotFound. */
export async function deleteAccount(ctx: CommandContext, tx: Tx, merchantId: string): Promise<void> {
  if ((await rowOf(tx, merchantId)) === undefined) throw none(merchantId);
  tx.write(tx.db.deleteFrom('merchant_accounts').where('merchant_id', '=', merchantId));
  ctx.emit(merchantAccountDeleted, tx.realm.companyId, { merchantId });
}

function checkedNumbers(body: MerchantAccountReplace) {
  const problems: Problem[] = [];
  const read = (path: keyof MerchantAccountReplace, checked: Checked<string>): string => {
    if ('value' in checked) return checked.value;
    problems.push({ path, message: checked.problem, expected: checked.expected });
    return '';
  };
  const found = {
    accountNumber: read('accountNumber', checkAccountNumber(body.accountNumber, { isExternal: false })),
    routingNumber: read('routingNumber', checkRoutingNumber(body.routingNumber)),
    accountHolderName: read('accountHolderName', checkHolderName(body.accountHolderName)),
  };
  mustHaveNone(problems);
  return found;
}
