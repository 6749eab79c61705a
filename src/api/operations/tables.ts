import { done, found, page } from '../../shared/wire/page';
import type { Page } from '../../shared/wire/page';
import { records } from '../../shared/wire/records';
import { tables, tableDetails, tableGroup } from '../../shared/wire/table';
import type { Table, TableDetails, TableGroup } from '../../shared/wire/table';
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
  return {
    method: 'GET',
    path: ['tables'],
    query: {
      offset,
      limit,
      keywords,
      schema_code: schemaCode,
      table_name: tableName,
      group_guid: groupGuid,
    },
    role: 'MEMBER',
    answer: tablesPage,
  };
}

export function getTable(name: string): Operation<TableDetails | undefined> {
  checkPresent(name, 'table');
  return { method: 'GET', path: ['tables', name], role: 'MEMBER', answer: tableFound, optional: 'table' };
}

export function createTable(name: string): Operation<undefined> {
  checkPresent(name, 'table');
  return { method: 'POST', path: ['tables'], form: { table: name }, role: 'ADMIN', answer: done };
}

/** Returns 200 with a `failure`, and keeps the table, if the table is in use. */
export function dropTable(name: string): Operation<undefined> {
  checkPresent(name, 'table');
  return { method: 'DELETE', path: ['tables', name], role: 'ADMIN', answer: done };
}

export function listTableGroups(): Operation<Page<TableGroup>> {
  return {
    method: 'GET',
    path: ['table-groups'],
    role: 'MEMBER',
    answer: tableGroupsPage,
  };
}
