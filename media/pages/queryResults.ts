import '../styles/base.css';
import '../styles/queryResults.css';
import { toQueryResultsPage } from '../../src/shared/protocol/queryResults';
import type { FromQueryResultsPage } from '../../src/shared/protocol/queryResults';
import { connectHost, startPage } from '../app/host';
import { QueryResultsPage } from '../queryResults/queryResultsPage';

const host = connectHost<FromQueryResultsPage>();
startPage(host, toQueryResultsPage, () => new QueryResultsPage(host));
