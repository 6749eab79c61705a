import type { Migration } from '../migration';

export const scheduledQueryMigrations: readonly Migration[] = [
  {
    id: 'scheduled-queries-1',
    statements: [
      // The write transaction checks that guid and name are unique: with an ART index, an update of an
      // indexed column becomes delete and insert, which DuckDB rejects within one transaction.
      `CREATE TABLE scheduled_query (
        guid VARCHAR NOT NULL,
        name VARCHAR NOT NULL,
        description VARCHAR,
        enabled BOOLEAN NOT NULL,
        query VARCHAR NOT NULL,
        trigger_type VARCHAR NOT NULL,
        cron_schedule VARCHAR,
        preceding_guid VARCHAR,
        preceding_action VARCHAR,
        node_types VARCHAR[],
        output_parameter BOOLEAN NOT NULL,
        owner VARCHAR NOT NULL,
        running_state VARCHAR,
        result_state VARCHAR,
        elapsed_time BIGINT,
        last_run_time TIMESTAMPTZ,
        last_failure_time TIMESTAMPTZ,
        last_failure_reason VARCHAR,
        created TIMESTAMPTZ NOT NULL,
        updated TIMESTAMPTZ NOT NULL
      )`,
    ],
  },
  {
    id: 'scheduled-queries-2',
    // Runs that are due because the preceding one has ended, with its output values as a JSON object.
    statements: ['CREATE TABLE pending_run (guid VARCHAR NOT NULL, constants VARCHAR NOT NULL)'],
  },
];
