import * as vscode from 'vscode';
import type { Operation } from '../../api/operation';
import type { ProblemSummary } from '../../language/services/problemSummary';
import { t } from '../../shared/localize';
import { requestDetail } from '../../ui/writes/confirmWrite';
import { iconLabel } from '../../shared/plainText';
import type { Connection } from '../../ui/connections/connection';
import { withProgress } from '../../ui/prompts/progress';
import { readSettings } from '../../ui/settings/settings';
import type { Platforms } from '../../ui/connections/platforms';
import type { ProjectFiles } from '../../ui/documents/projectFiles';
import type { Ui } from '../../ui/ui';
import { askDraftCommand, askDraft } from './draftList';
import { revertDocumentsOf, saveDocumentsOf, documentsOf } from './openDocuments';
import type { PlatformText } from './platformText';
import { createAgainOperation, planPublish, publishOperation } from './publishDraft';
import { confirmDiscard, confirmPublish } from './publishQuestions';
import { describeOutcome, Publisher } from './publisher';
import type { PublishOutcome } from './publisher';
import { QueryTargets, targetOf, uriOf } from './queryTarget';
import type { QueryTarget, ShownQuery } from './queryTarget';
import { textOf } from './storedQuery';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { WorkingCopies } from './workingCopies';
import { isQueryRefusal } from '../../api/errors';
import { TextProblems } from '../../ui/documents/textProblems';

export interface DraftDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly copies: WorkingCopies;
  readonly platformText: PlatformText;
  readonly scheduledQueries: ScheduledQueriesAccess;
  readonly projects: ProjectFiles;
}

const shownFor = 5000;

/** The implementations of the commands, which take the command arguments. */
export interface DraftActions extends vscode.Disposable {
  open(given: readonly unknown[]): Promise<void>;
  publish(given: readonly unknown[]): Promise<PublishOutcome>;
  compare(given: readonly unknown[], ignoresLayout: boolean): Promise<void>;
  revert(given: readonly unknown[]): Promise<void>;
  showRequest(given: readonly unknown[]): Promise<void>;
  list(): Promise<void>;
}

export function buildDraftActions(deps: DraftDeps): DraftActions {
  const { ui, platforms, copies, platformText, scheduledQueries } = deps;
  const targets = new QueryTargets(platforms, ui.prompts, scheduledQueries.queryOfRow);
  const refused = new RefusedTexts(copies);
  const publisher = buildPublisher(deps);

  const target = async (title: string, given: readonly unknown[]): Promise<QueryTarget> =>
    targets.ofArguments(given) ?? (await targets.search(title));

  const actions: DraftActions = {
    open: async (given) => {
      const rows = targets.ofRows(given);
      const [uri] = given;
      const chosen =
        rows.length > 0 ? rows : [targets.ofUri(uri) ?? (await targets.search(t('Open Scheduled Query')))];
      for (const query of chosen) await openFileOrQuery(deps, query);
    },
    publish: async (given) => {
      const chosen = await target(t('Publish to Platform'), given);
      await saveDocumentsOf(copies, chosen);
      const outcome = await refused.showFor(chosen, async () => publisher.publish(chosen));
      const words = describeOutcome(outcome, chosen);
      if (words !== undefined) vscode.window.setStatusBarMessage(iconLabel('check', words), shownFor);
      return outcome;
    },
    compare: async (given, ignoresLayout) => {
      const chosen = await target(t('Compare with Platform'), given);
      await saveDocumentsOf(copies, chosen);
      await (ignoresLayout ? platformText.compareContent(chosen) : platformText.compare(chosen));
    },
    revert: async (given) => {
      const lost = targets.lostOf(given);
      if (lost !== undefined) return discard(deps, lost, lost.address.connection);
      const chosen = await target(t('Discard Draft'), given);
      return discard(deps, chosen, chosen.connection.name);
    },
    showRequest: async (given) => {
      const chosen = await target(t('Show Publish Request'), given);
      await saveDocumentsOf(copies, chosen);
      const operation = await publishRequest(deps, chosen);
      if (operation) await requestDetail(ui.documents, chosen.connection, () => [operation]).open();
    },
    list: async () => {
      const draft = await askDraft(ui.prompts, copies, (name) => platforms.find(name));
      if (draft !== undefined) await actOn(deps, draft, async () => actions.publish([uriOf(draft)]));
    },
    dispose: () => refused.dispose(),
  };
  return actions;
}

function buildPublisher({ ui, platforms, copies, platformText, scheduledQueries }: DraftDeps): Publisher {
  return new Publisher({
    platforms,
    prompts: ui.prompts,
    log: ui.log,
    copies,
    working: async ({ name, connection }, work) =>
      withProgress(t('Publishing {0} to {1}', name, connection.name), work),
    compare: (query) => platformText.compare(query),
    confirm: async (query, operation, { problem, schedule }) => {
      const request = requestDetail(ui.documents, query.connection, () => [operation]);
      const target = { ...query, schedule };
      return confirmPublish(ui.prompts, target, problem, request, readSettings().confirmation);
    },
    showProblem,
    revert: ({ address }) => revertDocumentsOf(copies, address),
    published: ({ connection }, record) => scheduledQueries.update(connection, { changed: [record] }),
    created: async ({ connection, address }, record) => {
      const recreated = [{ guid: address.guid, record }];
      await scheduledQueries.update(connection, { added: [record], recreated });
      await openQuery(copies, targetOf(connection, record));
    },
  });
}

/** Moves the cursor to the problem, which the editor underlines. */
async function showProblem(query: QueryTarget, { from, to }: ProblemSummary): Promise<void> {
  const editor = await vscode.window.showTextDocument(uriOf(query), { preview: false });
  const place = new vscode.Range(editor.document.positionAt(from), editor.document.positionAt(to));
  editor.selection = new vscode.Selection(place.start, place.end);
  editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A draft can be opened and discarded even if its platform has no connection. */
async function actOn(deps: DraftDeps, draft: ShownQuery, publish: () => Promise<unknown>): Promise<void> {
  const { address } = draft;
  const connection = deps.platforms.find(address.connection);
  switch (await askDraftCommand(deps.ui.prompts, draft, connection)) {
    case 'open':
      await vscode.window.showTextDocument(uriOf(draft), { preview: false });
      return;
    case 'publish':
      await publish();
      return;
    case 'move':
      if (connection !== undefined) await moveIntoProject(deps, draft, connection);
      return;
    case 'discard':
      await discard(deps, draft, address.connection);
      return;
  }
}

/** The content of the draft is then in the file. */
async function moveIntoProject(
  { copies, projects }: DraftDeps,
  { address, name }: ShownQuery,
  connection: Connection,
): Promise<void> {
  await saveDocumentsOf(copies, { address, name, connection });
  const stored = await copies.open(address);
  if (stored === undefined) return;
  const { base, schedule } = stored;
  const draft = { connection, guid: address.guid, base, schedule, text: textOf(stored) };
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

/** The request that publishing would send; undefined if the query no longer exists. */
async function publishRequest(
  { platforms, copies }: DraftDeps,
  { address, connection, name }: QueryTarget,
): Promise<Operation<unknown> | undefined> {
  const stored = await copies.open(address);
  if (stored === undefined) return undefined;
  const client = await platforms.clientFor(connection);
  const draft = { guid: address.guid, ...stored };
  const plan = await withProgress(t('Reading {0}…', name), (signal) => planPublish(client, draft, signal));
  return plan.kind === 'gone' ? createAgainOperation(draft) : publishOperation(plan.current, draft);
}

/** A query with a project file is edited only in that file. */
async function openFileOrQuery({ copies, projects }: DraftDeps, query: QueryTarget): Promise<void> {
  const file = projects.selectFile(query.address);
  if (file === undefined) await openQuery(copies, query);
  else await vscode.window.showTextDocument(file, { preview: false });
}

/** Shows the newest text: that of the platform if it responds, otherwise the stored one. */
async function openQuery(copies: WorkingCopies, query: QueryTarget): Promise<void> {
  const fresh = await copies.refresh(query.address).catch(async (error: unknown) => {
    const kept = await copies.open(query.address).catch(() => undefined);
    if (kept === undefined) throw error;
    return kept;
  });
  const name = fresh?.base.name ?? query.name;
  await vscode.window.showTextDocument(uriOf({ ...query, name }), { preview: false });
}

/** Shows in the editors of a query why the platform rejected its text. */
class RefusedTexts implements vscode.Disposable {
  readonly #problems = new TextProblems('logbench.publish');

  constructor(private readonly copies: WorkingCopies) {}

  dispose(): void {
    this.#problems.dispose();
  }

  /** Runs the work and rethrows its failure after showing it in the editors. */
  async showFor<Result>(target: QueryTarget, work: () => Promise<Result>): Promise<Result> {
    const documents = documentsOf(this.copies, target.address);
    for (const { uri } of documents) this.#problems.clear(uri);
    try {
      return await work();
    } catch (error) {
      await this.#show(error, documents);
      throw error;
    }
  }

  async #show(error: unknown, documents: readonly vscode.TextDocument[]): Promise<void> {
    if (!isQueryRefusal(error)) return;
    // The parser is loaded when the first text is rejected.
    const { placeOfRefusal } = await import('../../language/services/refusedPlace');
    for (const document of documents) {
      this.#problems.show(document, placeOfRefusal(error.message, document.getText()));
    }
  }
}
