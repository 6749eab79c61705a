import '../app/browserLanguage';
import '../styles/base.css';
import '../styles/overview.css';
import { toOverviewPage } from '../../src/shared/protocol/overview';
import type { FromOverviewPage } from '../../src/shared/protocol/overview';
import { connectHost, startPage } from '../app/host';
import { OverviewPage } from '../overview/overviewPage';

const host = connectHost<FromOverviewPage>();
startPage(host, toOverviewPage, () => new OverviewPage(host));
