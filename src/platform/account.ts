import type { Role } from '../core/interface/roles';

export { type Role };

/** The roles in ascending order. */
export const roles = ['MEMBER', 'ADMIN', 'MASTER'] as const satisfies readonly Role[];

/** An account with an API key. */
export interface Account {
  readonly guid: string;
  readonly loginName: string;
  readonly role: Role;
  readonly companyGuid: string;
}

export function hasRole(account: Account, needed: Role): boolean {
  return roles.indexOf(account.role) >= roles.indexOf(needed);
}
