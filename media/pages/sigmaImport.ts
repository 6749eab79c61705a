import '../app/browserLanguage';
import '../styles/base.css';
import '../styles/filters.css';
import '../styles/sigmaImport.css';
import { toSigmaImportPage } from '../../src/shared/protocol/sigmaImport';
import type { FromSigmaImportPage, SigmaImportResume } from '../../src/shared/protocol/sigmaImport';
import { connectHost, receiveMessages } from '../app/host';
import { SigmaImportPage } from '../sigmaImport/sigmaImportPage';

const host = connectHost<FromSigmaImportPage, SigmaImportResume>();
const page = new SigmaImportPage(host);
receiveMessages(toSigmaImportPage, (message) => {
  page.receive(message);
});
document.body.append(page);
host.post({ kind: 'ready' });
