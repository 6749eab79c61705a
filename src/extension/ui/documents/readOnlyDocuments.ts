import * as vscode from 'vscode';
import { firesWithin } from './saveDocument';
import { t } from '../../../core/base/localize';
import { onDidChangeHiding, shownText } from '../../../core/privacy/hiddenValues';
import { displayText } from '../../../core/privacy/masker';
import type { MaskedText } from '../../../core/privacy/masker';
import { DocumentContents, documentPath, documentScheme } from './documentContents';
import type { DocumentAction, DocumentSource, ReadOnlyDocument } from './documentContents';
import type { Failures } from '../failures/failures';
import { filesInTabs, filesWithoutTabs } from './filesInTabs';
import type { CommandRegistry } from '../commandRegistry';
import { plainText } from '../../../core/privacy/plainText';
import type { Prompts } from '../prompts/prompts';

/** How long to wait for VS Code to show the new text of an open document. */
const redrawn = 2000;

/** Read-only documents: details, results, requests. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #contents: DocumentContents;
  /** To be rendered again from their last content. */
  readonly #redrawn = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registrations: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(failures: Pick<Failures, 'explain'>) {
    this.#contents = new DocumentContents((error, path) =>
      failures.explain(error, { retry: async () => this.#renew(uriOf(path)) }),
    );
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(documentScheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === documentScheme) this.#contents.close(uri.path);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.uri.scheme === documentScheme) void this.#readAgain(editor.document.uri);
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { path } of filesWithoutTabs(closed, documentScheme)) this.#contents.leave(path);
      }),
      onDidChangeHiding(() => this.#redraw()),
      this.#changed,
    );
  }

  /** Registers the source for documents in this folder below a connection. */
  addSource(folder: string, source: DocumentSource): vscode.Disposable {
    return new vscode.Disposable(this.#contents.addSource(folder, source));
  }

  /**
   * Creates the document or updates its text if it is open. The first segment of the path is the connection;
   * the last one is the title of the tab, whose extension sets the language.
   */
  put(path: readonly string[], text: MaskedText, actions: readonly DocumentAction[] = []): vscode.Uri {
    const uri = documentUri(path);
    this.#contents.put(uri.path, { text, actions });
    this.#changed.fire(uri);
    return uri;
  }

  /** Resolves when the text is visible. */
  async show(
    path: readonly string[],
    text: MaskedText,
    actions: readonly DocumentAction[] = [],
  ): Promise<void> {
    await this.#showText(this.put(path, text, actions));
  }

  /**
   * Opens a document of a source with its current content. Resolves when the content, or the reason of a
   * failure, is visible.
   */
  async open(path: readonly string[]): Promise<void> {
    await this.renew(path);
    await this.#showText(documentUri(path));
  }

  isOpen(path: readonly string[]): boolean {
    const uri = documentUri(path).toString();
    return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
  }

  /** Reads an open document again. */
  async renew(path: readonly string[]): Promise<void> {
    if (this.isOpen(path)) await this.#renew(documentUri(path));
  }

  /** Retries failed documents, for example after the key or the connection has changed. */
  renewFailed(): void {
    for (const uri of filesInTabs(documentScheme)) {
      if (this.#contents.hasFailed(uri.path)) void this.#renew(uri);
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const isRedrawn = this.#redrawn.delete(uri.path);
    const isKept = isRedrawn || this.#contents.isFresh(uri.path);
    const document = isKept ? this.#contents.of(uri.path) : await this.#contents.read(uri.path);
    // A tab can be reopened after its content was discarded.
    return documentText(document) ?? t('This document is no longer available. Open it again.');
  }

  /** The actions of an open document; copying is always available. */
  actionsOf(uri: vscode.Uri): readonly DocumentAction[] {
    const document = this.#contents.of(uri.path);
    if (document === undefined) return [];
    return [...document.actions, copyAction(t('Copy All'), () => displayText(document.text))];
  }

  dispose(): void {
    this.#contents.dispose();
    this.#registrations.dispose();
  }

  async #showText(uri: vscode.Uri): Promise<void> {
    const { document } = await vscode.window.showTextDocument(uri, { preview: true });
    await waitForText(document, () => documentText(this.#contents.of(uri.path)));
  }

  #redraw(): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme !== documentScheme || this.#contents.of(uri.path) === undefined) continue;
      this.#redrawn.add(uri.path);
      this.#changed.fire(uri);
    }
  }

  async #renew(uri: vscode.Uri): Promise<void> {
    if ((await this.#contents.readAgain(uri.path)) !== undefined) this.#changed.fire(uri);
  }

  async #readAgain(uri: vscode.Uri): Promise<void> {
    if (this.#contents.isFresh(uri.path)) return;
    if ((await this.#contents.read(uri.path)) !== undefined) this.#changed.fire(uri);
  }
}

/** The URI of a read-only document. */
export function documentUri(path: readonly string[]): vscode.Uri {
  return uriOf(documentPath(path));
}

function uriOf(path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: documentScheme, path });
}

function documentText(document: ReadOnlyDocument | undefined): string | undefined {
  return document && shownText(displayText(document.text));
}

/** VS Code keeps a document for a while after its tab is closed, and updates its text with a delay. */
async function waitForText(document: vscode.TextDocument, text: () => string | undefined): Promise<void> {
  const isThere = (): boolean => document.getText() === text();
  if (!isThere()) await firesWithin(vscode.workspace.onDidChangeTextDocument, isThere, redrawn);
}

/** An action that copies text to the clipboard. */
export function copyAction(label: string, text: () => string): DocumentAction {
  return { label, run: async () => vscode.env.clipboard.writeText(shownText(text())) };
}

const command = 'logbench.document.act';

/** Offers the actions of a read-only document as code lenses and through a command. */
export function registerDocumentActions(
  commands: CommandRegistry,
  prompts: Prompts,
  documents: ReadOnlyDocuments,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(
      { scheme: documentScheme },
      { provideCodeLenses: ({ uri }) => documents.actionsOf(uri).map((action, at) => lens(uri, action, at)) },
    ),
    commands.registerAll({
      [command]: async (uri, index) => {
        const selected = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
        const actions = selected === undefined ? [] : documents.actionsOf(selected);
        const choices = actions.map((action) => ({ label: action.label, value: action }));
        const question = { title: t('Document Actions'), choices };
        const action = typeof index === 'number' ? actions[index] : await prompts.pick(question);
        await action?.run();
      },
    }),
  );
}

function lens(uri: vscode.Uri, { label }: DocumentAction, index: number): vscode.CodeLens {
  const top = new vscode.Range(0, 0, 0, 0);
  return new vscode.CodeLens(top, { title: plainText(label), command, arguments: [uri, index] });
}
