import type { AuditLogsState } from '../../../src/core/pages/auditLogMessages';
import type { OverviewState } from '../../../src/core/pages/overview';
import type { QueryResultsState } from '../../../src/core/pages/queryResults';
import { overviewHost, overviewState } from './overviewStates';
import { Pages } from './pageUnderTest';
import type { PageOptions, PageUnderTest } from './pageUnderTest';
import { auditHost, resultsHost, resultsState } from './states';

let pages: Promise<Pages> | undefined;

/** Opens a page in the browser that all suites share; the first that asks starts it. */
export async function openPage(name: string, options?: PageOptions): Promise<PageUnderTest> {
  pages ??= Pages.start();
  return (await pages).open(name, options);
}

/** The page of audit logs, once it has drawn its state. */
export async function openAuditLogs(
  state: AuditLogsState,
  options: PageOptions = {},
): Promise<PageUnderTest> {
  const view = await openPage('auditLogs', { response: auditHost(state), ...options });
  await view.page.locator('main').waitFor();
  return view;
}

/** The overview, once it has drawn its state. */
export async function openOverview(
  change: Partial<OverviewState> = {},
  options: PageOptions = {},
): Promise<PageUnderTest> {
  const view = await openPage('overview', { response: overviewHost(overviewState(change)), ...options });
  await view.page.locator('main').waitFor();
  return view;
}

/** The results of a query, once they have rows, if any. */
export async function openResults(change: Partial<QueryResultsState> = {}): Promise<PageUnderTest> {
  const state = resultsState({ rowCount: 48, ...change });
  const view = await openPage('queryResults', { response: resultsHost(state) });
  if (state.rowCount > 0) await view.page.locator('[data-row]:not([aria-busy])').first().waitFor();
  return view;
}

// Outside of any suite, so that it comes once, after all of them.
after(async () => {
  await (await pages)?.stop();
});
