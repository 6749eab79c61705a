import '../app/browserLanguage';
import '../styles/base.css';
import '../styles/table.css';
import 'uplot/dist/uPlot.min.css';
import { toTablePage } from '../../src/shared/protocol/table';
import type { FromTablePage } from '../../src/shared/protocol/table';
import { connectHost, startPage } from '../app/host';
import { TablePage } from '../table/tablePage';

const host = connectHost<FromTablePage>();
startPage(host, toTablePage, () => new TablePage(host));
