import '../styles/base.css';
import '../styles/queryResults.css';
import { toQueryResultsPage } from '../../src/shared/protocol/queryResults';
import type { FromQueryResultsPage, QueryResultsResume } from '../../src/shared/protocol/queryResults';
import { browserZone, connectHost, receiveMessages } from '../app/host';
import { QueryResultsPage } from '../queryResults/queryResultsPage';

const host = connectHost<FromQueryResultsPage, QueryResultsResume>();
const page = new QueryResultsPage(host);
receiveMessages(toQueryResultsPage, (message) => {
  page.receive(message);
});
document.body.append(page);
host.post({ kind: 'ready', timeZone: browserZone() });
