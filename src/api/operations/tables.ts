import { done, found, page } from '../../shared/wire/page';
import type { Page } from '../../shared/wire/page';
import { records } from '../../shared/wire/records';
import { tables, tableDetails, tableGroup } from '../../shared/wire/table';
import type { Table, TableDetails, TableGroup } from '../../shared/wire/table';
import { operation } from '../operation';
import type { Operation } from '../operation';
import { checkGuid, checkPresent, checkRange } from '../validation';
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
  checkPresent(name, 'table');
  return operation('GET', ['tables', name], 'MEMBER', tableFound, { optional: 'table' });
}

export function createTable(name: string): Operation<undefined> {
  checkPresent(name, 'table');
  return operation('POST', ['tables'], 'ADMIN', done, { form: { table: name } });
}

/** Returns 200 with a `failure`, and keeps the table, if the table is in use. */
export function dropTable(name: string): Operation<undefined> {
  checkPresent(name, 'table');
  return operation('DELETE', ['tables', name], 'ADMIN', done);
}

export function listTableGroups(): Operation<Page<TableGroup>> {
  return operation('GET', ['table-groups'], 'MEMBER', tableGroupsPage);
}
