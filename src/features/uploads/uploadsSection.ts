import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connection';
import type { ExplorerSection, RowSource, SectionChange } from '../../ui/explorerSection';
import type { Platforms } from '../../ui/platforms';
import { RunningUploads } from './runningUploads';

/** The section, and the uploads of this window that it shows besides what the service lists. */
export interface UploadsSection extends ExplorerSection, vscode.Disposable {
  readonly running: RunningUploads;
  /** An upload of somebody else is gone. */
  removed(connection: Connection, token: string): void;
}

export function uploadsSection(platforms: Platforms): UploadsSection {
  const changes = new vscode.EventEmitter<SectionChange>();
  const running = new RunningUploads();
  running.listen((upload, change) => {
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
    source: (connection) => lazySource(connection, platforms, running),
    onDidChange: changes.event,
    running,
    removed: (connection, token) => {
      changes.fire({ kind: 'rows', connection, removed: [token] });
    },
    dispose: () => {
      running.dispose();
      changes.dispose();
    },
  };
}

function lazySource(connection: Connection, platforms: Platforms, running: RunningUploads): RowSource {
  return {
    load: async (_request, signal) => {
      const { uploadRows } = await import('./uploadRows');
      const rows = await uploadRows(await platforms.clientFor(connection), running.of(connection), signal);
      return { total: rows.length, rows };
    },
  };
}
