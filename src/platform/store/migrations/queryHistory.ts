import type { Migration } from '../migration';

export const queryHistoryMigrations: readonly Migration[] = [
  {
    id: 'query-history-1',
    statements: [
      `CREATE TABLE query_history (
        account_guid VARCHAR NOT NULL,
        query VARCHAR NOT NULL,
        created_at TIMESTAMPTZ NOT NULL
      )`,
    ],
  },
  { id: 'query-history-2', statements: ['ALTER TABLE query_history ADD COLUMN source VARCHAR'] },
];
