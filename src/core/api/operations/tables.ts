import { done, found, page } from '../../interface/listPage';
import type { Page } from '../../interface/listPage';
import { records } from '../../interface/records';
import { dropResult, tables, tableDetails, tableGroup } from '../../interface/table';
import type { DropFailure, Table, TableDetails, TableGroup } from '../../interface/table';
import type { tableCompressions, tableLayouts } from '../../interface/tableValues';
import { operation } from '../operation';
import type { Operation } from '../operation';
import { checkGuid, checkPresent, checkRange, checkRetention, checkTableName } from '../validation';
import type { ListQuery } from './scheduledQueries';

// Created once, because building a schema costs more than using it.
const tablesPage = page('tables', tables);
const tableFound = found('table', tableDetails);
const tableGroupsPage = page('table_groups', records(tableGroup));

export interface TableQuery extends ListQuery {
  readonly schemaCode?: string | undefined;
  readonly tableName?: string | undefined;
  readonly groupGuid?: string | undefined;
}

export function listTables(query: TableQuery): Operation<Page<Table>> {
  checkRange(query);
  if (query.groupGuid !== undefined) checkGuid(query.groupGuid, 'group_guid');
  const { offset, limit, keywords, schemaCode, tableName, groupGuid } = query;
  const names = { schema_code: schemaCode, table_name: tableName, group_guid: groupGuid };
  return operation('GET', ['tables'], 'MEMBER', tablesPage, { query: { offset, limit, keywords, ...names } });
}

export function getTable(name: string): Operation<TableDetails | undefined> {
  const path = ['tables', checkPresent(name, 'table')];
  return operation('GET', path, 'MEMBER', tableFound, { optional: 'table' });
}

/** What may be selected for a new table. */
export interface NewTableOptions {
  /** In days; 0 keeps everything. */
  readonly retention?: number;
  readonly layout?: (typeof tableLayouts)[number];
  readonly compression?: (typeof tableCompressions)[number];
}

export function createTable(name: string, options: NewTableOptions = {}): Operation<undefined> {
  checkTableName(name);
  if (options.retention !== undefined) checkRetention(options.retention, 'retention');
  return operation('POST', ['tables'], 'ADMIN', done, { form: { table: name, ...options } });
}

/** A table that is in use is kept: the result is the failure. */
export function dropTable(name: string): Operation<DropFailure | undefined> {
  return operation('DELETE', ['tables', checkPresent(name, 'table')], 'ADMIN', dropResult);
}

/** Days; 0 keeps everything. */
export function setRetention(name: string, days: number): Operation<undefined> {
  const path = ['tables', checkPresent(name, 'table'), 'retention'];
  const form = { period: checkRetention(days, 'period') };
  return operation('PUT', path, 'ADMIN', done, { form });
}

export function listTableGroups(): Operation<Page<TableGroup>> {
  return operation('GET', ['table-groups'], 'MEMBER', tableGroupsPage);
}
