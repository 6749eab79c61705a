import type { FastifyInstance, FastifyRequest } from 'fastify';
import { audited, operation } from '../audit/requestAudit';
import { illegalState, invalidArgument, nullArgument } from '../errors';
import { oneOf, shortText, wholeNumber } from '../http/checks';
import { int32Paging } from '../http/paging';
import { bodyParameters, pathParameter, queryParameters } from '../http/parameters';
import type { Parameters } from '../http/parameters';
import type { Services } from '../services';
import type { NewTable } from '../store/logTables';
import { readShares } from '../store/tableShares';
import { tableDetailsRecord, tableRecord } from './tableRecord';

/** Log tables: list, get one, create, drop, retention. */
export function registerTableRoutes(app: FastifyInstance, parts: Services): void {
  app.get('/tables', operation('MEMBER', module, 'list'), (request) => {
    const parameters = queryParameters(request);
    const { offset, limit } = int32Paging(parameters);
    const filter = {
      keywords: parameters.text('keywords'),
      name: parameters.text('table_name'),
      groupGuid: parameters.guid('group_guid'),
      schemaCode: parameters.text('schema_code'),
    };
    const { total, tables } = parts.logTables.list(filter, offset, limit);
    return { total_count: total, tables: tables.map((table) => tableRecord(parts, table)) };
  });

  app.get('/tables/:table', operation('MEMBER', module, 'get', true), async (request) => {
    const table = parts.logTables.find(pathParameter(request, 'table'));
    if (!table) return { table: null };
    return { table: tableDetailsRecord(parts, table, await readShares(parts.database, table.guid)) };
  });

  app.post('/tables', operation('ADMIN', module, 'create'), async (request) => {
    const table = newTable(parts, bodyParameters(request));
    request.auditMessage = { table: table.name };
    await parts.logTables.create(table, audited(request, parts.auditLog));
    return {};
  });

  app.delete('/tables/:table', operation('ADMIN', module, 'drop'), (request) => drop(request, parts));

  app.put('/tables/:table/retention', operation('ADMIN', module, 'set-retention'), async (request) => {
    const name = pathParameter(request, 'table');
    const period = retentionDays(bodyParameters(request), 'period');
    if (period === undefined) throw nullArgument('period');
    request.auditMessage = { table: name, period };
    await parts.logTables.setRetention(name, period, audited(request, parts.auditLog));
    return {};
  });
}

/** A table with loggers is not dropped; the response is 200 with a failure. */
async function drop(request: FastifyRequest, parts: Services): Promise<object> {
  const name = pathParameter(request, 'table');
  request.auditMessage = { table: name };
  const loggers = parts.references.loggersOf(name).map(({ guid, name: logger }) => ({ guid, name: logger }));
  if (loggers.length > 0) {
    request.refusal = tableInUse;
    return { failure: { loggers, message: tableInUse } };
  }
  await parts.logTables.drop(name, audited(request, parts.auditLog));
  return {};
}

const module = 'table';
const tableInUse = 'table used in loggers';
const tableName = /^[A-Za-z][A-Za-z0-9_-]{0,49}$/;
const longestRetention = 36_500;
const longestCode = 255;

function newTable(parts: Services, parameters: Parameters): NewTable {
  const name = parameters.requiredText('table');
  if (!tableName.test(name)) {
    throw invalidArgument("'table' must be 1 to 50 letters, digits, '_' or '-', a letter first.");
  }
  return {
    name,
    compression: oneOf('compression', parameters.text('compression') ?? 'snappy', ['snappy', 'deflate']),
    layout: oneOf('layout', parameters.text('layout') ?? 'columnar', ['columnar', 'row']),
    retention: retentionDays(parameters, 'retention') ?? 0,
    cryptoProfileGuid: cryptoProfile(parts, parameters),
    groupGuid: group(parts, parameters),
    schemaCode: shortText('schema_code', parameters.text('schema_code') ?? '', longestCode) || undefined,
  };
}

function retentionDays(parameters: Parameters, name: string): number | undefined {
  return wholeNumber(parameters, name, { type: 'int', largest: longestRetention });
}

function cryptoProfile(parts: Services, parameters: Parameters): string | undefined {
  const guid = parameters.guid('crypto_profile_guid');
  if (guid === undefined && parameters.boolean('encryption')) throw nullArgument('crypto_profile_guid');
  if (guid !== undefined && !parts.references.find('crypto_profile', guid)) {
    throw illegalState(`crypto profile not found: ${guid}`);
  }
  return parameters.boolean('encryption') === false ? undefined : guid;
}

function group(parts: Services, parameters: Parameters): string | undefined {
  const guid = parameters.guid('group_guid');
  if (guid !== undefined && !parts.tableGroups.find(guid))
    throw illegalState(`table group not found: ${guid}`);
  return guid;
}
