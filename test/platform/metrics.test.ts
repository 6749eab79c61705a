import assert from 'node:assert/strict';
import { call, rejection } from '../support/call';
import { eventually } from '../support/eventually';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

describe('GET /health', () => {
  const app = suiteApp();

  it('needs no key, says that the platform is ready, and returns 503 when the store cannot be read', async () => {
    const health = (): Promise<unknown> => call(app.baseUrl, 'GET /health');
    assert.deepEqual(await health(), { status: 200, body: { status: 'up', ready: true } });
    const { database } = app.parts;
    const read = database.read.bind(database);
    database.read = () => Promise.reject(new Error('no'));
    const unread = await health();
    database.read = read;
    assert.deepEqual(unread, { status: 503, body: { status: 'up', ready: false } });
  });
});

describe('GET /metrics', () => {
  const app = suiteApp();

  const scrape = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${app.keys.master}` };
    const response = await fetch(`${app.baseUrl}/metrics`, { headers });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    return response.text();
  };

  const valueOf = (text: string, series: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    assert.ok(line, `${series} in ${text}`);
    return Number(line.slice(series.length + 1));
  };

  it('is for a MASTER only', async () => {
    assert.deepEqual(
      await app.call('admin', 'GET /metrics'),
      rejection(500, 'illegal-state', 'no-permission'),
    );
    assert.equal((await call(app.baseUrl, 'GET /metrics')).status, 401);
  });

  it('has the Prometheus text format: a type for each metric, numbers as values, no series twice', async () => {
    await queryClient(app).rows('json "{}"');
    const text = await scrape();
    assert.ok(text.endsWith('\n'));
    const lines = text.trimEnd().split('\n');
    const types = new Map(
      lines.flatMap((line) => {
        const [, name, type] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
        return name ? [[name, type] as const] : [];
      }),
    );
    const samples = lines.filter((line) => !line.startsWith('# '));
    const sample = /^(([a-z_]+)(?:\{(?:[a-z]+="[^"\\\n]*",?)+\})?) (\S+)$/;
    for (const line of samples) {
      const [, , name = '', value] = sample.exec(line) ?? [];
      assert.ok(Number.isFinite(Number(value)), line);
      const isHistogram = types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram';
      assert.ok(isHistogram || types.has(name), line);
    }
    const series = samples.map((line) => sample.exec(line)?.[1]);
    assert.equal(new Set(series).size, series.length);
  });

  it('counts queries, their rows, errors and time, calls, tables, and runs of scheduled queries', async () => {
    const before = await scrape();
    const client = queryClient(app);
    await client.rows(`json "[{'n':1},{'n':2},{'n':3}]"`);
    await client.get(
      `/query?q=${encodeURIComponent('json "{}" | eval a = replace(lpad("-",9000,"-"), "-", lpad("-",9000,"-"))')}`,
    );
    await addTable(app, 'logs');
    await addRows(app, 'logs', 'SELECT range AS n FROM range(10)');
    const form = { name: 'a', query: 'json "{}"', trigger_type: 'cron', cron_schedule: '* * * * * *' };
    await app.call('admin', 'POST /api/core/scheduled-queries', { form: { ...form, enabled: 'true' } });
    const runs = 'logbench_scheduled_runs_total{result="succeeded"}';
    await eventually(async () => valueOf(await scrape(), runs) > 0);
    const after = await scrape();
    const grown = (series: string): number => valueOf(after, series) - valueOf(before, series);
    assert.equal(grown('logbench_queries_total{source="rest-api",outcome="succeeded"}'), 1);
    assert.equal(grown('logbench_queries_total{source="rest-api",outcome="failed"}'), 1);
    assert.ok(grown('logbench_query_rows_total') >= 4);
    assert.ok(grown('logbench_query_duration_seconds_count') >= 3);
    assert.equal(grown('logbench_table_rows'), 10);
    assert.ok(grown('logbench_table_bytes') > 0);
    assert.equal(grown('logbench_http_requests_total{method="POST",status="200"}'), 1);
    assert.ok(grown('logbench_http_request_duration_seconds_bucket{le="+Inf"}') >= 4);
    const counted = ['queries', 'scheduled_runs'].flatMap((name) => [`${name}_running`, `${name}_waiting`]);
    for (const name of [...counted, 'result_bytes']) assert.ok(valueOf(after, `logbench_${name}`) >= 0, name);
    assert.equal(valueOf(after, 'logbench_errors_total'), 0);
    assert.ok(valueOf(after, 'process_resident_memory_bytes') > 0);
  });
});
