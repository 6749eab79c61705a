import path from 'node:path';
import * as vscode from 'vscode';
import { plainText } from '../../shared/plainText';
import type { FileMarks } from '../../ui/documents/fileMarks';
import type { Platforms } from '../../ui/connections/platforms';
import type { ProjectFiles } from '../../ui/documents/projectFiles';
import type { Ui } from '../../ui/ui';
import { ActiveDraft } from './activeDraft';
import { draftCommands } from './draftCommands';
import { DraftMarks } from './draftMarks';
import { DraftStore } from './draftStore';
import { documentsOf } from './openDocuments';
import { keepFresh } from './keepFresh';
import { PlatformText, platformScheme } from './platformText';
import { Proposals } from './proposals';
import { QueryFileSystem, scheme } from './queryFileSystem';
import { QueryLenses } from './queryLenses';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import { isSameService, serviceOf } from '../../ui/connections/connection';
import { onDidChangeZone } from '../../ui/format/zone';
import type { Connection } from '../../ui/connections/connection';
import { WorkingCopies } from './workingCopies';
import type { DraftPlatforms } from './workingCopies';

export interface Drafts extends vscode.Disposable {
  readonly files: QueryFileSystem;
  readonly marks: FileMarks;
  /** Drafts that assistants and other features propose. */
  readonly proposals: Proposals;
  /** Saves another cron expression as a draft; nothing is sent. */
  readonly propose: (connection: Connection, guid: string, cronSchedule: string) => Promise<void>;
}

/** Opens scheduled queries in editors: saving stores a draft, publishing sends it. */
export function registerDrafts(
  ui: Ui,
  platforms: Platforms,
  storage: vscode.Uri,
  scheduledQueries: ScheduledQueriesAccess,
  projects: ProjectFiles,
): Drafts {
  const store = new DraftStore(path.join(storage.fsPath, 'drafts'));
  const stop = new AbortController();
  const copies = new WorkingCopies(store, servicesOf(platforms), (address) => {
    files.announce(documentsOf(copies, address).map(({ uri }) => uri));
    marks.refresh(address);
    lenses.refresh();
    platformText.refresh(address);
    activeDraft.update();
  });
  const activeDraft = new ActiveDraft(copies);
  const files = new QueryFileSystem(copies);
  const marks = new DraftMarks(copies);
  const lenses = new QueryLenses(copies, platforms, scheduledQueries.describe, projects.fileOf);
  const refreshLenses = (): void => {
    lenses.refresh();
  };
  const platformText = new PlatformText(copies);
  const names = (): readonly string[] => platforms.all().map(({ name }) => name);
  store.watch((folder, guid) => void copies.reload(folder, guid, names()), stop.signal);
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
    platforms.onDidChange((change) => {
      if (change === 'connections') void copies.loadMarks();
    }),
    new vscode.Disposable(onDidChangeZone(refreshLenses)),
    projects.onDidMoveFiles(refreshLenses),
    keepFresh(copies, lenses, platforms, scheduledQueries),
    draftCommands({ ui, platforms, copies, platformText, scheduledQueries, projects }),
  );
  return {
    files,
    marks,
    proposals: new Proposals(copies),
    propose: async ({ name }, guid, cronSchedule) =>
      copies.propose({ connection: name, guid: guid.toLowerCase() }, cronSchedule),
    dispose: () => {
      registrations.dispose();
    },
  };
}

function servicesOf(platforms: Platforms): DraftPlatforms {
  return {
    clientOf: async ({ connection: name }) => {
      const connection = platforms.find(name);
      if (connection === undefined) throw vscode.FileSystemError.Unavailable(plainText(name));
      return platforms.clientFor(connection);
    },
    serviceOf: (name) => platforms.serviceOf(name),
    namesOf: (service) =>
      platforms.all().flatMap((one) => (isSameService(serviceOf(one), service) ? [one.name] : [])),
  };
}
