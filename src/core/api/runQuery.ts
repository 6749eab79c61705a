import type { ResultPage } from '../interface/cursor';
import { RunningQuery } from './runningQuery';
import type { QueryClient, Waiting } from './runningQuery';

interface RunOptions extends Pick<Waiting, 'signal' | 'onStatus'> {
  readonly limit?: number;
}

/** Runs a query of any length to its end and returns its rows, or the first ones, and the metadata of the page. */
export async function runQuery(
  client: QueryClient,
  text: string,
  { limit, ...waiting }: RunOptions = {},
): Promise<ResultPage> {
  await using query = await RunningQuery.start(client, text, waiting.signal);
  await query.finish(waiting);
  return await query.rowsThatFit(limit === undefined ? {} : { limit }, waiting.signal);
}

/** Few enough that the first rows arrive soon. */
const pageRows = 5000;

/**
 * Runs a query to its end and passes on its rows, up to the limit, as soon as the platform has them. Resolves to the
 * number of rows of the result.
 */
export async function runQueryInPages(
  client: QueryClient,
  text: string,
  { limit = Number.MAX_SAFE_INTEGER, ...waiting }: RunOptions,
  onPage: (page: ResultPage) => void,
): Promise<bigint> {
  await using query = await RunningQuery.start(client, text, waiting.signal);
  let passed = 0;
  let total: ResultPage['total'];
  const isEnough: Waiting['isEnough'] = ({ rows }) => passed < limit && rows > passed;
  let status = await query.finish({ ...waiting, isEnough });
  for (;;) {
    const range = { offset: passed, limit: Math.min(pageRows, limit - passed) };
    const before = passed;
    if (passed < limit) {
      const page = await query.rowsThatFit(range, waiting.signal);
      onPage(page);
      passed += page.rows.length;
      total = page.total;
    }
    const isEmpty = passed === before;
    if (!status.finished) {
      // A platform may count rows that it delivers only at the end.
      status = await query.finish(isEmpty ? waiting : { ...waiting, isEnough });
      // It was that of the rows until then.
      total = undefined;
    } else if (isEmpty || passed === Number(total)) break;
  }
  return BigInt(total ?? (status.rows > passed ? status.rows : passed));
}
