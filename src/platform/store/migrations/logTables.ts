import type { Migration } from '../migration';

export const logTableMigrations: readonly Migration[] = [
  {
    id: 'log-tables-1',
    statements: [
      // Names are unique too, which the write transaction checks: an indexed column cannot be deleted and
      // inserted again within one transaction.
      `CREATE TABLE log_table (
        guid VARCHAR NOT NULL,
        name VARCHAR NOT NULL,
        layout VARCHAR NOT NULL,
        compression VARCHAR NOT NULL,
        retention INTEGER NOT NULL,
        crypto_profile_guid VARCHAR,
        group_guid VARCHAR,
        schema_code VARCHAR,
        next_id BIGINT NOT NULL,
        created TIMESTAMPTZ NOT NULL
      )`,
      // Files without a row in this table are removed at the next start.
      `CREATE TABLE segment (
        table_guid VARCHAR NOT NULL,
        file VARCHAR NOT NULL,
        row_count BIGINT NOT NULL,
        min_time TIMESTAMPTZ NOT NULL,
        max_time TIMESTAMPTZ NOT NULL,
        bytes BIGINT NOT NULL,
        index_bytes BIGINT NOT NULL,
        columns VARCHAR NOT NULL
      )`,
      `CREATE TABLE table_group (
        guid VARCHAR NOT NULL,
        name VARCHAR NOT NULL,
        description VARCHAR,
        parent_guid VARCHAR,
        created TIMESTAMPTZ NOT NULL,
        updated TIMESTAMPTZ NOT NULL
      )`,
      `CREATE TABLE table_share (
        table_guid VARCHAR NOT NULL,
        kind VARCHAR NOT NULL,
        guid VARCHAR NOT NULL,
        name VARCHAR NOT NULL
      )`,
    ],
  },
];
