import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  maxRetention,
  tableCompressions,
  tableLayouts,
  tableNamePattern,
} from '../../core/interface/tableValues';
import { formatWireTime } from '../../core/interface/time';
import { audited, operation } from '../audit/requestAudit';
import { illegalState, invalidArgument, nullArgument } from '../errors';
import { oneOf, pageOf, shortText, wholeNumber, int32Paging } from '../http/checks';
import { bodyParameters, pathParameter, queryParameters, required } from '../http/requestParameters';
import type { Parameters } from '../http/requestParameters';
import type { Services } from '../services';
import type { NewTable } from '../store/logTables';
import { readShares } from '../store/logTableRows';
import type { CatalogedTable, TableShare } from '../store/logTableRows';

/** Log tables: list, get one, create, drop, retention; and their groups. */
export function registerTableRoutes(app: FastifyInstance, services: Services): void {
  registerReading(app, services);

  app.post('/tables', operation('ADMIN', module, 'create'), async (request) => {
    const table = newTable(services, bodyParameters(request));
    request.auditMessage = { table: table.name };
    await services.logTables.create(table, audited(request, services.auditLog));
    return {};
  });

  app.delete('/tables/:table', operation('ADMIN', module, 'drop'), (request) => drop(request, services));

  app.put('/tables/:table/retention', operation('ADMIN', module, 'set-retention'), async (request) => {
    const name = pathParameter(request, 'table');
    const period = required('period', retentionDays(bodyParameters(request), 'period'));
    request.auditMessage = { table: name, period };
    await services.logTables.setRetention(name, period, audited(request, services.auditLog));
    return {};
  });
}

function registerReading(app: FastifyInstance, services: Services): void {
  app.get('/tables', operation('MEMBER', module, 'list'), (request) => {
    const parameters = queryParameters(request);
    const { offset, limit } = int32Paging(parameters);
    const filter = {
      keywords: parameters.text('keywords'),
      name: parameters.text('table_name'),
      groupGuid: parameters.guid('group_guid'),
      schemaCode: parameters.text('schema_code'),
    };
    const tables = services.logTables.list(filter);
    const { bytes } = services.logTables;
    return {
      total_count: tables.length,
      tables: tables.slice(offset, offset + limit).map((table) => tableRecord(services, table, bytes)),
    };
  });

  app.get('/tables/:table', operation('MEMBER', module, 'get', true), async (request) => {
    const table = services.logTables.find(pathParameter(request, 'table'));
    if (!table) return { table: null };
    const shares = await readShares(services.database, table.guid);
    const sharedWith = (kind: TableShare['kind']): { guid: string; name: string }[] =>
      shares.filter((share) => share.kind === kind).map(({ guid, name }) => ({ guid, name }));
    const sizes = { table_size: table.bytes, index_size: table.indexBytes };
    return {
      table: {
        ...tableRecord(services, table, services.logTables.bytes),
        shared_users: sharedWith('user'),
        shared_groups: sharedWith('group'),
        node_stats: [{ node: 'local', ...days(table), ...sizes }],
      },
    };
  });

  app.get('/table-groups', operation('MEMBER', 'table-group', 'list'), (request) =>
    pageOf(request, 'table_groups', services.tableGroups.all(), (group) => ({
      guid: group.guid,
      name: group.name,
      description: group.description ?? null,
      parent_guid: group.parentGuid ?? null,
      created: formatWireTime(group.created),
      updated: formatWireTime(group.updated),
    })),
  );
}

/** A table with loggers is not dropped; the response is 200 with a failure. */
async function drop(request: FastifyRequest, services: Services): Promise<object> {
  const name = pathParameter(request, 'table');
  request.auditMessage = { table: name };
  const loggers = services.references
    .loggersOf(name)
    .map(({ guid, name: logger }) => ({ guid, name: logger }));
  if (loggers.length > 0) {
    request.rejection = tableInUse;
    return { failure: { loggers, message: tableInUse } };
  }
  await services.logTables.drop(name, audited(request, services.auditLog));
  return {};
}

const module = 'table';
const tableInUse = 'table used in loggers';
const maxCodeLength = 255;

function newTable(services: Services, parameters: Parameters): NewTable {
  const name = parameters.requiredText('table');
  if (!tableNamePattern.test(name)) {
    throw invalidArgument("'table' must be 1 to 50 letters, digits, '_' or '-', a letter first.");
  }
  return {
    name,
    compression: oneOf('compression', parameters.text('compression') ?? 'snappy', tableCompressions),
    layout: oneOf('layout', parameters.text('layout') ?? 'columnar', tableLayouts),
    retention: retentionDays(parameters, 'retention') ?? 0,
    cryptoProfileGuid: cryptoProfile(services, parameters),
    groupGuid: group(services, parameters),
    schemaCode: shortText('schema_code', parameters.text('schema_code') ?? '', maxCodeLength) || undefined,
  };
}

function retentionDays(parameters: Parameters, name: string): number | undefined {
  return wholeNumber(parameters, name, { type: 'int', largest: maxRetention });
}

function cryptoProfile(services: Services, parameters: Parameters): string | undefined {
  const guid = parameters.guid('crypto_profile_guid');
  if (guid === undefined && parameters.boolean('encryption')) throw nullArgument('crypto_profile_guid');
  if (guid !== undefined && !services.references.find('crypto_profile', guid)) {
    throw illegalState(`crypto profile not found: ${guid}`);
  }
  return parameters.boolean('encryption') === false ? undefined : guid;
}

function group(services: Services, parameters: Parameters): string | undefined {
  const guid = parameters.guid('group_guid');
  if (guid !== undefined && !services.tableGroups.find(guid))
    throw illegalState(`table group not found: ${guid}`);
  return guid;
}

/** A table in a list. Optional fields without a value are omitted. */
function tableRecord(sources: Services, table: CatalogedTable, allBytes: number): Record<string, unknown> {
  return {
    table_name: table.name,
    layout: table.layout,
    compression: table.compression,
    retention: table.retention,
    ...encryption(sources, table),
    ...days(table),
    table_size: table.bytes,
    index_size: table.indexBytes,
    // The share of the table in the disk space of all tables.
    ratio: allBytes === 0 ? 0 : table.bytes / allBytes,
    ...groupRecord(sources, table),
  };
}

function encryption({ references }: Services, table: CatalogedTable): Record<string, unknown> {
  const guid = table.cryptoProfileGuid;
  if (guid === undefined) return { encrypted: false };
  return {
    encrypted: true,
    crypto_profile_guid: guid,
    crypto_profile_name: references.find('crypto_profile', guid)?.name ?? guid,
  };
}

function days({ minTime, maxTime }: CatalogedTable): Record<string, unknown> {
  if (!minTime || !maxTime) return {};
  return { min_day: formatWireTime(minTime), max_day: formatWireTime(maxTime) };
}

function groupRecord({ tableGroups }: Services, { groupGuid }: CatalogedTable): Record<string, unknown> {
  if (groupGuid === undefined) return {};
  return { group_guid: groupGuid, group_name: tableGroups.find(groupGuid)?.name ?? groupGuid };
}
