import * as z from 'zod/mini';
import { isMissingOperation } from '../../api/errors';
import { listTableNames } from '../../api/tableNames';
import { parseQuery } from '../../language/parseQuery';
import { requiredTables } from '../../language/services/namedTables';
import { nearest } from '../../base/nearest';
import { runQuery } from '../../api/runQuery';
import { fieldOf } from '../../interface/optional';
import type { RawRecord } from '../../interface/optional';
import type { ResultPage } from '../../interface/cursor';
import type { Table } from '../../interface/table';
import { keywordField, limitField, offsetField, platformField, textField } from '../inputs';
import { columnsOf, dataNotice, shortened } from '../logData';
import { defineTool, ToolRejection } from '../tool';
import type { OpenPlatform, ToolResult, ToolCall } from '../tool';
import { listTables, getTable } from '../../api/operations/tables';

const defaultTables = 50;
const sampledRows = 20;
const examples = 3;
const maxExampleLength = 80;
const maxNames = 200;
const maxChecked = 10;

export const tablesTool = defineTool({
  name: 'logbench_tables',
  title: 'List Tables',
  description:
    'Lists the tables of a platform, or those whose name contains a keyword: name, group, first and last log, retention, size. Use it to find which table a question is about; logbench_table returns the fields of a table.',
  input: z.strictObject({
    platform: platformField,
    keyword: keywordField,
    limit: limitField(200, defaultTables),
    offset: offsetField,
  }),
  subject: ({ keyword = '' }) => `tables ${keyword}`,
  async run({ platform: name, keyword, limit = defaultTables, offset = 0 }, call) {
    const { facts, client } = await call.open(name, 'metadata');
    const page = await client.send(listTables({ keywords: keyword, limit, offset }), call.signal);
    return {
      ...facts,
      total: page.total,
      notice: dataNotice,
      // The keyword was a guess, so all tables are listed.
      ...(page.total === 0 &&
        keyword !== undefined && { all_tables: await listTableNames(client, call.signal, maxNames) }),
      tables: page.items.map(tableFacts),
      ...(offset + page.items.length < page.total && { next_offset: offset + page.items.length }),
    };
  },
});

export const tableTool = defineTool({
  name: 'logbench_table',
  title: 'Describe Table',
  description:
    'Describes one table: its fields with their types and, if allowed, masked example values; first and last log, retention, size. Use it before writing a query, so that the field names are correct.',
  input: z.strictObject({
    platform: platformField,
    table: textField('The exact name of the table.', 200, 1),
  }),
  subject: ({ table }) => `table ${table}`,
  async run({ platform: name, table }, call) {
    // The name is inserted into a query, so only valid names are accepted.
    if (!/^[\p{L}\p{N}_-]+$/u.test(table))
      throw new ToolRejection(`"${table}" is not the name of a table.`, true);
    const open = await call.open(name, 'metadata');
    const found = await findTable(open, table, call.signal);
    if (found === undefined) throw await unknownTable(open, table, call.signal);
    const { platform, client } = open;
    const newest = { limit: sampledRows, signal: call.signal };
    // The newest rows are the only source of field names.
    const page = await runQuery(client, `table limit=${sampledRows} ${table}`, newest);
    return {
      ...open.facts,
      ...tableFacts(found),
      sampled_rows: page.rows.length,
      fields: fieldsOf(page, call, platform.access === 'read'),
      ...(platform.access === 'read'
        ? { notice: dataNotice }
        : { examples: call.host.howToAllow(platform, 'read') }),
    };
  },
});

async function findTable(
  { client }: OpenPlatform,
  name: string,
  signal: AbortSignal,
): Promise<Table | undefined> {
  return client.send(getTable(name), signal).catch(async (error: unknown) => {
    if (!isMissingOperation(error)) throw error;
    const { items } = await client.send(listTables({ tableName: name, keywords: name }), signal);
    return items.find((table) => table.name === name);
  });
}

async function unknownTable(
  { client }: OpenPlatform,
  name: string,
  signal: AbortSignal,
): Promise<ToolRejection> {
  const meant = nearest(name, await listTableNames(client, signal, maxNames));
  const hint = meant === undefined ? 'logbench_tables lists the tables.' : `Did you mean "${meant}"?`;
  return new ToolRejection(`There is no table "${name}". ${hint}`, true);
}

/** The tables that a query reads and that do not exist. */
export async function missingTables(
  open: OpenPlatform,
  text: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const required = requiredTables(parseQuery(text).query.commands);
  const names = [...new Set(required.map(({ name }) => name))].slice(0, maxChecked);
  const found = await Promise.all(names.map(async (name) => findTable(open, name, signal)));
  return names.filter((_name, index) => found[index] === undefined);
}

function fieldsOf(
  { rows, fieldOrder, fieldTypes }: ResultPage,
  { host }: ToolCall,
  withExamples: boolean,
): unknown {
  const masked = rows.map((row) => host.masker.row(row));
  return columnsOf(rows, fieldOrder).map((name) => {
    const valuesIn = (all: readonly RawRecord[]): readonly unknown[] =>
      all.map((row) => fieldOf(row, name)).filter((value) => value !== null && value !== undefined);
    const values = valuesIn(rows);
    return {
      name,
      type: fieldTypes?.[name] ?? typeof values[0],
      filled: `${values.length}/${rows.length}`,
      ...(withExamples && {
        examples: [...new Set(valuesIn(masked))]
          .slice(0, examples)
          .map((value) => shortened(value, maxExampleLength)),
      }),
    };
  });
}

function tableFacts(table: Table): ToolResult {
  return {
    table: table.name,
    group: table.group?.name ?? null,
    first_log: table.firstDay ?? null,
    last_log: table.lastDay ?? null,
    retention_days: table.retention,
    size_bytes: table.tableSize,
  };
}
