import type { Migration } from '../migration';

export const auditLogMigrations: readonly Migration[] = [
  {
    id: 'audit-log-1',
    statements: [
      // Deliberately without an index: entries are only appended and scanned, and an index would slow both
      // down. `content` contains all texts of the entry in lower case, so that a search reads one column.
      `CREATE TABLE audit_log (
        id INTEGER NOT NULL,
        created TIMESTAMPTZ NOT NULL,
        company_guid VARCHAR NOT NULL,
        user_guid VARCHAR,
        user_name VARCHAR NOT NULL,
        remote_ip VARCHAR NOT NULL,
        operation VARCHAR NOT NULL,
        module VARCHAR NOT NULL,
        method VARCHAR NOT NULL,
        params VARCHAR,
        msg_params VARCHAR,
        error VARCHAR,
        content VARCHAR NOT NULL
      )`,
    ],
  },
];
