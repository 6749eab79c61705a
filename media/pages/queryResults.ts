import '../styles/base.css';
import '../styles/queryResults.css';
import { toQueryResultsPage } from '../../src/shared/protocol/queryResults';
import type { FromQueryResultsPage } from '../../src/shared/protocol/queryResults';
import { connectHost, startPage } from '../app/host';
import { QueryResultsPage } from '../queryResults/queryResultsPage';

const host = connectHost<FromQueryResultsPage>();
startPage(host, {
  toPage: toQueryResultsPage,
  build: () => new QueryResultsPage(host),
  receive: (page, message) => {
    page.receive(message);
  },
});
