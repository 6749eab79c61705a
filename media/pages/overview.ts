import '../app/browserLanguage';
import '../styles/base.css';
import '../styles/overview.css';
import { toOverviewPage } from '../../src/shared/protocol/overview';
import type { FromOverviewPage, OverviewResume } from '../../src/shared/protocol/overview';
import { connectHost, receiveMessages } from '../app/host';
import { OverviewPage } from '../overview/overviewPage';

const host = connectHost<FromOverviewPage, OverviewResume>();
const page = new OverviewPage(host);
receiveMessages(toOverviewPage, (message) => {
  page.receive(message);
});
document.body.append(page);
host.post({ kind: 'ready', timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
