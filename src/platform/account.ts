/** Who may do what, from the least to the most. */
export const roles = ['MEMBER', 'ADMIN', 'MASTER'] as const;

export type Role = (typeof roles)[number];

/** Somebody with a key. */
export interface Account {
  readonly guid: string;
  readonly loginName: string;
  readonly role: Role;
  readonly companyGuid: string;
}

export function hasRole(account: Account, needed: Role): boolean {
  return roles.indexOf(account.role) >= roles.indexOf(needed);
}
