import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import { parsePath } from '../../ui/queryAddress';
import type { QueryAddress } from '../../ui/queryAddress';
import { platformScheme, queryUri } from '../../ui/documents/queryUri';
import type { QueryTarget } from './queryTarget';
import { currentText } from './storedQuery';
import type { StoredQuery } from './storedQuery';
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
    const { kindOf } = await import('./textKinds');
    const kind = kindOf(address);
    return kind.properties(stored.base, stored) !== kind.properties(record);
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
    if (Object.values(properties).includes(side)) return this.#readProperties(address, side);
    const ofDraft = draftSides[side];
    if (ofDraft === undefined) return this.copies.readPlatformText(address);
    const stored = await this.copies.open(address);
    return stored && ofDraft(stored);
  }

  async #readProperties(address: QueryAddress, side: string): Promise<string | undefined> {
    const { kindOf } = await import('./textKinds');
    const kind = kindOf(address);
    if (side === properties.platform) {
      const record = this.copies.recordOf(address);
      return record && kind.properties(record);
    }
    const stored = await this.copies.open(address);
    return stored && kind.properties(stored.base, stored);
  }
}

/** The contents that do not come from the platform. */
const draftSides: Readonly<Record<string, ((stored: StoredQuery) => string) | undefined>> = {
  [laidOut.draft]: currentText,
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
    import('../../../core/language/parseQuery'),
    import('../../../core/language/services/layout'),
  ]);
  return layout.layOut(parseQuery(text));
}
