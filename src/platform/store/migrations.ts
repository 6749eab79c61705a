import * as z from 'zod/mini';
import { t } from '../../core/base/localize';
import { appendRows } from './sqlValue';
import type { Store } from './store';

const appliedRow = z.object({ id: z.string() });

/**
 * Migrates the store to this release in one transaction. Writes nothing to a store of this release, so that it can be
 * opened on a full disk.
 */
export async function migrate(database: Store, dataFolder = ''): Promise<void> {
  const tables = await database.read(`SELECT 1 FROM duckdb_tables() WHERE table_name = 'migration'`);
  const rows = tables.length > 0 ? await database.read('SELECT id FROM migration') : [];
  const applied = new Set(rows.map((row) => appliedRow.parse(row).id));
  if (![...applied].every((id) => Object.hasOwn(migrations, id))) {
    throw new Error(
      t(
        'The data folder {0} was written by a newer version of the platform. Update this one, or use another data folder.',
        dataFolder,
      ),
    );
  }
  const missing = Object.entries(migrations).filter(([id]) => !applied.has(id));
  if (missing.length === 0) return;
  await database.write(async (transaction) => {
    // All statements at once: a single statement costs more in transfer than in execution.
    const create = 'CREATE TABLE IF NOT EXISTS migration (id VARCHAR PRIMARY KEY, applied TIMESTAMPTZ)';
    await transaction.run([create, ...missing.flatMap(([, statements]) => statements)].join(';\n'));
    const now = new Date();
    await appendRows(
      transaction.connection,
      'migration',
      missing.map(([id]) => [id, now]),
    );
  });
}

/**
 * The steps of the schema by the release that added them, in the order in which they are applied to an empty store.
 * After its release, a step is never edited: add another one instead.
 */
const migrations: Readonly<Record<string, readonly string[]>> = {
  '0.1.0': [
    `CREATE TABLE account (
      guid VARCHAR PRIMARY KEY,
      login_name VARCHAR NOT NULL UNIQUE,
      role VARCHAR NOT NULL,
      key_hash VARCHAR NOT NULL UNIQUE,
      company_guid VARCHAR NOT NULL,
      created TIMESTAMPTZ NOT NULL
    )`,
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
      updated TIMESTAMPTZ NOT NULL,
      last_due TIMESTAMPTZ,
      -- What was due until then has run, was skipped or was discarded.
      handled_until TIMESTAMPTZ
    )`,
    // Runs that are due because the preceding one has ended, with its output values as a JSON object.
    `CREATE TABLE pending_run (
      guid VARCHAR NOT NULL,
      constants VARCHAR NOT NULL,
      due TIMESTAMPTZ
    )`,
    `CREATE TABLE scheduled_run (
      guid VARCHAR NOT NULL,
      due TIMESTAMPTZ NOT NULL,
      started TIMESTAMPTZ NOT NULL,
      finished TIMESTAMPTZ NOT NULL,
      elapsed_time BIGINT NOT NULL,
      row_count BIGINT NOT NULL,
      result_state VARCHAR NOT NULL,
      failure VARCHAR
    )`,
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
    // Objects that rules and tables refer to, such as datasets, schemas, ticket repositories and loggers.
    `CREATE TABLE reference_object (
      kind VARCHAR NOT NULL,
      guid VARCHAR NOT NULL,
      name VARCHAR NOT NULL,
      table_name VARCHAR
    )`,
    // The configuration is one JSON document, so that unknown fields are preserved.
    `CREATE TABLE detection_rule (
      kind VARCHAR NOT NULL,
      guid VARCHAR NOT NULL,
      name VARCHAR NOT NULL,
      enabled BOOLEAN NOT NULL,
      configuration VARCHAR NOT NULL,
      user_name VARCHAR NOT NULL,
      created TIMESTAMPTZ NOT NULL,
      updated TIMESTAMPTZ NOT NULL
    )`,
    `CREATE TABLE rule_version (
      rule_guid VARCHAR NOT NULL,
      version INTEGER NOT NULL,
      created TIMESTAMPTZ NOT NULL,
      user_name VARCHAR NOT NULL,
      description VARCHAR,
      configuration VARCHAR NOT NULL
    )`,
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
    `CREATE TABLE query_history (
      account_guid VARCHAR NOT NULL,
      query VARCHAR NOT NULL,
      created_at TIMESTAMPTZ NOT NULL,
      source VARCHAR
    )`,
    // When old data were last deleted, and until when nothing is, because the clock may be wrong.
    'CREATE TABLE clean_up (last TIMESTAMPTZ NOT NULL, waits_until TIMESTAMPTZ)',
  ],
};
