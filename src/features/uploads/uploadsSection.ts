import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { ExplorerSection, RowSource, SectionChange } from '../../ui/explorer/explorerSection';
import type { Memory } from '../../ui/memory';
import { RunningUploads } from './runningUploads';
import { UnfinishedUploads } from './unfinishedUploads';
import type { OwnUploads } from './uploadRows';
import type { Ui } from '../../ui/ui';

/** The section, with the uploads of this window in addition to those of the platform. */
export interface UploadsSection extends ExplorerSection, OwnUploads, vscode.Disposable {
  /** Removes an upload that is not running in this window. */
  removed(connection: Connection, token: string): void;
}

export function uploadsSection(platforms: Platforms, memory: Memory): UploadsSection {
  const changes = new vscode.EventEmitter<SectionChange>();
  const running = new RunningUploads();
  const unfinished = new UnfinishedUploads(memory);
  const accountOf: OwnUploads['accountOf'] = async (connection) => platforms.accountOf(connection);
  running.listen((upload, change) => {
    if (change === 'ended') unfinished.forget(upload.upload.token);
    else unfinished.keep(upload);
    void import('./uploadRow').then(({ ownRow }) => {
      const { connection, id } = upload;
      if (change === 'ended') changes.fire({ kind: 'rows', connection, removed: [id] });
      else {
        const row = ownRow(upload);
        changes.fire({ kind: 'rows', connection, [change === 'started' ? 'added' : 'changed']: [row] });
      }
    });
  });
  return {
    id: 'uploads',
    label: t('Uploads'),
    icon: 'cloud-upload',
    source: (connection) => lazySource(connection, platforms, { running, unfinished, accountOf }),
    onDidChange: changes.event,
    running,
    unfinished,
    accountOf,
    removed: (connection, token) => {
      unfinished.forget(token);
      changes.fire({ kind: 'rows', connection, removed: [token] });
    },
    dispose: () => {
      running.dispose();
      changes.dispose();
    },
  };
}

function lazySource(connection: Connection, platforms: Platforms, own: OwnUploads): RowSource {
  return {
    load: async (_request, signal) => {
      const { uploadRows } = await import('./uploadRows');
      return uploadRows(await platforms.clientFor(connection), connection, own, signal);
    },
  };
}

/** The dependencies of all upload actions. */
export interface UploadDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly section: UploadsSection;
  /** The table name of an explorer row. */
  readonly tableOfRow: (value: unknown) => string | undefined;
  /** Called when tables of a connection have changed. */
  readonly tablesChanged: (connection: Connection) => void;
  /** Shows invalid rows in Problems. */
  readonly problems: vscode.DiagnosticCollection;
}
