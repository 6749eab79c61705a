import { t } from '../../shared/localize';
import { fromSigmaImportPage, sigmaImportResume } from '../../shared/protocol/sigmaImport';
import type {
  FromSigmaImportPage,
  SigmaImportResume,
  SigmaImportView,
  ToSigmaImportPage,
} from '../../shared/protocol/sigmaImport';
import type { Connection } from '../../ui/connections/connection';
import { OpenPanels } from '../../ui/panels/openPanels';
import type { PanelType } from '../../ui/panels/webviewPanel';
import { ImportPanel } from './importPanel';
import type { SigmaDeps } from './sigmaDeps';
import { maskImport } from './maskImport';

const importPanelType: PanelType<ToSigmaImportPage, FromSigmaImportPage, SigmaImportResume> = {
  viewType: 'logbench.sigmaImport',
  page: 'sigmaImport',
  fromPage: fromSigmaImportPage,
  resume: sigmaImportResume,
  titleOf: ({ connection }) => t('Import Sigma Rules · {0}', connection),
  resumeOf: (message) => {
    if (message.kind !== 'state') return undefined;
    const { connection, folder, view } = message;
    return { connection: connection.name, folder, view };
  },
  mask: maskImport,
};

const firstView: SigmaImportView = {
  text: '',
  levels: [],
  products: [],
  techniques: [],
  states: [],
  days: 1,
  chosen: [],
  widths: {},
  firstRow: 0,
};

/** The import panels of this window, one per folder and connection. */
export class ImportPanels extends OpenPanels<
  ToSigmaImportPage,
  FromSigmaImportPage,
  SigmaImportResume,
  ImportPanel
> {
  constructor(deps: SigmaDeps) {
    super(
      importPanelType,
      deps.platforms,
      deps.environment,
      (panel, connection, { folder, view }) =>
        // The selection consists of indexes into a list that may have changed since it was restored.
        new ImportPanel(panel, { connection, folder, view: { ...view, chosen: [] } }, deps),
    );
  }

  open(connection: Connection, folder: string): void {
    const known = this.all().find((panel) => panel.shows(connection, folder));
    if (known) known.reveal();
    else this.add(connection, { connection: connection.name, folder, view: firstView });
  }
}
