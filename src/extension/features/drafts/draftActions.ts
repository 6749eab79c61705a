import * as vscode from 'vscode';
import { isQueryRejection } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import { iconLabel } from '../../../core/privacy/plainText';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import type { RulesAccess, ScheduledQueriesAccess, ProjectFiles } from '../../ui/access';
import { queryOf, queryUri, shownQuery } from '../../ui/documents/queryUri';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { selectedRows } from '../../ui/explorer/explorerSection';
import { TextProblems } from '../../ui/documents/textProblems';
import { withProgress } from '../../ui/prompts/progress';
import { readSettings } from '../../ui/settings/settings';
import type { FeatureDeps } from '../../ui/openUi';
import { requestDetail } from '../../ui/writes/sendAndLog';
import { MergeEditors } from './mergeEditors';
import type { PlatformText } from './platformText';
import { actOnMany, discardDrafts } from './manyDrafts';
import { askDraftCommand, pickDrafts } from './pickDrafts';
import { compareDraft, Publisher } from './publisher';
import type { PublishResult } from './publisher';
import { documentsOf, revertDocumentsOf, ruleTarget, saveDocumentsOf, targetOf } from './queryTarget';
import type { QueryTarget } from './queryTarget';
import { explainRejection, openQuery, showCreated, showProblem } from './showPublished';
import { currentText, isRule } from './storedQuery';
import type { EditableRecord } from './storedQuery';
import { kindOf } from './textKinds';
import type { WorkingCopies } from './workingCopies';

export interface DraftDeps extends FeatureDeps {
  readonly copies: WorkingCopies;
  readonly platformText: PlatformText;
  readonly scheduledQueries: ScheduledQueriesAccess;
  readonly projects: ProjectFiles;
  readonly rules: RulesAccess;
}

const shownFor = 5000;

/** The implementations of the commands, which take the command arguments. */
export class DraftActions implements vscode.Disposable {
  readonly #publisher: Publisher;
  readonly #rejections = new TextProblems('logbench.publish');
  readonly #merges: MergeEditors;

  constructor(private readonly deps: DraftDeps) {
    this.#merges = new MergeEditors(deps.copies, deps.platformText);
    this.#publisher = new Publisher({ ...deps, readSettings, withProgress });
  }

  dispose(): void {
    this.#rejections.dispose();
    this.#merges.dispose();
  }

  async open(args: readonly unknown[]): Promise<void> {
    const { copies, projects, scheduledQueries } = this.deps;
    const rows = selectedRows(args, scheduledQueries.queryOfRow);
    const title = t('Open Scheduled Query');
    const selected = rows.length > 0 ? rows : [await scheduledQueries.resolve(args, title, false)];
    for (const { connection, value } of selected) {
      const query = targetOf(connection, value);
      // A query with a project file is edited only in that file.
      const file = projects.selectFile(query.address);
      if (file === undefined) await openQuery(copies, query);
      else await vscode.window.showTextDocument(file, { preview: false });
    }
  }

  async publish(args: readonly unknown[]): Promise<void> {
    const selected = await this.#savedTarget(t('Publish to Platform'), args);
    const documents = documentsOf(this.deps.copies, selected.address);
    for (const { uri } of documents) this.#rejections.clear(uri);
    await this.#merges.conclude(this.deps.ui.prompts, selected);
    try {
      const result = await this.#publisher.publish(selected);
      const text = await this.#follow(selected, result);
      if (text !== undefined) vscode.window.setStatusBarMessage(iconLabel('check', text), shownFor);
    } catch (error) {
      await this.#showRejection(error, documents);
      throw explainRejection(error, selected, documents, this.#rejections);
    }
  }

  /** What the editor does after a draft was published or was not. Returns the message in the status bar. */
  async #follow(target: QueryTarget, result: PublishResult): Promise<string | undefined> {
    const { deps } = this;
    const { name, address } = target;
    switch (result.next) {
      case 'merge':
        return this.#merge(target, result.record);
      case 'compare':
        return deps.platformText.compare(target).then(() => undefined);
      case 'correct':
        await showProblem(target, result.problem);
        if (result.outcome === 'skipped') return undefined;
        throw new ExplainedError(t('{0} was not published. {1}', name, result.problem.text));
      case 'open':
        await showCreated(deps, target, result.created);
        break;
      case 'reload':
        await kindOf(address).showPublished(deps, target, result.record);
        await revertDocumentsOf(deps.copies, address);
        break;
      case 'show':
        await kindOf(address).showPublished(deps, target, result.record, result.before);
        break;
      case 'none':
    }
    await this.#merges.close(target);
    return publishedText(result, target);
  }

  /** Merges the draft with what others have published, or opens an editor for that. */
  async #merge(target: QueryTarget, record: EditableRecord): Promise<string | undefined> {
    const { copies, platformText } = this.deps;
    // What was typed meanwhile is merged too.
    await saveDocumentsOf(copies, target);
    if (!(await copies.merge(target.address, record))) {
      await this.#merges.open(target, record);
      return undefined;
    }
    await platformText.compare(target);
    await this.#merges.close(target);
    return t('The draft of {0} now contains both changes. Compare, then publish.', target.name);
  }

  async compare(args: readonly unknown[], ignoresLayout: boolean): Promise<void> {
    const { platformText } = this.deps;
    const selected = await this.#savedTarget(t('Compare with Platform'), args);
    const isContent = ignoresLayout && kindOf(selected.address).hasLayout;
    await (isContent ? platformText.compareContent(selected) : platformText.compare(selected));
  }

  async revert(args: readonly unknown[]): Promise<void> {
    const { platforms } = this.deps;
    const shown = shownQuery(args);
    // Discarding requires no platform.
    if (shown !== undefined && platforms.find(shown.address.connection) === undefined)
      return this.#discard([shown]);
    return this.#discard([await this.#target(t('Discard Draft'), args)]);
  }

  async showRequest(args: readonly unknown[]): Promise<void> {
    const { ui, platforms, copies } = this.deps;
    const { address, connection, name } = await this.#savedTarget(t('Show Publish Request'), args);
    const stored = await copies.open(address);
    if (stored === undefined) return;
    const client = await platforms.clientFor(connection);
    const draft = { ...address, ...stored };
    const kind = kindOf(draft);
    const { current } = await withProgress(t('Reading {0}…', name), async (signal) =>
      compareDraft(client, draft, signal),
    );
    const operations =
      current === undefined ? [kind.createOperation(draft)] : kind.operations(current, draft);
    if (operations.length > 0) await requestDetail(ui.documents, connection, () => operations).open();
  }

  /** A draft can be opened and discarded even if its platform has no connection. */
  async list([proposed]: readonly unknown[]): Promise<void> {
    const { ui, copies, platforms } = this.deps;
    const find = (name: string): Connection | undefined => platforms.find(name);
    const wanted = Array.isArray(proposed) ? proposed.flatMap((uri) => queryOf(uri) ?? []) : [];
    const [draft, ...others] = await pickDrafts(ui.prompts, copies, find, wanted);
    if (draft === undefined) return;
    if (others.length > 0) {
      const drafts = [draft, ...others];
      return (await actOnMany(this.deps, drafts)) === 'discard' ? this.#discard(drafts) : undefined;
    }
    const connection = find(draft.address.connection);
    const command = await askDraftCommand(ui.prompts, draft, connection);
    const uri = queryUri(draft);
    if (command === 'open') await vscode.window.showTextDocument(uri, { preview: false });
    if (command === 'publish') await this.publish([uri]);
    if (command === 'move' && connection) await moveIntoProject(this.deps, { ...draft, connection });
    if (command === 'discard') await this.#discard([draft]);
  }

  async #discard(drafts: readonly ShownQuery[]): Promise<void> {
    await discardDrafts(this.deps, drafts);
    for (const draft of drafts) {
      await this.#merges.close(draft);
      await revertDocumentsOf(this.deps.copies, draft.address);
    }
  }

  async #target(title: string, args: readonly unknown[]): Promise<QueryTarget> {
    const { platforms, rules, scheduledQueries } = this.deps;
    const [row] = selectedRows(args.slice(0, 1), rules.ruleOfRow);
    if (row !== undefined) return ruleTarget(row.connection, row.value);
    const shown = shownQuery(args);
    const connection = shown && platforms.find(shown.address.connection);
    if (shown !== undefined && connection !== undefined) return { ...shown, connection };
    const selected = await scheduledQueries.resolve(args, title);
    return targetOf(selected.connection, selected.value);
  }

  async #savedTarget(title: string, args: readonly unknown[]): Promise<QueryTarget> {
    const selected = await this.#target(title, args);
    await saveDocumentsOf(this.deps.copies, selected);
    return selected;
  }

  /** Shows in the editors of a query why the platform rejected its text. */
  async #showRejection(error: unknown, documents: readonly vscode.TextDocument[]): Promise<void> {
    if (!isQueryRejection(error)) return;
    // The parser is loaded when the first text is rejected.
    const { rejectedRange } = await import('../../../core/language/services/rejectedRange');
    for (const document of documents) {
      this.#rejections.show(document, rejectedRange(error.message, document.getText()));
    }
  }
}

/** The content of the draft is then in the file. */
async function moveIntoProject({ copies, projects }: DraftDeps, query: QueryTarget): Promise<void> {
  await saveDocumentsOf(copies, query);
  const { address, connection } = query;
  const stored = await copies.open(address);
  if (stored === undefined) return;
  const { base, schedule } = stored;
  if (isRule(base)) return;
  const draft = { connection, guid: address.guid, base, schedule, text: currentText(stored) };
  const file = await projects.moveDraft(draft);
  await copies.discard(address, stored);
  await vscode.window.showTextDocument(file, { preview: false });
}

/** Undefined if the result is already visible. */
function publishedText(
  result: PublishResult,
  { name, connection: { name: connection }, address }: QueryTarget,
): string | undefined {
  switch (result.next) {
    case 'none':
      return t('{0} has no draft, so there is nothing to publish.', name);
    case 'open':
      return t('Re-created {0} on {1}.', name, connection);
    case 'show':
      if (result.before === undefined)
        return t('{0} on {1} already has this content. Nothing was sent.', name, connection);
      // A new version of a rule is reported with the button that restores the one before.
      return kindOf(address).hasVersions ? undefined : t('Published {0} to {1}.', name, connection);
    default:
      return undefined;
  }
}
