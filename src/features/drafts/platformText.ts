import * as vscode from 'vscode';
import { firesWithin } from '../../ui/documents/saveDocument';
import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import { parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { platformScheme, queryUri } from '../../ui/documents/queryUri';
import type { QueryTarget } from './queryTarget';
import { differingFields } from '../../shared/wire/scheduledQueryFields';
import { propertiesText } from '../../ui/format/queryFields';
import { currentText, isRule, withContent } from './storedQuery';
import type { StoredQuery, EditableRecord } from './storedQuery';
import type { WorkingCopies } from './workingCopies';

/** The query of the URI, which selects the content; empty for the unformatted text of the platform. */
const laidOut = { platform: 'platform, laid out', draft: 'draft, laid out' };
const properties = { platform: 'platform, properties', draft: 'draft, properties' };
/** The texts that a merge starts with, which do not change while it is under way. */
const mergeSide = { base: 'merge, base', draft: 'merge, draft', platform: 'merge, platform' };

/** The texts for diff editors, updated when the platform's record or the draft changes. */
export class PlatformText implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** The last content, by URI. */
  readonly #shown = new Map<string, string>();
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly copies: Pick<WorkingCopies, 'keyOf' | 'open' | 'readPlatformText' | 'recordOf'>,
  ) {}

  dispose(): void {
    this.#changed.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const address = addressOf(uri);
    if (address === undefined) return '';
    const text = (await this.#read(address, uri.query)) ?? '';
    this.#shown.set(uri.toString(), text);
    return Object.values(laidOut).includes(uri.query) ? layOut(text) : text;
  }

  /** Updates open diff editors. Requests the text of the platform only if it has changed. */
  refresh(address: QueryAddress): void {
    const key = this.copies.keyOf(address);
    for (const { uri } of vscode.workspace.textDocuments) {
      const compared = uri.scheme === platformScheme ? addressOf(uri) : undefined;
      if (compared === undefined || this.copies.keyOf(compared) !== key) continue;
      if (Object.values(mergeSide).includes(uri.query)) continue;
      const isDraft = uri.query === laidOut.draft || Object.values(properties).includes(uri.query);
      const isSame = this.copies.recordOf(address)?.query === this.#shown.get(uri.toString());
      if (isDraft || !isSame) this.#changed.fire(uri);
    }
  }

  /** Opens a diff editor with the platform on the left and the editable draft on the right. */
  async compare(target: QueryTarget): Promise<void> {
    const draft = queryUri(target);
    const platform = draft.with({ scheme: platformScheme });
    const title = t('{0}: {1} ↔ your draft', target.name, target.connection.name);
    if (await this.#hasOtherProperties(target.address)) {
      // Not in one editor with the text: in VS Code 1.100, extensions still see such an editor after it is closed.
      const side = (query: string): vscode.Uri =>
        platform.with({ path: `${platform.path}${plainSuffix}`, query });
      const about = t('{0}: properties on {1} ↔ your draft', target.name, target.connection.name);
      await this.#showDiff(side(properties.platform), side(properties.draft), about, { preview: false });
    }
    await this.#showDiff(platform, draft, title);
  }

  /** What a merge editor shows: the text that the draft began with, the draft, and the text of the platform. */
  mergeSides(target: QueryTarget): { base: vscode.Uri; input1: object; input2: object } {
    const side = (query: string): vscode.Uri => queryUri(target).with({ scheme: platformScheme, query });
    for (const query of Object.values(mergeSide)) this.#changed.fire(side(query));
    return {
      base: side(mergeSide.base),
      input1: { uri: side(mergeSide.draft), title: t('Your draft') },
      input2: { uri: side(mergeSide.platform), title: plainText(target.connection.name) },
    };
  }

  /** Whether the platform has other properties than those with which the draft was started or that it sets. */
  async #hasOtherProperties(address: QueryAddress): Promise<boolean> {
    // The diff editor shows why it cannot be read.
    await this.copies.readPlatformText(address).catch(() => undefined);
    const stored = await this.copies.open(address);
    const record = this.copies.recordOf(address);
    if (stored === undefined || record === undefined) return false;
    // The text of a rule contains its properties.
    if (isRule(stored.base) || isRule(record)) return false;
    return differingFields(withContent(stored.base, stored), record).some((field) => field !== 'query');
  }

  /** The same with both texts formatted, so that only differences in content appear. */
  async compareContent(target: QueryTarget): Promise<void> {
    const side = (query: string): vscode.Uri => queryUri(target).with({ scheme: platformScheme, query });
    const title = t('{0}: {1} ↔ your draft, layout ignored', target.name, target.connection.name);
    await this.#showDiff(side(laidOut.platform), side(laidOut.draft), title);
  }

  async #showDiff(left: vscode.Uri, right: vscode.Uri, title: string, options = {}): Promise<void> {
    for (const side of [left, right]) if (side.scheme === platformScheme) this.#changed.fire(side);
    await vscode.commands.executeCommand('vscode.diff', left, right, plainText(title), options);
  }

  async #read(address: QueryAddress, side: string): Promise<string | undefined> {
    if (side === properties.platform) {
      const record = this.copies.recordOf(address);
      return record && !isRule(record) ? propertiesText(record) : undefined;
    }
    const ofDraft = draftSides[side];
    if (ofDraft === undefined) return this.copies.readPlatformText(address);
    const stored = await this.copies.open(address);
    return stored && ofDraft(stored);
  }
}

/** The contents that do not come from the platform. */
const draftSides: Readonly<Record<string, ((stored: StoredQuery) => string) | undefined>> = {
  [laidOut.draft]: currentText,
  [properties.draft]: ({ base, ...draft }) => (isRule(base) ? '' : propertiesText(withContent(base, draft))),
  [mergeSide.base]: ({ base }) => base.query,
  [mergeSide.draft]: currentText,
};

/** Properties are not a query: their documents have a name that ends like a plain text. */
const plainSuffix = '.txt';

function addressOf({ path }: vscode.Uri): QueryAddress | undefined {
  return parsePath(path.endsWith(plainSuffix) ? path.slice(0, -plainSuffix.length) : path);
}

/** The parser is loaded with the first such comparison. */
async function layOut(text: string): Promise<string> {
  const [{ parseQuery }, layout] = await Promise.all([
    import('../../language/parseQuery'),
    import('../../language/services/layout'),
  ]);
  return layout.layOut(parseQuery(text));
}

/**
 * Merges drafts with what others have published, in the merge editor of VS Code. A draft that is saved there
 * is based on the record that it was merged with, so that only later changes are conflicts.
 */
export class MergeEditors implements vscode.Disposable {
  /** By the URI of the draft. */
  readonly #merges = new Map<string, Merge>();
  readonly #events = vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument((event) => {
      const merge = this.#merges.get(event.document.uri.toString());
      if (merge === undefined) return;
      // In its own editor, the user does not see what is merged.
      merge.isAutomatic =
        event.reason !== vscode.TextDocumentSaveReason.Manual && !isInPlainEditor(event.document.uri);
      if (merge.isAutomatic || isInPlainEditor(event.document.uri)) return;
      if (!merge.undecided.has(event.document.getText())) event.waitUntil(this.#finish(merge));
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const tab of closed) {
        const merge = this.#merges.get(resultOf(tab)?.toString() ?? '');
        if (merge) void this.#close(merge);
      }
    }),
  );

  constructor(
    private readonly copies: Pick<WorkingCopies, 'rebase' | 'save' | 'interceptSaves'>,
    private readonly platformText: Pick<PlatformText, 'mergeSides'>,
  ) {}

  dispose(): void {
    this.#events.dispose();
  }

  async open(target: QueryTarget, record: EditableRecord): Promise<void> {
    const output = queryUri(target);
    const isOpen = vscode.window.tabGroups.all.some(({ tabs }) =>
      tabs.some((tab) => resultOf(tab)?.toString() === output.toString()),
    );
    const sides = this.platformText.mergeSides(target);
    const { openTextDocument } = vscode.workspace;
    const [document, base] = await Promise.all([openTextDocument(output), openTextDocument(sides.base)]);
    const draft = this.#merges.get(output.toString())?.draft ?? document.getText();
    const undecided = new Set([draft, base.getText()]);
    const merge: Merge = { target, record, document, draft, undecided };
    this.#merges.set(output.toString(), merge);
    this.copies.interceptSaves(target.address, (text) => keeps(merge, text));
    if (!isOpen) await insertConflictMark(document, undecided);
    const replaced = isOpen ? undefined : withoutMark(document);
    // The command with which the Git extension opens it; there is no other. It does not wait for its editor.
    await vscode.commands.executeCommand('_open.mergeEditor', { ...sides, output });
    // What could be merged without a decision.
    if (replaced) undecided.add(await replaced);
  }

  /** The merge editor was closed: what was saved in it automatically is the draft, if anything was decided. */
  async #close(merge: Merge): Promise<void> {
    const { target, document, draft, undecided, kept } = merge;
    await this.#finish(merge, kept !== undefined && !undecided.has(kept));
    if (kept === undefined) return;
    if (!undecided.has(kept)) await this.copies.save(target.address, kept);
    else if (!document.isClosed && document.getText() !== draft) await replaceText(document, draft);
  }

  async #finish({ target, record }: Merge, isMerged = true): Promise<void> {
    this.#merges.delete(queryUri(target).toString());
    this.copies.interceptSaves(target.address, undefined);
    if (isMerged) await this.copies.rebase(target.address, record);
  }
}

interface Merge {
  readonly target: QueryTarget;
  readonly record: EditableRecord;
  readonly document: vscode.TextDocument;
  readonly draft: string;
  /** Texts that contain nothing of what others have published: saving one of them merges nothing. */
  readonly undecided: Set<string>;
  /** Whether the last save was not the user's. */
  isAutomatic?: boolean;
  /** The text that was saved last instead of the draft. */
  kept?: string;
}

/** The draft is kept until the user saves a decision, or closes the merge editor after one. */
function keeps(merge: Merge, text: string): boolean {
  if (merge.isAutomatic !== true && !merge.undecided.has(text)) return false;
  merge.kept = text;
  return true;
}

/**
 * The merge editor takes a result that is a draft for the decision for the draft, with no conflicts remaining. It replaces one
 * with the mark of a conflict, as Git writes it, with what can be merged without a decision.
 */
async function insertConflictMark(document: vscode.TextDocument, undecided: Set<string>): Promise<void> {
  undecided.add(conflictMark + document.getText());
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), conflictMark);
  await vscode.workspace.applyEdit(edit);
}

const conflictMark = '<<<<<<<\n';
/** Milliseconds; a merge editor that cannot open replaces nothing. */
const maxWait = 10_000;

/** The text, once the merge editor has replaced the one with the mark. */
async function withoutMark(document: vscode.TextDocument): Promise<string> {
  const isReplaced = (event: vscode.TextDocumentChangeEvent): boolean =>
    event.document === document && !document.getText().startsWith(conflictMark);
  await firesWithin(vscode.workspace.onDidChangeTextDocument, isReplaced, maxWait);
  return document.getText();
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
  await document.save();
}

/** The document that a merge editor changes. VS Code has its input in every tab, but not yet in its API. */
function resultOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (typeof input !== 'object' || input === null || !('result' in input)) return undefined;
  return input.result instanceof vscode.Uri ? input.result : undefined;
}

function isInPlainEditor(uri: vscode.Uri): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}
