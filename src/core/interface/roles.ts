/** The role of an account; each role includes the previous ones. */
export type Role = 'MEMBER' | 'ADMIN' | 'MASTER';
