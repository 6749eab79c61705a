import type { FastifyInstance } from 'fastify';
import { operation } from '../audit/requestAudit';
import type { Services } from '../services';

/** Outside of the interface: whether the platform is ready, without a key. */
export function registerHealthRoute(app: FastifyInstance, { database }: Services): void {
  app.get('/health', { config: { access: 'open', ours: true } }, async (_request, reply) => {
    const ready = await database.read('SELECT 1').then(
      () => true,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: 'up', ready });
  });
}

/** Outside of the interface: figures in the Prometheus text format. */
export function registerMetricsRoute(app: FastifyInstance, services: Services): void {
  app.get('/metrics', operation('MASTER', 'platform', 'metrics', true), async (_request, reply) => {
    const gauges = await gaugesOf(services);
    return reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .send(services.metrics.print(gauges));
  });
}

async function gaugesOf({ queries, scheduler, logTables, uploads }: Services) {
  const unfinished = queries.all().filter(({ outcome }) => outcome === undefined);
  const running = unfinished.filter(({ session }) => session !== undefined).length;
  const runs = scheduler.counts();
  const tables = logTables.all();
  const total = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);
  return {
    queries_running: ['Queries that have a slot', running],
    queries_waiting: ['Queries that wait for a slot', unfinished.length - running],
    scheduled_runs_running: ['Scheduled queries that run', runs.running],
    scheduled_runs_waiting: ['Due times that wait to run', runs.waiting],
    result_bytes: ['Memory and disk space of results', await queries.resultBytes()],
    tables: ['Tables', tables.length],
    table_rows: ['Rows of all tables', total(tables.map(({ rows }) => rows))],
    table_bytes: ['Bytes of all tables', total(tables.map(({ bytes }) => bytes))],
    upload_streams: ['Open upload streams', uploads.all().length],
  } as const;
}
