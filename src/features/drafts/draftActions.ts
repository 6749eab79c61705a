import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { requestPaper } from '../../ui/confirmWrite';
import { iconLabel } from '../../shared/plainText';
import { withProgress } from '../../ui/progress';
import { readSettings } from '../../ui/settings';
import type { Platforms } from '../../ui/platforms';
import type { Workbench } from '../../ui/workbench';
import { revertDocumentsOf, saveDocumentsOf } from './openDocuments';
import type { PlatformText } from './platformText';
import { publishOperation } from './publishDraft';
import { confirmDiscard, confirmPublish } from './publishQuestions';
import { outcomeInWords, Publisher, type PublishOutcome } from './publisher';
import { QueryTargets, targetOf, uriOf, type QueryTarget } from './queryTarget';
import { RefusedTexts } from './refusedTexts';
import type { ScheduledQueriesAccess } from '../../ui/scheduledQueriesAccess';
import { textOf } from './storedQuery';
import type { WorkingCopies } from './workingCopies';

export interface DraftParts {
  readonly workbench: Workbench;
  readonly platforms: Platforms;
  readonly copies: WorkingCopies;
  readonly platformText: PlatformText;
  readonly scheduledQueries: ScheduledQueriesAccess;
}

const shownFor = 5000;

/** What the commands do; each takes the arguments that its command was called with. */
export interface DraftActions extends vscode.Disposable {
  open(given: readonly unknown[]): Promise<void>;
  publish(given: readonly unknown[]): Promise<PublishOutcome>;
  compare(given: readonly unknown[]): Promise<void>;
  revert(given: readonly unknown[]): Promise<void>;
  showRequest(given: readonly unknown[]): Promise<void>;
}

export function buildDraftActions(parts: DraftParts): DraftActions {
  const { workbench, platforms, copies, platformText, scheduledQueries } = parts;
  const targets = new QueryTargets(platforms, workbench.prompts, scheduledQueries.queryOfRow);
  const refused = new RefusedTexts();
  const publisher = buildPublisher(parts);

  const target = async (title: string, given: readonly unknown[]): Promise<QueryTarget> =>
    targets.ofArguments(given) ?? (await targets.search(title));

  return {
    open: async (given) => {
      const rows = targets.ofRows(given);
      const [uri] = given;
      const chosen =
        rows.length > 0 ? rows : [targets.ofUri(uri) ?? (await targets.search(t('Open Scheduled Query')))];
      for (const query of chosen) await openQuery(copies, query);
    },
    publish: async (given) => {
      const chosen = await target(t('Publish to Platform'), given);
      await saveDocumentsOf(chosen);
      const publishing = async (signal: AbortSignal) => publisher.publish(chosen, signal);
      const outcome = await refused.showFor(chosen, async () =>
        withProgress(t('Publishing {0} to {1}', chosen.name, chosen.connection.name), publishing),
      );
      const words = outcomeInWords(outcome, chosen);
      if (words !== undefined) vscode.window.setStatusBarMessage(iconLabel('check', words), shownFor);
      return outcome;
    },
    compare: async (given) => {
      const chosen = await target(t('Compare with Platform'), given);
      await saveDocumentsOf(chosen);
      await platformText.compare(chosen);
    },
    revert: async (given) => {
      const chosen = await target(t('Discard Draft'), given);
      await confirmDiscard(workbench.prompts, chosen);
      await copies.discard(chosen.address);
      await revertDocumentsOf(chosen.address);
    },
    showRequest: async (given) => {
      const chosen = await target(t('Show Publish Request'), given);
      await saveDocumentsOf(chosen);
      const stored = await copies.open(chosen.address);
      if (stored === undefined) return;
      const draft = { guid: chosen.address.guid, base: stored.base, text: textOf(stored) };
      await requestPaper(workbench.documents, chosen.connection, () => [publishOperation(draft)]).open();
    },
    dispose: () => {
      refused.dispose();
    },
  };
}

function buildPublisher({
  workbench,
  platforms,
  copies,
  platformText,
  scheduledQueries,
}: DraftParts): Publisher {
  return new Publisher({
    platforms,
    prompts: workbench.prompts,
    log: workbench.log,
    copies,
    compare: (query) => platformText.compare(query),
    confirm: async (query, draft) => {
      const papers = [
        requestPaper(workbench.documents, query.connection, () => [publishOperation(draft)]),
        { label: t('Compare'), open: async () => platformText.compare(query) },
      ];
      await confirmPublish(workbench.prompts, query, papers, readSettings().confirmation);
    },
    revert: ({ address }) => revertDocumentsOf(address),
    published: ({ connection }, record) => scheduledQueries.changed(connection, record),
    created: async ({ connection }, record) => {
      await scheduledQueries.added(connection, record);
      await openQuery(copies, targetOf(connection, record));
    },
  });
}

/** Shows the newest text there is: the platform's when it answers, else what is kept. */
async function openQuery(copies: WorkingCopies, query: QueryTarget): Promise<void> {
  const fresh = await copies.refresh(query.address).catch(async (error: unknown) => {
    const kept = await copies.open(query.address).catch(() => undefined);
    if (kept === undefined) throw error;
    return kept;
  });
  const name = fresh?.base.name ?? query.name;
  await vscode.window.showTextDocument(uriOf({ ...query, name }), { preview: false });
}
