import * as auditLogs from '../../src/core/api/operations/auditLogs';
import * as queries from '../../src/core/api/operations/queries';
import * as rules from '../../src/core/api/operations/rules';
import * as scheduledQueries from '../../src/core/api/operations/scheduledQueries';
import * as tables from '../../src/core/api/operations/tables';
import * as uploads from '../../src/core/api/operations/uploads';

/** Every operation of the client, for tests that send many of them. */
export const api = { ...auditLogs, ...queries, ...rules, ...scheduledQueries, ...tables, ...uploads };
