import type { FrameLocator } from 'playwright-core';
import { call } from '../../support/call';
import type { RunningPlatform } from '../../support/platform';
import type { QueryRows } from '../pages/queryRows';
import type { Workbench } from '../pages/workbench';
import type { StoredQueries } from '../../support/storedQueries';

/** Opens the backtest of a query called "Web hits" that only filters, and finds one event of today. */
export async function openBacktest(
  { baseUrl, key }: RunningPlatform,
  queries: StoredQueries,
  workbench: Workbench,
  rows: QueryRows,
): Promise<FrameLocator> {
  await call(baseUrl, 'DELETE /api/core/tables/web_hits', { key });
  await call(baseUrl, 'POST /api/core/tables', { key, form: { table: 'web_hits' } });
  const filling = `json "{'n':1}" | import web_hits`;
  await call(baseUrl, `GET /api/core/query?q=${encodeURIComponent(filling)}`, { key });
  const query = 'table duration=1h web_hits | search n == 1';
  // A try after a failed one keeps its query: the row of another would replace this one under the menu.
  if ((await queries.find('Web hits')) === undefined)
    await queries.create('Web hits', { query, cron_schedule: '0 0 1 1 *' });
  await workbench.closeEditors();
  await workbench.runCommand('Logbench: Refresh');
  await rows.explorer.pickFromMenu(/^Web hits/, 'Backtest…');
  const page = workbench.webview();
  await page.getByText('The query only filters: it runs in').waitFor();
  return page;
}
