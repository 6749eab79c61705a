import type { FastifyInstance } from 'fastify';
import { formatWireTime } from '../../shared/wire/time';
import { operation } from '../audit/requestAudit';
import { int32Paging } from '../http/paging';
import { queryParameters } from '../http/parameters';
import type { Services } from '../services';

export function registerTableGroupRoutes(app: FastifyInstance, parts: Services): void {
  app.get('/table-groups', operation('MEMBER', 'table-group', 'list'), (request) => {
    const { offset, limit } = int32Paging(queryParameters(request));
    const groups = parts.tableGroups.all();
    return {
      total_count: groups.length,
      table_groups: groups.slice(offset, offset + limit).map((group) => ({
        guid: group.guid,
        name: group.name,
        description: group.description ?? null,
        parent_guid: group.parentGuid ?? null,
        created: formatWireTime(group.created),
        updated: formatWireTime(group.updated),
      })),
    };
  });
}
