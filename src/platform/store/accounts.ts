import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { roles } from '../account';
import type { Account, Role } from '../account';
import { appendRows, parseRows } from './sqlValue';
import type { InTransaction, Store } from './store';

/** The only company of a local platform, which the interface requires in entries and accounts. */
export const localCompanyGuid = '00000000-0000-4000-8000-000000000001';

const accountRow = z.object({
  guid: z.string(),
  loginName: z.string(),
  role: z.enum(roles),
  keyHash: z.string(),
  companyGuid: z.string(),
});

type AccountChange = 'create' | 'update';

interface StoredAccount {
  readonly account: Account;
  /** Undefined if the account has no key. */
  readonly keyHash: Buffer | undefined;
}

/** The accounts, cached in memory because every request looks one up. */
export class Accounts {
  private constructor(
    private readonly database: Store,
    private all: readonly StoredAccount[],
  ) {}

  static async load(database: Store): Promise<Accounts> {
    const rows = parseRows(accountRow, await database.read('SELECT * FROM account'));
    const all = rows.map(({ keyHash, ...account }) => ({
      account,
      keyHash: keyHash.startsWith(keyless) ? undefined : Buffer.from(keyHash, 'hex'),
    }));
    return new Accounts(database, all);
  }

  /** The accounts that can be used. */
  withKeys(): readonly Account[] {
    return this.all.flatMap(({ account, keyHash }) => (keyHash ? [account] : []));
  }

  findByKey(apiKey: string): Account | undefined {
    const hash = hashKey(apiKey);
    return this.all.find(({ keyHash }) => keyHash && timingSafeEqual(keyHash, hash))?.account;
  }

  findByLoginName(loginName: string): Account | undefined {
    return this.all.find(({ account }) => account.loginName === loginName)?.account;
  }

  /** Creates the account, or updates its role and key; writes nothing if they are unchanged. */
  async put(
    loginName: string,
    role: Role,
    apiKey: string,
    onCommit: InTransaction<AccountChange> = () => undefined,
  ): Promise<void> {
    const holder = this.findByKey(apiKey);
    if (holder?.loginName === loginName && holder.role === role) return;
    const present = this.findByLoginName(loginName);
    const { guid, companyGuid } = present ?? { guid: randomUUID(), companyGuid: localCompanyGuid };
    const keyHash = hashKey(apiKey);
    const text = keyHash.toString('hex');
    await this.database.write(async (transaction) => {
      await (present
        ? transaction.run('UPDATE account SET role = ?, key_hash = ? WHERE guid = ?', [role, text, guid])
        : appendRows(transaction.connection, 'account', [
            [guid, loginName, role, text, companyGuid, new Date()],
          ]));
      await onCommit(transaction, present ? 'update' : 'create');
    });
    const account = { guid, loginName, role, companyGuid };
    this.all = [...this.#without(loginName), { account, keyHash }];
  }

  /** Deletes the account and its key, and returns whether it existed. Its objects are not changed. */
  async revoke(loginName: string, onCommit: InTransaction): Promise<boolean> {
    if (!this.findByLoginName(loginName)) return false;
    await this.database.write(async (transaction) => {
      await transaction.run('DELETE FROM account WHERE login_name = ?', [loginName]);
      await onCommit(transaction);
    });
    this.all = this.#without(loginName);
    return true;
  }

  #without(loginName: string): readonly StoredAccount[] {
    return this.all.filter(({ account }) => account.loginName !== loginName);
  }
}

/** Adds an account that owns objects and cannot be used until it gets a key. */
export async function addWithoutKey(store: Store, loginName: string, role: Role): Promise<void> {
  const guid = randomUUID();
  await store.write((transaction) =>
    transaction.run('INSERT INTO account VALUES (?, ?, ?, ?, ?, now()) ON CONFLICT DO NOTHING', [
      guid,
      loginName,
      role,
      `${keyless}${guid}`,
      localCompanyGuid,
    ]),
  );
}

/** Replaces the hash, with a unique suffix. */
const keyless = 'none:';

/** Keys are long and random, so one round of a fast hash is as safe as a slow one. */
function hashKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}
