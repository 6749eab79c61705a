import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { roles } from '../account';
import type { Account, Role } from '../account';
import { parseRows } from './sqlValue';
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

interface KeyedAccount {
  readonly account: Account;
  readonly keyHash: Buffer;
}

/** The accounts, cached in memory because every request looks one up. */
export class Accounts {
  #all: readonly Account[] = [];
  /** By the first bytes of the key's hash, which do not reveal the key. */
  readonly #byHashPrefix = new Map<string, KeyedAccount>();

  private constructor(private readonly database: Store) {}

  static async load(database: Store): Promise<Accounts> {
    const accounts = new Accounts(database);
    await accounts.#reload();
    return accounts;
  }

  /** The accounts that can be used. */
  withKeys(): readonly Account[] {
    return [...this.#byHashPrefix.values()].map(({ account }) => account);
  }

  findByKey(apiKey: string): Account | undefined {
    const hash = hashKey(apiKey);
    const found = this.#byHashPrefix.get(hashPrefix(hash));
    return found && timingSafeEqual(found.keyHash, hash) ? found.account : undefined;
  }

  findByLoginName(loginName: string): Account | undefined {
    return this.#all.find((account) => account.loginName === loginName);
  }

  /** Creates the account, or updates its role and key; writes nothing if they are unchanged. */
  async put(
    loginName: string,
    role: Role,
    apiKey: string,
    onCommit: InTransaction<AccountChange> = () => undefined,
  ): Promise<void> {
    const known = this.findByKey(apiKey);
    if (known?.loginName === loginName && known.role === role) return;
    const keyHash = hashKey(apiKey).toString('hex');
    const change: AccountChange = this.findByLoginName(loginName) ? 'update' : 'create';
    await this.database.write(async (transaction) => {
      await (change === 'update'
        ? transaction.run('UPDATE account SET role = ?, key_hash = ? WHERE login_name = ?', [
            role,
            keyHash,
            loginName,
          ])
        : transaction.run(insertAccount, [randomUUID(), loginName, role, keyHash, localCompanyGuid]));
      await onCommit(transaction, change);
    });
    await this.#reload();
  }

  /** Deletes the account and its key, and returns whether it existed. Its objects are not changed. */
  async revoke(loginName: string, onCommit: InTransaction): Promise<boolean> {
    if (!this.findByLoginName(loginName)) return false;
    await this.database.write(async (transaction) => {
      await transaction.run('DELETE FROM account WHERE login_name = ?', [loginName]);
      await onCommit(transaction);
    });
    await this.#reload();
    return true;
  }

  async #reload(): Promise<void> {
    const rows = parseRows(accountRow, await this.database.read('SELECT * FROM account'));
    const all = rows.map(({ keyHash, ...account }) => ({ account, keyHash }));
    this.#all = all.map(({ account }) => account);
    this.#byHashPrefix.clear();
    for (const { account, keyHash: text } of all.filter(({ keyHash }) => !keyHash.startsWith(keyless))) {
      const keyHash = Buffer.from(text, 'hex');
      this.#byHashPrefix.set(hashPrefix(keyHash), { keyHash, account });
    }
  }
}

/** Adds an account that owns objects and cannot be used until it gets a key. */
export async function addWithoutKey(store: Store, loginName: string, role: Role): Promise<void> {
  const guid = randomUUID();
  await store.write((transaction) =>
    transaction.run(insertAccount + ' ON CONFLICT DO NOTHING', [
      guid,
      loginName,
      role,
      `${keyless}${guid}`,
      localCompanyGuid,
    ]),
  );
}

const insertAccount = 'INSERT INTO account VALUES (?, ?, ?, ?, ?, now())';

/** Replaces the hash, with a unique suffix. */
const keyless = 'none:';

const prefixBytes = 8;

/** Keys are long and random, so one round of a fast hash is as safe as a slow one. */
function hashKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

function hashPrefix(hash: Buffer): string {
  return hash.subarray(0, prefixBytes).toString('hex');
}
