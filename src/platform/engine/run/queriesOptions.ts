import type { Log } from '../../errors';
import type { Metrics } from '../../metrics';
import type { AuditLog } from '../../store/auditEntries';
import type { LogTableAccess } from '../../store/logTables';
import type { SystemLog } from '../../systemLog';
import type { DuckDbRunner } from '../duckdb/duckDbRunner';

export interface QueriesOptions {
  readonly runner: Pick<
    DuckDbRunner,
    'check' | 'usedBytes' | 'bytesOf' | 'lookupBytes' | 'lookupNames' | 'open'
  >;
  readonly tables: LogTableAccess;
  readonly auditLog: AuditLog;
  /** The maximum run time of a query in milliseconds, without waiting for a slot; Infinity for none. */
  readonly timeout: number;
  /** The maximum total bytes of kept results; beyond it, the oldest of the account with the most are dropped. */
  readonly resultBytes: number;
  /** The disk space for temporary data of queries. One account may use half of it. */
  readonly spillSpace: number;
  readonly timeZone: string;
  /** Whether the runner knows the places of addresses. */
  readonly hasGeoip?: boolean | undefined;
  readonly log: Log;
  /** What `system logs` lists. */
  readonly systemLog: Pick<SystemLog, 'entries'>;
  readonly metrics: Pick<Metrics, 'queryEnded' | 'errorLogged'>;
}
