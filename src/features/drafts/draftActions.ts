import * as vscode from 'vscode';
import { isQueryRejection, RejectedError } from '../../api/errors';
import type { ProblemSummary } from '../../language/services/problemSummary';
import { t } from '../../shared/localize';
import { iconLabel } from '../../shared/plainText';
import { connectionLabel } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import { ruleItemLabel } from '../../ui/format/ruleItemLabel';
import type { RulesAccess, ScheduledQueriesAccess, ProjectFiles } from '../../ui/access';
import { queryUri, shownQuery } from '../../ui/documents/queryUri';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { selectedRows } from '../../ui/explorer/explorerSection';
import { TextProblems } from '../../ui/documents/textProblems';
import { withProgress } from '../../ui/prompts/progress';
import { readSettings } from '../../ui/settings/settings';
import type { FeatureDeps } from '../../ui/openUi';
import { requestDetail } from '../../ui/writes/recordWrite';
import { MergeEditors } from './platformText';
import type { PlatformText } from './platformText';
import { askDraft, askDraftCommand, confirmDiscard, confirmPublish } from './draftQuestions';
import { createAgainOperation, planPublish, publishOperations } from './publishDraft';
import { describeOutcome, Publisher } from './publisher';
import type { PublishOutcome } from './publisher';
import { documentsOf, revertDocumentsOf, ruleTarget, saveDocumentsOf, targetOf } from './queryTarget';
import type { QueryTarget } from './queryTarget';
import { currentText, isRule } from './storedQuery';
import type { EditableRecord } from './storedQuery';
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
    this.#publisher = buildPublisher(deps, this.#merges);
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

  async publish(args: readonly unknown[]): Promise<PublishOutcome> {
    const selected = await this.#savedTarget(t('Publish to Platform'), args);
    const documents = documentsOf(this.deps.copies, selected.address);
    for (const { uri } of documents) this.#rejections.clear(uri);
    try {
      const outcome = await this.#publisher.publish(selected);
      // A new version of a rule is reported with the button that restores the one before.
      const isReported = outcome === 'published' && selected.address.rule !== undefined;
      const text = isReported ? undefined : describeOutcome(outcome, selected);
      if (text !== undefined) vscode.window.setStatusBarMessage(iconLabel('check', text), shownFor);
      return outcome;
    } catch (error) {
      await this.#showRejection(error, documents);
      throw await explainRejection(error, selected, documents, this.#rejections);
    }
  }

  async compare(args: readonly unknown[], ignoresLayout: boolean): Promise<void> {
    const { platformText } = this.deps;
    const selected = await this.#savedTarget(t('Compare with Platform'), args);
    // The properties of a rule have no layout.
    const isContent = ignoresLayout && selected.address.rule === undefined;
    await (isContent ? platformText.compareContent(selected) : platformText.compare(selected));
  }

  async revert(args: readonly unknown[]): Promise<void> {
    const { platforms } = this.deps;
    const shown = shownQuery(args);
    // Discarding requires no platform.
    if (shown !== undefined && platforms.find(shown.address.connection) === undefined)
      return discard(this.deps, shown, shown.address.connection);
    const selected = await this.#target(t('Discard Draft'), args);
    return discard(this.deps, selected, selected.connection.name);
  }

  async showRequest(args: readonly unknown[]): Promise<void> {
    const { ui, platforms, copies } = this.deps;
    const { address, connection, name } = await this.#savedTarget(t('Show Publish Request'), args);
    const stored = await copies.open(address);
    if (stored === undefined) return;
    const client = await platforms.clientFor(connection);
    const draft = { ...address, ...stored };
    const plan = await withProgress(t('Reading {0}…', name), (signal) => planPublish(client, draft, signal));
    const operations =
      plan.kind === 'deleted' ? [createAgainOperation(draft)] : publishOperations(plan.current, draft);
    if (operations.length > 0) await requestDetail(ui.documents, connection, () => operations).open();
  }

  /** A draft can be opened and discarded even if its platform has no connection. */
  async list(): Promise<void> {
    const { ui, copies, platforms } = this.deps;
    const draft = await askDraft(ui.prompts, copies, (name) => platforms.find(name));
    if (draft === undefined) return;
    const { address } = draft;
    const connection = platforms.find(address.connection);
    const command = await askDraftCommand(ui.prompts, draft, connection);
    const uri = queryUri(draft);
    if (command === 'open') await vscode.window.showTextDocument(uri, { preview: false });
    if (command === 'publish') await this.publish([uri]);
    if (command === 'move' && connection) await moveIntoProject(this.deps, { ...draft, connection });
    if (command === 'discard') await discard(this.deps, draft, address.connection);
  }

  async #target(title: string, args: readonly unknown[]): Promise<QueryTarget> {
    const { platforms, rules, scheduledQueries } = this.deps;
    const [row] = selectedRows(args.slice(0, 1), rules.ruleOfRow);
    if (row !== undefined) return ruleTarget(row.connection, row.value);
    const shown = shownQuery(args);
    const connection = shown && platforms.find(shown.address.connection);
    if (connection !== undefined && shown?.address.rule !== undefined) return { ...shown, connection };
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
    const { rejectedRange } = await import('../../language/services/rejectedRange');
    for (const document of documents) {
      this.#rejections.show(document, rejectedRange(error.message, document.getText()));
    }
  }
}

function buildPublisher(deps: DraftDeps, merges: MergeEditors): Publisher {
  const { ui, platforms, copies, platformText, scheduledQueries } = deps;
  return new Publisher({
    platforms,
    prompts: ui.prompts,
    log: ui.log,
    copies,
    working: async ({ name, connection }, work) =>
      withProgress(t('Publishing {0} to {1}', name, connection.name), work),
    compare: (query) => platformText.compare(query),
    merge: async (query, current) => merges.open(query, current),
    confirm: async (query, operations, subject) => {
      const request = requestDetail(ui.documents, query.connection, () => operations);
      return confirmPublish(ui.prompts, query, subject, request, readSettings().confirmation);
    },
    showProblem,
    revert: ({ address }) => revertDocumentsOf(copies, address),
    published: async (target, record, before) => {
      if (isRule(record)) {
        if (before !== undefined) reportRule(deps, target, before);
      } else await scheduledQueries.update(target.connection, { changed: [record] });
    },
    created: async (target, record) => {
      const { connection, address } = target;
      if (isRule(record)) {
        const created = ruleTarget(connection, { ...record, kind: record.rule });
        reportRule(deps, created, undefined);
        return openQuery(copies, created);
      }
      const recreated = [{ guid: address.guid, record }];
      await scheduledQueries.update(connection, { added: [record], recreated });
      await openQuery(copies, targetOf(connection, record));
    },
  });
}

/** Not awaited: the message waits for the user. */
function reportRule(
  { ui, rules }: DraftDeps,
  { connection, address, name }: QueryTarget,
  before: EditableRecord | undefined,
): void {
  const { rule: kind, guid } = address;
  if (kind === undefined) return;
  const message = t('Published {0} to {1}.', name, connection.name);
  const version = before && isRule(before) ? before.version : undefined;
  void rules
    .written(connection, { kind, guid, name }, { message, before: version })
    .catch((error: unknown) => void ui.failures.report(error, { connection }));
}

/** Names the object that a rejected rule refers to, and marks it in the editors. */
async function explainRejection(
  error: unknown,
  { address: { rule }, connection, name }: QueryTarget,
  documents: readonly vscode.TextDocument[],
  problems: TextProblems,
): Promise<unknown> {
  if (rule === undefined || !(error instanceof RejectedError)) return error;
  const { rejectedReference } = await import('../../code/ruleDraft');
  let explained: unknown = error;
  for (const document of documents) {
    const found = rejectedReference(rule, document.getText(), error.message);
    if (found === undefined) continue;
    const where = connectionLabel(connection);
    const sentence = t('{0} has no {1} {2}.', where, ruleItemLabel(found.item), found.message);
    problems.show(document, { ...found, code: undefined, message: sentence });
    explained = new ExplainedError(
      t('{0} was not published. {1} Change it in the editor, then publish again.', name, sentence),
      { cause: error },
    );
  }
  return explained;
}

/** Moves the cursor to the problem, which the editor underlines. */
async function showProblem(query: QueryTarget, { from, to }: ProblemSummary): Promise<void> {
  const editor = await vscode.window.showTextDocument(queryUri(query), { preview: false });
  const range = new vscode.Range(editor.document.positionAt(from), editor.document.positionAt(to));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
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
  await copies.discard(address);
  await vscode.window.showTextDocument(file, { preview: false });
}

async function discard(
  { ui, copies }: DraftDeps,
  { address, name }: ShownQuery,
  connection: string,
): Promise<void> {
  await confirmDiscard(ui.prompts, name, connection);
  await copies.discard(address);
  await revertDocumentsOf(copies, address);
}

/** Shows the newest text: that of the platform if it responds, otherwise the stored one. */
async function openQuery(copies: WorkingCopies, query: QueryTarget): Promise<void> {
  const fresh = await copies.refresh(query.address).catch(async (error: unknown) => {
    const kept = await copies.open(query.address).catch(() => undefined);
    if (kept === undefined) throw error;
    return kept;
  });
  const name = fresh?.base.name ?? query.name;
  await vscode.window.showTextDocument(queryUri({ ...query, name }), { preview: false });
}
