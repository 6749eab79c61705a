// Written by npm run generate from the folders of the pages.
import { startPage } from '../app/host';
import { AuditLogsPage } from '../auditLogs/auditLogsPage';
import { BacktestPage } from '../backtest/backtestPage';
import { OverviewPage } from '../overview/overviewPage';
import { QueryResultsPage } from '../queryResults/queryResultsPage';
import { QueryStatusPage } from '../queryStatus/queryStatusPage';
import { RunsPage } from '../runs/runsPage';
import { SigmaImportPage } from '../sigmaImport/sigmaImportPage';
import { TablePage } from '../table/tablePage';

startPage({
  auditLogs: AuditLogsPage,
  backtest: BacktestPage,
  overview: OverviewPage,
  queryResults: QueryResultsPage,
  queryStatus: QueryStatusPage,
  runs: RunsPage,
  sigmaImport: SigmaImportPage,
  table: TablePage,
});
