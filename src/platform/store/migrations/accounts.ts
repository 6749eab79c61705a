import type { Migration } from '../migration';

export const accountMigrations: readonly Migration[] = [
  {
    id: 'accounts-1',
    statements: [
      `CREATE TABLE account (
        guid VARCHAR PRIMARY KEY,
        login_name VARCHAR NOT NULL UNIQUE,
        role VARCHAR NOT NULL,
        key_hash VARCHAR NOT NULL UNIQUE,
        company_guid VARCHAR NOT NULL,
        created TIMESTAMPTZ NOT NULL
      )`,
    ],
  },
];
