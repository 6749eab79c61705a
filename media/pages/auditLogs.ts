import '../app/browserLanguage';
import '../styles/base.css';
import '../styles/filters.css';
import '../styles/auditLogs.css';
import 'uplot/dist/uPlot.min.css';
import { toAuditLogsPage } from '../../src/shared/protocol/auditLogs';
import type { AuditLogsResume, FromAuditLogsPage } from '../../src/shared/protocol/auditLogs';
import { browserZone, connectHost, receiveMessages } from '../app/host';
import { AuditLogsPage } from '../auditLogs/auditLogsPage';

const host = connectHost<FromAuditLogsPage, AuditLogsResume>();
const page = new AuditLogsPage(host);
receiveMessages(toAuditLogsPage, (message) => {
  page.receive(message);
});
document.body.append(page);
host.post({ kind: 'ready', timeZone: browserZone() });
