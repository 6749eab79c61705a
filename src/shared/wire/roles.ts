/** What an account may do; each role includes the ones before it. */
export type Role = 'MEMBER' | 'ADMIN' | 'MASTER';
