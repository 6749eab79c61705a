import * as vscode from 'vscode';
import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import { PermissionError, RefusedError } from '../../api/errors';
import { findCreatedQuery, findByName } from '../../api/findScheduledQuery';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { isCancellation } from '../../ui/prompts/cancelled';
import type { Connection } from '../../ui/connections/connection';
import { recordWrite, readAfterWrite } from '../../ui/writes/recordWrite';
import { withProgress } from '../../ui/prompts/progress';
import { runSteps } from '../../ui/prompts/steps';
import type { ActionDeps } from './index';
import { chooseQuery, connectionFor, uriOf } from './chosenQueries';
import { askQueryText, askName, triggerSteps } from './propertyQuestions';
import type { Asked } from './propertyQuestions';
import type { EditedFields } from './propertyText';
import { readQuery } from './saveEdit';
import type { Button } from '../../ui/prompts/prompts';
import { tableNames } from '../../api/tableNames';
import { summarizeProblems } from '../../language/services/problemSummary';
import type { ProblemSummary } from '../../language/services/problemSummary';
import { choiceDetail, confirmWithDetails } from '../../ui/writes/confirmWrite';
import { connectionLabel } from '../../ui/connections/environment';
import { triggerText } from './propertyText';

/** *New Scheduled Query…*; returns the new record, so that the caller can open it. */
export async function createQuery(
  deps: ActionDeps,
  given: readonly unknown[],
): Promise<ScheduledQuery | undefined> {
  const connection = await connectionFor(deps, given, t('New Scheduled Query'));
  const unsent = deps.unsentForms.get(connection.name);
  // Restores the input that could not be sent last time.
  let entered: EditedFields = { ...emptyForm, ...unsent };
  for (let isNew = unsent === undefined; ; isNew = false) {
    await deps.platforms.ensureWritable(connection);
    entered = await confirmNew(deps, connection, await askFields(deps, connection, entered, isNew));
    deps.unsentForms.set(connection.name, entered);
    const created = await createOrReturn(deps, connection, entered);
    if (created === 'form') continue;
    deps.unsentForms.delete(connection.name);
    return showCreated(deps, connection, entered, created.record);
  }
}

/** The initial values of a new query. */
const emptyForm: EditedFields = {
  name: '',
  description: undefined,
  enabled: false,
  query: '',
  triggerType: 'cron',
  cronSchedule: undefined,
  precedingGuid: undefined,
  precedingName: undefined,
  precedingAction: undefined,
  nodeTypes: [],
  outputParameter: false,
};

/** *Duplicate Scheduled Query…*: copies a query under a name that is asked for. */
export async function duplicateQuery(
  deps: ActionDeps,
  given: readonly unknown[],
): Promise<ScheduledQuery | undefined> {
  const title = t('Duplicate Scheduled Query');
  const { connection, query } = await chooseQuery(deps, given, title);
  await deps.platforms.ensureWritable(connection);
  const original = await readQuery(deps, connection, query);
  let entered: EditedFields = { ...original, name: t('{0} (copy)', original.name) };
  for (;;) {
    const asked = { prompts: deps.ui.prompts, title: `${title}: ${connection.name}` };
    entered = await askFreeName(deps, connection, asked, entered);
    entered = await confirmNew(deps, connection, entered);
    const created = await createOrReturn(deps, connection, entered);
    if (created !== 'form') return showCreated(deps, connection, entered, created.record);
  }
}

/** Retries as often as the user wants; `form` returns to the input. */
async function createOrReturn(
  deps: ActionDeps,
  connection: Connection,
  fields: EditedFields,
): Promise<'form' | { readonly record: ScheduledQuery | undefined }> {
  const { failures, prompts } = deps.ui;
  for (;;) {
    try {
      return { record: await create(deps, connection, fields) };
    } catch (error) {
      if (isCancellation(error)) throw error;
      if (error instanceof RefusedError) {
        // Not awaited, so that the first question reopens immediately with the input.
        void failures.report(error, { connection });
        return 'form';
      }
      const answer = await prompts.confirm({
        message: failures.explain(error, { connection }).sentence,
        detail: t('What you entered is kept.'),
        buttons: [
          { label: t('Retry'), value: 'again' },
          { label: t('Back to Form'), value: 'form' },
        ],
      });
      if (answer === 'form') return answer;
    }
  }
}

/** Undefined if the query was created but cannot be read. */
async function create(
  deps: ActionDeps,
  connection: Connection,
  fields: EditedFields,
): Promise<ScheduledQuery | undefined> {
  const { log } = deps.ui;
  const client = await deps.platforms.clientFor(connection);
  const title = t('Creating “{0}”', fields.name);
  const guid = await recordWrite(
    log,
    { connection, operation: 'create scheduled query', names: [fields.name] },
    async () => withProgress(title, async (signal) => client.send(createScheduledQuery(fields), signal)),
    () => 'created',
  );
  return readAfterWrite(log, async () =>
    withProgress(title, async (signal) => findCreatedQuery(client, guid, fields.name, signal)),
  );
}

async function showCreated(
  deps: ActionDeps,
  connection: Connection,
  { name }: EditedFields,
  created: ScheduledQuery | undefined,
): Promise<ScheduledQuery | undefined> {
  if (created === undefined) deps.section.reload(connection);
  else await deps.section.update(connection, { added: [created] });
  const opening = await deps.ui.prompts.notify({
    severity: 'information',
    message: t('{0}: “{1}” was created.', connection.name, name),
    buttons: created === undefined ? [] : [{ label: t('Open'), value: created }],
  });
  // By URI and command ID, because another feature owns the editor.
  const uri = opening && uriOf(connection, opening);
  if (uri) await vscode.commands.executeCommand('logbench.scheduledQuery.open', uri);
  return created;
}

/**
 * An account that cannot read scheduled queries cannot create any, so this is reported before the form is
 * filled in.
 */
function unlessRefused(error: unknown): { readonly items: readonly ScheduledQuery[] } {
  if (error instanceof PermissionError) throw error;
  return { items: [] };
}

async function askFields(
  deps: ActionDeps,
  connection: Connection,
  initial: EditedFields,
  isNew: boolean,
): Promise<EditedFields> {
  const { prompts } = deps.ui;
  const title = newTitle(connection);
  const client = await deps.platforms.clientFor(connection);
  // Any record reveals the clock of the platform; a new query cannot be part of a cycle.
  const first = client.scheduledQueries({ offset: 0, limit: 1 });
  // A form that could not be sent can be completed while the platform is still unavailable.
  const { items: all } = await (isNew ? first : first.catch(unlessRefused));
  return runSteps<EditedFields>(
    [
      { ask: async (fields, place) => askFreeName(deps, connection, { prompts, title, place }, fields) },
      { ask: async (fields, place) => askQueryText({ prompts, title, place }, fields, isLocal(connection)) },
      ...triggerSteps({ deps, connection, title, guid: undefined, all }),
    ],
    initial,
  );
}

/** Asks for a unique name and reports duplicates immediately. */
async function askFreeName(
  deps: ActionDeps,
  connection: Connection,
  asked: Asked,
  initial: EditedFields,
): Promise<EditedFields> {
  const taken = new Set<string>();
  let fields = initial;
  for (;;) {
    fields = await askName(asked, fields, taken);
    if (!(await isTaken(deps, connection, fields.name))) return fields;
    taken.add(fields.name);
  }
}

/** If the platform does not respond, the name is accepted; the platform rejects a duplicate itself. */
async function isTaken({ platforms }: ActionDeps, connection: Connection, name: string): Promise<boolean> {
  const client = await platforms.clientFor(connection);
  return findByName(client, name).then(
    (found) => found !== undefined,
    () => false,
  );
}

/** Asks whether to create a query, and whether to enable it. The text can be corrected before. */
async function confirmNew(
  deps: ActionDeps,
  connection: Connection,
  entered: EditedFields,
): Promise<EditedFields> {
  let fields = entered;
  const tables = await tableNames(await deps.platforms.clientFor(connection));
  for (;;) {
    const problem = summarizeProblems(fields.query, isLocal(connection), tables);
    const answer = await askCreation(deps, connection, fields, problem);
    if (answer !== 'showProblem') return { ...fields, enabled: answer === 'enabled' };
    const asked = { prompts: deps.ui.prompts, title: newTitle(connection) };
    fields = await askQueryText(asked, fields, isLocal(connection));
  }
}

function newTitle({ name }: Connection): string {
  return t('New Scheduled Query: {0}', name);
}

/** The local platform does not support every command. */
function isLocal({ environment }: Connection): boolean {
  return environment === 'local';
}

type Creation = 'enabled' | 'disabled';

async function askCreation(
  { ui }: ActionDeps,
  connection: Connection,
  fields: EditedFields,
  problem: ProblemSummary | undefined,
): Promise<Creation | 'showProblem'> {
  const creations = creationButtons(problem);
  const choices = creations.map(({ label, value }) => ({
    label,
    operation: createScheduledQuery({ ...fields, enabled: value === 'enabled' }),
  }));
  return confirmWithDetails<Creation | 'showProblem'>(ui.prompts, {
    message: t('Create “{0}” on {1}?', fields.name, connectionLabel(connection)),
    detail: [...(problem ? [problem.words] : []), triggerText(fields), fields.query].join('\n\n'),
    buttons:
      problem === undefined ? creations : [{ label: t('Show Problem'), value: 'showProblem' }, ...creations],
    details: [choiceDetail(ui.documents, connection, choices)],
  });
}

/** Enter presses the first button, so with a problem that must not enable the query. */
function creationButtons(problem: ProblemSummary | undefined): readonly Button<Creation>[] {
  const disabled = { label: t('Create Disabled'), value: 'disabled' as const };
  return problem === undefined
    ? [{ label: t('Create and Enable'), value: 'enabled' }, disabled]
    : [disabled, { label: t('Create and Enable Anyway'), value: 'enabled' }];
}
