import '../app/browserLanguage';
import '../styles/base.css';
import '../styles/filters.css';
import '../styles/auditLogs.css';
import 'uplot/dist/uPlot.min.css';
import { toAuditLogsPage } from '../../src/shared/protocol/auditLogs';
import type { FromAuditLogsPage } from '../../src/shared/protocol/auditLogs';
import { connectHost, startPage } from '../app/host';
import { AuditLogsPage } from '../auditLogs/auditLogsPage';

const host = connectHost<FromAuditLogsPage>();
startPage(host, toAuditLogsPage, () => new AuditLogsPage(host));
