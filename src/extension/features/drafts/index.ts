import path from 'node:path';
import * as vscode from 'vscode';
import type {
  FileMarks,
  FileMark,
  ProjectFiles,
  RulesAccess,
  ScheduledQueriesAccess,
  ScheduleDrafts,
  SaveProposal,
} from '../../ui/access';
import type { Platforms } from '../../ui/connections/connection';
import type { Ui } from '../../ui/openUi';
import { DraftStore } from './draftStore';
import { documentsOf, targetOf } from './queryTarget';
import { keepFresh } from './keepFresh';
import { PlatformText } from './platformText';
import { QueryLenses } from './queryLenses';
import { onDidChangeZone } from '../../ui/format/timeZones';
import { currentText, bytesOf, needsMark, decodeText } from './storedQuery';
import { WorkingCopies } from './workingCopies';
import { addressOf, parsePath, keyOf } from '../../ui/queryAddress';
import type { DraftActions, DraftDeps } from './draftActions';
import { t } from '../../../core/base/localize';
import { platformScheme, queryInFront, queryScheme, queryUri } from '../../ui/documents/queryUri';
import type { QueryAddress } from '../../ui/queryAddress';
import { registerLenses } from '../../ui/documents/registerLenses';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { plainText } from '../../../core/privacy/plainText';
import type { StoredQuery } from './storedQuery';

export interface Drafts extends ScheduleDrafts, vscode.Disposable {
  readonly files: QueryFileSystem;
  readonly marks: FileMarks;
  readonly saveProposal: SaveProposal;
  /** All drafts whose platform has a connection. */
  readonly list: () => Promise<readonly ListedDraft[]>;
  /** The read-only document with the published text of the query or rule in an editor. */
  readonly publishedUri: (uri: vscode.Uri) => vscode.Uri;
}

/** Opens scheduled queries and detection rules in editors: saving stores a draft, publishing sends it. */
export function registerDrafts(
  ui: Ui,
  platforms: Platforms,
  storage: vscode.Uri,
  scheduledQueries: ScheduledQueriesAccess,
  projects: ProjectFiles,
  rules: RulesAccess,
): Drafts {
  const store = new DraftStore(path.join(storage.fsPath, 'drafts'));
  const stop = new AbortController();
  const copies = new WorkingCopies(store, platforms, (address) => {
    files.announce(documentsOf(copies, address).map(({ uri }) => uri));
    marks.refresh(address);
    lenses.refresh();
    platformText.refresh(address);
    markActiveDraft(copies);
  });
  const files = new QueryFileSystem(copies);
  const marks = new DraftMarks(copies);
  const lenses = new QueryLenses(copies, platforms, scheduledQueries, projects.fileOf);
  const refreshLenses = (): void => lenses.refresh();
  const platformText = new PlatformText(copies);
  store.watch((folder, id) => void copies.reload(folder, id), stop.signal);
  void copies.loadMarks();

  const registrations = vscode.Disposable.from(
    files,
    marks,
    lenses,
    platformText,
    vscode.window.onDidChangeActiveTextEditor(() => markActiveDraft(copies)),
    new vscode.Disposable(() => stop.abort()),
    vscode.workspace.registerTextDocumentContentProvider(platformScheme, platformText),
    vscode.window.registerFileDecorationProvider(marks),
    registerLenses({ scheme: queryScheme }, lenses),
    platforms.onDidChange((change) => {
      if (change === 'connections') void copies.loadMarks();
    }),
    onDidChangeZone(refreshLenses),
    projects.onDidMoveFiles(refreshLenses),
    keepFresh(copies, lenses, platforms, scheduledQueries, rules),
    draftCommands({ ui, platforms, copies, platformText, scheduledQueries, projects, rules }),
  );
  return {
    files,
    marks,
    saveProposal: proposalsIn(copies),
    list: async () => listDrafts(copies),
    publishedUri: (uri) => uri.with({ scheme: platformScheme }),
    propose: async ({ name }, guid, cronSchedule) =>
      copies.propose(addressOf(name, guid.toLowerCase()), cronSchedule),
    proposedSchedule: ({ name }, guid) => copies.proposedSchedule(addressOf(name, guid.toLowerCase())),
    dispose: () => void registrations.dispose(),
  };
}

export interface ListedDraft extends ShownQuery {
  readonly text: string;
  readonly isDraft: true;
}

async function listDrafts(copies: WorkingCopies): Promise<readonly ListedDraft[]> {
  const drafts = (await copies.drafts()).filter(({ query }) => copies.isReached(query));
  return drafts.flatMap(({ id, query }) =>
    copies.addressesOf(id, query).map((address) => ({
      address,
      name: query.base.name,
      text: currentText(query),
      isDraft: true as const,
    })),
  );
}

/** Sets the context key `logbench.activeDraft` if the active editor shows a draft. */
function markActiveDraft(copies: WorkingCopies): void {
  const address = queryInFront()?.address;
  const isDraft = address !== undefined && copies.hasDraft(address);
  void vscode.commands.executeCommand('setContext', 'logbench.activeDraft', isDraft);
}

/** Registers the commands; their code is loaded when the first one runs. */
function draftCommands(deps: DraftDeps): vscode.Disposable {
  let actions: Promise<DraftActions> | undefined;
  const loaded = (): Promise<DraftActions> =>
    (actions ??= import('./draftActions').then((loaded) => new loaded.DraftActions(deps)));
  const registration = deps.ui.commands.registerAll(
    {
      'logbench.scheduledQuery.open': async (...args) => (await loaded()).open(args),
      'logbench.scheduledQuery.publish': async (...args) => (await loaded()).publish(args),
      'logbench.scheduledQuery.compare': async (...args) => (await loaded()).compare(args, false),
      'logbench.scheduledQuery.compareContent': async (...args) => (await loaded()).compare(args, true),
      'logbench.scheduledQuery.revert': async (...args) => (await loaded()).revert(args),
      'logbench.drafts.list': async (...args) => (await loaded()).list(args),
      'logbench.scheduledQuery.showRequest': async (...args) => (await loaded()).showRequest(args),
    },
    'logbench.scheduledQuery.open',
  );
  const disposing = new vscode.Disposable(() => void actions?.then((built) => built.dispose()));
  return vscode.Disposable.from(registration, disposing);
}

/** Saves drafts that were not written by the user, to be compared and published. */
function proposalsIn(copies: WorkingCopies): SaveProposal {
  /** The last proposal per query: it may be replaced, edits by the user may not. */
  const texts = new Map<string, string>();
  return async (connection, query, text) => {
    const target = targetOf(connection, query);
    const key = copies.keyOf(target.address);
    const kept = await copies.refresh(target.address);
    const isDirty = documentsOf(copies, target.address).some((document) => document.isDirty);
    const isInUse = kept?.draft !== undefined && kept.draft !== texts.get(key);
    if (isDirty || isInUse) return undefined;
    await copies.save(target.address, text);
    texts.set(key, text);
    return queryUri(target);
  };
}

/** Decorates drafts with badge, color and tooltip in tabs and the explorer. */
class DraftMarks implements vscode.FileDecorationProvider, FileMarks {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  readonly #marked = new Set<string>();
  readonly #markChanged = new vscode.EventEmitter<QueryAddress>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly onDidChangeMark = this.#markChanged.event;

  constructor(private readonly copies: WorkingCopies) {}

  dispose(): void {
    this.#changed.dispose();
    this.#markChanged.dispose();
  }

  /** The URIs of a query depend on its name, so all decorations are refreshed. */
  refresh(address: QueryAddress): void {
    this.#changed.fire(undefined);
    const [key, isMarked] = [keyOf(address), this.copies.hasDraft(address)];
    if (isMarked === this.#marked.has(key)) return;
    if (isMarked) this.#marked.add(key);
    else this.#marked.delete(key);
    this.#markChanged.fire(address);
  }

  markOf(path: string): FileMark | undefined {
    const address = parsePath(path);
    if (address === undefined || !this.copies.hasDraft(address)) return undefined;
    return { facet: 'draft', text: t('Draft, not published') };
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const mark = uri.scheme === queryScheme ? this.markOf(uri.path) : undefined;
    if (mark === undefined) return undefined;
    return new vscode.FileDecoration('D', mark.text, new vscode.ThemeColor('logbench.draftForeground'));
  }
}

/**
 * Scheduled queries as files. Reads come from the platform, or from the store if it cannot be reached; writes
 * store a draft and send nothing, so a lock does not prevent them.
 */
export class QueryFileSystem implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(private readonly copies: WorkingCopies) {}

  dispose(): void {
    this.#changed.dispose();
  }

  /** Makes editors reload these files. */
  announce(files: readonly vscode.Uri[]): void {
    this.#changed.fire(files.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  /** Changes are announced for every open file, so there is nothing to watch. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const address = parsePath(uri.path);
    if (address === undefined) return folderStat;
    const query = await this.#read(uri, address);
    const size = bytes(uri, query).length;
    return { type: vscode.FileType.File, ctime: 0, mtime: query.changedAt, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return bytes(uri, await this.#read(uri, this.#addressOf(uri)));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const address = this.#addressOf(uri);
    const text = decodeText(content);
    if (text === undefined) {
      const message = t('Queries can be saved only as UTF-8. Select “Save with Encoding”, then UTF-8.');
      throw vscode.FileSystemError.NoPermissions(plainText(message));
    }
    await this.copies.save(address, text);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    const message = t('Use “Logbench: Delete Scheduled Queries…” to delete {0}.', uri.path);
    throw vscode.FileSystemError.NoPermissions(plainText(message));
  }

  rename(uri: vscode.Uri): void {
    const message = t('Use “Logbench: Edit Schedule and Properties…” to rename {0}.', uri.path);
    throw vscode.FileSystemError.NoPermissions(plainText(message));
  }

  async #read(uri: vscode.Uri, address: QueryAddress): Promise<StoredQuery> {
    const stored = await this.copies.open(address).catch((error: unknown) => {
      throw vscode.FileSystemError.Unavailable(error instanceof Error ? plainText(error.message) : uri);
    });
    if (stored === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return stored;
  }

  #addressOf(uri: vscode.Uri): QueryAddress {
    const address = parsePath(uri.path);
    if (address === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return address;
  }
}

function bytes(uri: vscode.Uri, query: StoredQuery): Uint8Array {
  const files = vscode.workspace.getConfiguration('files', { uri, languageId: 'logbench-query' });
  return bytesOf(currentText(query), needsMark(files.get('encoding'), files.get('autoGuessEncoding')));
}

const folderStat: vscode.FileStat = {
  type: vscode.FileType.Directory,
  ctime: 0,
  mtime: 0,
  size: 0,
  permissions: vscode.FilePermission.Readonly,
};
