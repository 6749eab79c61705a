import type { QueryRun } from './engine/run/engineRun';
import type { RunResult } from './schedule';

/** Seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

type Labels = Readonly<Record<string, string>>;

type Samples = Iterable<readonly [suffix: string, labels: Labels, value: number]>;

/** Counts what the platform has done since it was started. */
export class Metrics {
  readonly #requests = new Counter();
  readonly #requestTime = new Histogram();
  readonly #queries = new Counter();
  readonly #queryTime = new Histogram();
  readonly #runs = new Counter();
  #rows = 0;
  #errors = 0;

  constructor() {
    // From the start, so that the first failure is a change.
    for (const outcome of ['succeeded', 'failed', 'cancelled'] as const) {
      for (const source of ['rest-api', 'scheduled-query'] as const)
        this.#queries.add({ source, outcome }, 0);
    }
    for (const result of ['succeeded', 'failed'] as const) this.#runs.add({ result }, 0);
    this.#requests.add({ method: 'POST', status: '200' }, 0);
  }

  requestEnded(method: string, status: number, milliseconds: number): void {
    this.#requests.add({ method, status: String(status) });
    this.#requestTime.observe(milliseconds / 1000);
  }

  queryEnded({ request, outcome, result, startTime }: QueryRun): void {
    this.#queries.add({ source: request.source, outcome: outcome?.outcome ?? 'cancelled' });
    this.#queryTime.observe((Date.now() - startTime) / 1000);
    this.#rows += result?.count ?? 0;
  }

  scheduledRunEnded(result: RunResult): void {
    this.#runs.add({ result });
  }

  /** An error that only the log explains. */
  errorLogged(): void {
    this.#errors += 1;
  }

  /** The text of all metrics, with the current values of others. */
  print(gauges: Readonly<Record<string, readonly [help: string, value: number]>>): string {
    const counters = [
      metric('http_requests_total', 'Calls by method and status', 'counter', this.#requests.samples()),
      metric('http_request_duration_seconds', 'Time of calls', 'histogram', this.#requestTime.samples()),
      metric('queries_total', 'Ended queries', 'counter', this.#queries.samples()),
      metric('query_duration_seconds', 'Time of queries', 'histogram', this.#queryTime.samples()),
      metric('query_rows_total', 'Rows of results', 'counter', [['', {}, this.#rows]]),
      metric('scheduled_runs_total', 'Ended runs of scheduled queries', 'counter', this.#runs.samples()),
      metric('errors_total', 'Errors that are in the log', 'counter', [['', {}, this.#errors]]),
    ];
    const current = Object.entries(gauges).map(([name, [help, value]]) =>
      metric(name, help, 'gauge', [['', {}, value]]),
    );
    const memory = [['', {}, process.memoryUsage.rss()]] as const;
    const resident = metric('process_resident_memory_bytes', 'Resident memory in bytes', 'gauge', memory, '');
    return [...counters, ...current, resident].flat().join('\n') + '\n';
  }
}

/**
 * The lines of a metric in the Prometheus text format. Labels and their values come from the platform itself, so nothing
 * has to be escaped.
 */
function metric(
  ownName: string,
  help: string,
  type: 'counter' | 'gauge' | 'histogram',
  samples: Samples,
  prefix = 'logbench_',
): readonly string[] {
  const name = `${prefix}${ownName}`;
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...Array.from(samples, ([suffix, labels, value]) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
      return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
    }),
  ];
}

class Counter {
  readonly #counts = new Map<string, { readonly labels: Labels; value: number }>();

  add(labels: Labels, value = 1): void {
    const key = Object.values(labels).join(' ');
    const count = this.#counts.get(key);
    if (count) count.value += value;
    else this.#counts.set(key, { labels, value });
  }

  samples(): Samples {
    return Array.from(this.#counts.values(), ({ labels, value }) => ['', labels, value] as const);
  }
}

class Histogram {
  readonly #counts = buckets.map(() => 0);
  #sum = 0;
  #count = 0;

  observe(seconds: number): void {
    this.#sum += seconds;
    this.#count += 1;
    for (const [index, limit] of buckets.entries()) {
      if (seconds <= limit) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    }
  }

  samples(): Samples {
    return [
      ...buckets.map((limit, index) => ['_bucket', { le: String(limit) }, this.#counts[index] ?? 0] as const),
      ['_bucket', { le: '+Inf' }, this.#count],
      ['_sum', {}, this.#sum],
      ['_count', {}, this.#count],
    ];
  }
}
