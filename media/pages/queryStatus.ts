import '../app/browserLanguage';
import '../styles/base.css';
import '../styles/queryStatus.css';
import 'uplot/dist/uPlot.min.css';
import { toQueryStatusPage } from '../../src/shared/protocol/queryStatus';
import type { FromQueryStatusPage, QueryStatusResume } from '../../src/shared/protocol/queryStatus';
import { browserZone, connectHost, receiveMessages } from '../app/host';
import { withOwnView } from '../app/ownView';
import { QueryStatusPage } from '../queryStatus/queryStatusPage';

const host = connectHost<FromQueryStatusPage, QueryStatusResume>();
const page = new QueryStatusPage(host);
receiveMessages(toQueryStatusPage, (state) => {
  page.state = withOwnView(state, page.state);
});
document.body.append(page);
host.post({ kind: 'ready', timeZone: browserZone() });
