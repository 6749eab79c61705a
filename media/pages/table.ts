import '../app/browserLanguage';
import '../styles/base.css';
import '../styles/table.css';
import 'uplot/dist/uPlot.min.css';
import { toTablePage } from '../../src/shared/protocol/table';
import type { FromTablePage, TableResume } from '../../src/shared/protocol/table';
import { connectHost, receiveMessages } from '../app/host';
import { withOwnView } from '../app/ownView';
import { TablePage } from '../table/tablePage';

const host = connectHost<FromTablePage, TableResume>();
const page = new TablePage(host);
receiveMessages(toTablePage, (state) => {
  page.data = withOwnView(state, state.table === page.data?.table ? page.data : undefined);
});
document.body.append(page);
host.post({ kind: 'ready' });
