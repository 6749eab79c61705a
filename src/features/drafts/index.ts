import path from 'node:path';
import * as vscode from 'vscode';
import type { PlatformClient } from '../../api/client';
import type { FileMarks } from '../../ui/fileMarks';
import type { Platforms } from '../../ui/platforms';
import type { Workbench } from '../../ui/workbench';
import { ActiveDraft } from './activeDraft';
import { draftCommands } from './draftCommands';
import { DraftMarks } from './draftMarks';
import { DraftStore } from './draftStore';
import { documentsOf } from './openDocuments';
import { keepFresh } from './keepFresh';
import { PlatformText, platformScheme } from './platformText';
import type { QueryAddress } from '../../shared/queryAddress';
import { QueryFileSystem, scheme } from './queryFileSystem';
import { QueryLenses } from './queryLenses';
import type { ScheduledQueriesAccess } from '../../ui/scheduledQueriesAccess';
import { WorkingCopies } from './workingCopies';

export interface Drafts extends vscode.Disposable {
  readonly files: QueryFileSystem;
  readonly marks: FileMarks;
}

/** Opens scheduled queries in editor tabs: saving keeps a draft, publishing sends it. */
export function registerDrafts(
  workbench: Workbench,
  platforms: Platforms,
  storage: vscode.Uri,
  scheduledQueries: ScheduledQueriesAccess,
): Drafts {
  const store = new DraftStore(path.join(storage.fsPath, 'drafts'));
  const stop = new AbortController();
  const clientOf = async (address: QueryAddress): Promise<PlatformClient> => {
    const connection = platforms.find(address.connection);
    if (connection === undefined) throw vscode.FileSystemError.Unavailable(address.connection);
    return platforms.clientFor(connection);
  };
  const copies = new WorkingCopies(store, clientOf, (address) => {
    files.announce(documentsOf(address).map(({ uri }) => uri));
    marks.refresh(address);
    lenses.refresh();
    activeDraft.update();
  });
  const activeDraft = new ActiveDraft(copies);
  const files = new QueryFileSystem(copies, platforms);
  const marks = new DraftMarks(copies);
  const lenses = new QueryLenses(copies, platforms, scheduledQueries.describe);
  const platformText = new PlatformText(async (address) => (await copies.readPlatformText(address)) ?? '');
  store.watch((address) => void copies.reload(address), stop.signal);
  void copies.loadMarks();

  const registrations = vscode.Disposable.from(
    files,
    marks,
    lenses,
    activeDraft,
    platformText,
    new vscode.Disposable(() => {
      stop.abort();
    }),
    vscode.workspace.registerTextDocumentContentProvider(platformScheme, platformText),
    vscode.window.registerFileDecorationProvider(marks),
    vscode.languages.registerCodeLensProvider({ scheme }, lenses),
    keepFresh(copies, lenses, platforms, files),
    draftCommands({ workbench, platforms, copies, platformText, scheduledQueries }),
  );
  return {
    files,
    marks,
    dispose: () => {
      registrations.dispose();
    },
  };
}
