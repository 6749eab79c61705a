import { randomBytes } from 'node:crypto';
import type { Role } from '../account';
import type { Accounts } from '../store/accounts';

const demoAccounts: readonly (readonly [loginName: string, role: Role])[] = [
  ['member', 'MEMBER'],
  ['admin', 'ADMIN'],
  ['master', 'MASTER'],
];

/** Accounts that are there stand, with their keys; those added are nobody's until somebody sets a key. */
export async function addDemoAccounts(accounts: Accounts): Promise<void> {
  for (const [loginName, role] of demoAccounts) {
    if (accounts.findByLoginName(loginName)) continue;
    await accounts.put(loginName, role, randomBytes(32).toString('base64url'));
  }
}
