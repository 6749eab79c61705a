import type { Role } from '../account';
import { addWithoutKey } from '../store/accounts';
import type { Store } from '../store/store';

const demoAccounts: readonly (readonly [loginName: string, role: Role])[] = [
  ['member', 'MEMBER'],
  ['admin', 'ADMIN'],
  ['master', 'MASTER'],
];

/**
 * Part of the sample data, so that a revoked account is not added again. They cannot be used until they get a
 * key.
 */
export async function addDemoAccounts(store: Store): Promise<void> {
  for (const [loginName, role] of demoAccounts) await addWithoutKey(store, loginName, role);
}
