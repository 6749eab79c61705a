import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { ExplorerSection, SectionChange } from '../../ui/explorer/explorerSection';
import type { Memory } from '../../ui/memory';
import { RunningUploads, unfinishedKey } from './runningUploads';
import type { RunningUpload } from './runningUploads';
import type { UnfinishedUploads } from './unfinishedUploads';
import type { OwnUploads } from './uploadRows';
import type { OpenTable } from '../../ui/access';
import type { FeatureDeps } from '../../ui/openUi';

/** The section, with the uploads of this window in addition to those of the platform. */
export interface UploadsSection
  extends ExplorerSection, Pick<OwnUploads, 'running' | 'accountOf'>, vscode.Disposable {
  readonly onDidChange: vscode.Event<SectionChange>;
  readonly unfinished: () => Promise<UnfinishedUploads>;
  /** Does not parse them, because it is called at startup. */
  readonly hasUnfinished: () => boolean;
  /** Removes an upload that is not running in this window. */
  removed(connection: Connection, token: string): void;
}

export function uploadsSection(platforms: Platforms, memory: Memory): UploadsSection {
  const changes = new vscode.EventEmitter<SectionChange>();
  const running = new RunningUploads();
  let stored: Promise<UnfinishedUploads> | undefined;
  const unfinished = async (): Promise<UnfinishedUploads> =>
    (stored ??= import('./unfinishedUploads').then((loaded) => new loaded.UnfinishedUploads(memory)));
  const accountOf: OwnUploads['accountOf'] = async (connection) => platforms.accountOf(connection);
  const forget = async (token: string | undefined): Promise<void> => (await unfinished()).forget(token);
  const keep = async (upload: RunningUpload): Promise<void> => (await unfinished()).keep(upload);
  running.listen((upload, change) => {
    void (change === 'ended' ? forget(upload.upload.token) : keep(upload));
    void import('./uploadRows').then(({ ownRow }) => {
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
    source: (connection) => ({
      load: async (_request, signal) => {
        const { uploadRows } = await import('./uploadRows');
        const own = { running, unfinished: await unfinished(), accountOf };
        return uploadRows(await platforms.clientFor(connection), connection, own, signal);
      },
    }),
    onDidChange: changes.event,
    running,
    unfinished,
    hasUnfinished: () => {
      const stored = memory.get(unfinishedKey);
      return Array.isArray(stored) && stored.length > 0;
    },
    accountOf,
    removed: (connection, token) => {
      void forget(token);
      changes.fire({ kind: 'rows', connection, removed: [token] });
    },
    dispose: () => {
      running.dispose();
      changes.dispose();
    },
  };
}

/** The dependencies of all upload actions. */
export interface UploadDeps extends FeatureDeps {
  readonly section: UploadsSection;
  /** The table name of an explorer row. */
  readonly tableOfRow: (value: unknown) => string | undefined;
  /** The table whose page is the active tab. */
  readonly openTable: () => Promise<OpenTable | undefined>;
  /** Called when tables of a connection have changed. */
  readonly tablesChanged: (connection: Connection) => void;
  /** Shows invalid rows in Problems. */
  readonly problems: vscode.DiagnosticCollection;
}
