import { startPage } from '../app/host';
import { AuditLogsPage } from '../auditLogs/auditLogsPage';
import { BacktestPage } from '../backtest/backtestPage';
import { OverviewPage } from '../overview/overviewPage';
import { QueryResultsPage } from '../queryResults/queryResultsPage';
import { QueryStatusPage } from '../queryStatus/queryStatusPage';
import { RunsPage } from '../runs/runsPage';
import { SigmaImportPage } from '../sigmaImport/sigmaImportPage';
import { TablePage } from '../table/tablePage';

/** One script for all pages, because they share most of their libraries. The document names its page. */
const pages: Readonly<Record<string, () => void>> = {
  auditLogs: () => startPage(AuditLogsPage, 'rows', 'prepended', 'rowsFailed'),
  backtest: () => startPage(BacktestPage),
  overview: () => startPage(OverviewPage, 'rows', 'cell', 'spread'),
  queryResults: () =>
    startPage(QueryResultsPage, 'rows', 'tailed', 'rowsFailed', 'seriesPicked', 'statistics'),
  queryStatus: () => startPage(QueryStatusPage),
  runs: () => startPage(RunsPage),
  sigmaImport: () => startPage(SigmaImportPage, 'rules', 'progress'),
  table: () => startPage(TablePage),
};

const { page = '' } = document.body.dataset;
const start = pages[page];
if (!start) throw new Error(`there is no page ${page}`);
start();
