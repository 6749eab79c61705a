import { toAuditLogsPage } from '../../src/shared/protocol/auditLogs';
import { backtestState } from '../../src/shared/protocol/backtest';
import { toOverviewPage } from '../../src/shared/protocol/overview';
import { toQueryResultsPage } from '../../src/shared/protocol/queryResults';
import { queryStatusState } from '../../src/shared/protocol/queryStatus';
import { runsState } from '../../src/shared/protocol/runs';
import { toSigmaImportPage } from '../../src/shared/protocol/sigmaImport';
import { tableState } from '../../src/shared/protocol/table';
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
  auditLogs: () => startPage(toAuditLogsPage, AuditLogsPage),
  backtest: () => startPage(backtestState, BacktestPage),
  overview: () => startPage(toOverviewPage, OverviewPage),
  queryResults: () => startPage(toQueryResultsPage, QueryResultsPage),
  queryStatus: () => startPage(queryStatusState, QueryStatusPage),
  runs: () => startPage(runsState, RunsPage),
  sigmaImport: () => startPage(toSigmaImportPage, SigmaImportPage),
  table: () => startPage(tableState, TablePage),
};

const { page = '' } = document.body.dataset;
const start = pages[page];
if (!start) throw new Error(`there is no page ${page}`);
start();
