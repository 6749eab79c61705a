import '../app/browserLanguage';
import '../styles/base.css';
import '../styles/filters.css';
import '../styles/sigmaImport.css';
import { toSigmaImportPage } from '../../src/shared/protocol/sigmaImport';
import type { FromSigmaImportPage } from '../../src/shared/protocol/sigmaImport';
import { connectHost, startPage } from '../app/host';
import { SigmaImportPage } from '../sigmaImport/sigmaImportPage';

const host = connectHost<FromSigmaImportPage>();
startPage(host, toSigmaImportPage, () => new SigmaImportPage(host));
