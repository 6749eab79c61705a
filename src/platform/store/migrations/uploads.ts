import type { Migration } from '../migration';

export const uploadMigrations: readonly Migration[] = [
  {
    id: 'uploads-1',
    statements: [
      // The bytes are in a file named after the token; its length is the number of bytes received.
      `CREATE TABLE upload_stream (
        token VARCHAR NOT NULL,
        remote_addr VARCHAR NOT NULL,
        login_name VARCHAR NOT NULL,
        file_name VARCHAR NOT NULL,
        file_size BIGINT,
        metadata VARCHAR NOT NULL,
        created TIMESTAMPTZ NOT NULL
      )`,
    ],
  },
];
