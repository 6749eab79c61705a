import '../app/browserLanguage';
import '../styles/base.css';
import '../styles/queryStatus.css';
import 'uplot/dist/uPlot.min.css';
import { toQueryStatusPage } from '../../src/shared/protocol/queryStatus';
import type { FromQueryStatusPage } from '../../src/shared/protocol/queryStatus';
import { connectHost, startPage } from '../app/host';
import { QueryStatusPage } from '../queryStatus/queryStatusPage';

const host = connectHost<FromQueryStatusPage>();
startPage(host, toQueryStatusPage, () => new QueryStatusPage(host));
