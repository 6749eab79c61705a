import path from 'node:path';
import * as vscode from 'vscode';
import { createScheduledQuery, listScheduledQueries } from '../../../core/api/operations/scheduledQueries';
import { PermissionError, RejectedError } from '../../../core/api/errors';
import { findByName } from '../../../core/api/findScheduledQuery';
import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { withoutFrontMatter } from '../../../core/language/frontMatter';
import { ExplainedError } from '../../ui/failures/failureText';
import { copyName } from '../../ui/format/formatTimestamp';
import { CanceledError, isCancellation } from '../../ui/prompts/canceled';
import type { Connection } from '../../ui/connections/connection';
import { isUnknownOutcome, choiceDetail, confirmWithDetails } from '../../ui/writes/sendAndLog';
import { createAndRead } from '../../ui/writes/createAndRead';
import { runSteps } from '../../ui/prompts/prompts';
import type { ActionDeps } from './actionDeps';
import { resolveConnection, targetTitle } from '../../ui/resolveTarget';
import { pickQuery } from './bulkQueries';
import { askName, required, triggerSteps } from './propertyQuestions';
import type { Asked } from './propertyQuestions';
import type { EditedFields } from './propertyText';
import { readQuery } from './saveEdit';
import type { Button } from '../../ui/prompts/prompts';
import { tableNames } from '../../../core/api/tableNames';
import { summarizeProblems } from '../../../core/language/services/problemSummary';
import type { ProblemSummary } from '../../../core/language/services/problemSummary';
import { connectionLabel } from '../../ui/connections/connection';
import { triggerText } from './propertyText';
import { scheduledQueryUri } from '../../ui/documents/queryUri';
import { newQueryFields } from '../../../core/interface/scheduledQueryFields';

/** *New Scheduled Query…*; returns the new record, so that the caller can open it. */
export async function createQuery(
  deps: ActionDeps,
  args: readonly unknown[],
): Promise<ScheduledQuery | undefined> {
  const connection = await resolveConnection(deps.platforms, args, t('New Scheduled Query'));
  const pending = deps.pendingForms.get(connection.name);
  // Restores the input that could not be sent last time.
  return new NewQueryForm(deps, connection).fill({ ...emptyForm, ...pending }, pending === undefined);
}

/** *Schedule This Query…*: the same with the text of an editor, which is not asked for. */
export async function scheduleText(
  deps: ActionDeps,
  args: readonly unknown[],
): Promise<ScheduledQuery | undefined> {
  const title = t('Schedule This Query');
  const document = await queryDocument(args);
  const query = withoutFrontMatter(document.getText().replaceAll('\r\n', '\n'));
  if (query.trim() === '') throw new ExplainedError(t('There is no query to schedule.'));
  const connection = await deps.documents.ofOrAsk(document.uri, title);
  const name = document.isUntitled ? '' : path.posix.basename(document.uri.path).replace(/\.lq$/, '');
  const form = new NewQueryForm(deps, connection, title);
  return form.fill({ ...emptyForm, name, query }, true, false);
}

async function queryDocument([uri]: readonly unknown[]): Promise<vscode.TextDocument> {
  if (uri instanceof vscode.Uri) return vscode.workspace.openTextDocument(uri);
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'logbench-query') throw new CanceledError();
  return document;
}

/** The initial values of a new query. */
const emptyForm: EditedFields = { ...newQueryFields, precedingName: undefined };

/** *Duplicate Scheduled Query…*: copies a query under a name that is asked for. */
export async function duplicateQuery(
  deps: ActionDeps,
  args: readonly unknown[],
): Promise<ScheduledQuery | undefined> {
  const title = t('Duplicate Scheduled Query');
  const { connection, value: query } = await pickQuery(deps, args, title);
  await deps.platforms.ensureWritable(connection);
  const original = await readQuery(deps, connection, query);
  const form = new NewQueryForm(deps, connection);
  let entered: EditedFields = { ...original, name: copyName(original.name) };
  for (;;) {
    const asked = { prompts: deps.ui.prompts, title: targetTitle(title, connection) };
    entered = await form.confirm(await form.askFreeName(asked, entered));
    const created = await form.create(entered);
    if (created !== 'form') return form.show(entered, created.record);
  }
}

/** The questions about a new query, and its creation. */
export class NewQueryForm {
  /** The local platform does not support every command. */
  readonly #isLocal: boolean;
  readonly #title: string;

  constructor(
    private readonly deps: ActionDeps,
    private readonly connection: Connection,
    title = t('New Scheduled Query'),
  ) {
    this.#isLocal = connection.environment === 'local';
    this.#title = targetTitle(title, connection);
  }

  /** Asks until the query was created. */
  async fill(initial: EditedFields, isFirst: boolean, asksText = true): Promise<ScheduledQuery | undefined> {
    const { deps, connection } = this;
    let entered = initial;
    for (let isNew = isFirst; ; isNew = false) {
      await deps.platforms.ensureWritable(connection);
      entered = await this.confirm(await this.#ask(entered, isNew, asksText));
      deps.pendingForms.set(connection.name, entered);
      const created = await this.create(entered);
      if (created === 'form') continue;
      deps.pendingForms.delete(connection.name);
      return this.show(entered, created.record);
    }
  }

  async #ask(initial: EditedFields, isNew: boolean, asksText: boolean): Promise<EditedFields> {
    const { deps, connection } = this;
    const { prompts } = deps.ui;
    const title = this.#title;
    const client = await deps.platforms.clientFor(connection);
    // Any record reveals the clock of the platform; a new query cannot be part of a cycle.
    const first = client.send(listScheduledQueries({ offset: 0, limit: 1 }));
    // A form that could not be sent can be completed while the platform is still unavailable.
    const { items: all } = await (isNew ? first : first.catch(unlessRejected));
    return runSteps<EditedFields>(
      [
        { ask: async (fields, position) => this.askFreeName({ prompts, title, position }, fields) },
        {
          ask: async (fields, position) => this.#askText({ prompts, title, position }, fields),
          applies: () => asksText,
        },
        ...triggerSteps({ deps, connection, title, guid: undefined, all }),
      ],
      initial,
    );
  }

  /** Asks for a unique name and reports duplicates immediately. */
  async askFreeName(asked: Asked, initial: EditedFields): Promise<EditedFields> {
    const client = await this.deps.platforms.clientFor(this.connection);
    const taken = new Set<string>();
    let fields = initial;
    for (;;) {
      fields = await askName(asked, fields, taken);
      // If the platform does not respond, the name is accepted; the platform rejects a duplicate itself.
      if ((await findByName(client, fields.name).catch(() => undefined)) === undefined) return fields;
      taken.add(fields.name);
    }
  }

  /** Asks whether to create a query, and whether to enable it. The text can be corrected before. */
  async confirm(entered: EditedFields): Promise<EditedFields> {
    let fields = entered;
    const tables = await tableNames(await this.deps.platforms.clientFor(this.connection));
    for (;;) {
      const problem = summarizeProblems(fields.query, this.#isLocal, tables);
      const response = await this.#askCreation(fields, problem);
      if (response !== 'showProblem') return { ...fields, enabled: response === 'enabled' };
      fields = await this.#askText({ prompts: this.deps.ui.prompts, title: this.#title }, fields);
    }
  }

  /** In an editor, which shows problems and completes names. A query with problems can also be created. */
  async #askText({ prompts, ...question }: Asked, fields: EditedFields): Promise<EditedFields> {
    const query = await prompts.editText({
      ...question,
      value: fields.query,
      language: 'logbench-query',
      opened: async (uri) => this.deps.documents.remember(uri, this.connection),
      validate: required,
    });
    return { ...fields, query };
  }

  async #askCreation(
    fields: EditedFields,
    problem: ProblemSummary | undefined,
  ): Promise<Creation | 'showProblem'> {
    const { prompts, documents } = this.deps.ui;
    const creations = creationButtons(problem);
    const choices = creations.map(({ label, value }) => ({
      label,
      operation: createScheduledQuery({ ...fields, enabled: value === 'enabled' }),
    }));
    return confirmWithDetails<Creation | 'showProblem'>(prompts, {
      message: t('Create “{0}” on {1}?', fields.name, connectionLabel(this.connection)),
      detail: [...(problem ? [problem.text] : []), triggerText(fields), fields.query].join('\n\n'),
      buttons: problem ? [{ label: t('Show Problem'), value: 'showProblem' }, ...creations] : creations,
      details: [choiceDetail(documents, this.connection, choices)],
    });
  }

  /** Retries as often as the user wants; `form` returns to the input. */
  async create(fields: EditedFields): Promise<'form' | { readonly record: ScheduledQuery | undefined }> {
    const { connection } = this;
    const { failures, log, prompts } = this.deps.ui;
    let mayExist = false;
    for (;;) {
      try {
        const client = await this.deps.platforms.clientFor(connection);
        return { record: await createAndRead(log, client, connection, fields, mayExist) };
      } catch (error) {
        if (isCancellation(error)) throw error;
        if (error instanceof RejectedError) {
          // Not awaited, so that the first question reopens immediately with the input.
          void failures.report(error, { connection });
          return 'form';
        }
        mayExist ||= isUnknownOutcome(error);
        const response = await prompts.confirm({
          message: failures.explain(error, { connection }).sentence,
          detail: t('What you entered is kept.'),
          buttons: [
            { label: t('Retry'), value: 'again' },
            { label: t('Return to Form'), value: 'form' },
          ],
        });
        if (response === 'form') return response;
      }
    }
  }

  async show(
    { name }: EditedFields,
    created: ScheduledQuery | undefined,
  ): Promise<ScheduledQuery | undefined> {
    const { connection } = this;
    const { section, ui } = this.deps;
    if (created === undefined) section.reload(connection);
    else await section.update(connection, { added: [created] });
    const opening = await ui.prompts.notify({
      message: t('{0}: “{1}” was created.', connection.name, name),
      buttons: created === undefined ? [] : [{ label: t('Open'), value: created }],
    });
    // By URI and command ID, because another feature owns the editor.
    const uri = opening && scheduledQueryUri(connection, opening);
    if (uri) await vscode.commands.executeCommand('logbench.scheduledQuery.open', uri);
    return created;
  }
}

/**
 * An account that cannot read scheduled queries cannot create any, so this is reported before the form is
 * filled in.
 */
function unlessRejected(error: unknown): { readonly items: readonly ScheduledQuery[] } {
  if (error instanceof PermissionError) throw error;
  return { items: [] };
}

type Creation = 'enabled' | 'disabled';

/** Enter presses the first button, so with a problem that must not enable the query. */
function creationButtons(problem: ProblemSummary | undefined): readonly Button<Creation>[] {
  const disabled = { label: t('Create Disabled'), value: 'disabled' as const };
  return problem === undefined
    ? [{ label: t('Create and Enable'), value: 'enabled' }, disabled]
    : [disabled, { label: t('Create and Enable Anyway'), value: 'enabled' }];
}
