import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import { PermissionError, RefusedError } from '../../api/errors';
import { findCreatedQuery, findScheduledQuery, findByName } from '../../api/findScheduledQuery';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { isCancellation } from '../../ui/prompts/cancelled';
import type { Connection } from '../../ui/connections/connection';
import { recordWrite, readAfterWrite } from '../../ui/writes/recordWrite';
import { withProgress } from '../../ui/prompts/progress';
import { runSteps } from '../../ui/prompts/steps';
import type { ActionDeps } from './actionDeps';
import { chooseQuery, connectionFor } from './chosenQueries';
import { confirmNew, isLocal } from './confirmNew';
import { emptyForm } from './emptyForm';
import { askQueryText, askName } from './propertyQuestions';
import type { EditedFields } from './propertyText';
import { reportMissingQuery } from './saveEdit';
import { triggerSteps } from './triggerSteps';
import type { Place } from '../../ui/prompts/prompts';

/** *New Scheduled Query…*; returns the new record, so that the caller can open it. */
export async function createQuery(
  deps: ActionDeps,
  given: readonly unknown[],
): Promise<ScheduledQuery | undefined> {
  const connection = await connectionFor(deps, given, t('New Scheduled Query'));
  // Restores the input that could not be sent last time.
  let entered = deps.unsentForms.get(connection.name) ?? emptyForm;
  for (;;) {
    await deps.platforms.ensureWritable(connection);
    entered = await confirmNew(deps, connection, await askFields(deps, connection, entered));
    deps.unsentForms.set(connection.name, entered);
    const created = await createOrReturn(deps, connection, entered);
    if (created === 'form') continue;
    deps.unsentForms.delete(connection.name);
    return showCreated(deps, connection, entered, created.record);
  }
}

/** *Duplicate Scheduled Query…*: copies a query under a name that is asked for. */
export async function duplicateQuery(
  deps: ActionDeps,
  given: readonly unknown[],
): Promise<ScheduledQuery | undefined> {
  const title = t('Duplicate Scheduled Query');
  const { connection, query } = await chooseQuery(deps, given, title);
  await deps.platforms.ensureWritable(connection);
  const client = await deps.platforms.clientFor(connection);
  const original = await findScheduledQuery(client, query.guid);
  if (original === undefined) {
    await reportMissingQuery(deps, connection, query);
    return undefined;
  }
  let entered: EditedFields = { ...original, name: t('{0} (copy)', original.name) };
  for (;;) {
    entered = await askFreeName(deps, connection, entered, `${title}: ${connection.name}`);
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
  if (opening !== undefined) await deps.open(connection, opening);
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
): Promise<EditedFields> {
  const { prompts } = deps.ui;
  const title = t('New Scheduled Query: {0}', connection.name);
  const client = await deps.platforms.clientFor(connection);
  // Any record reveals the clock of the platform; a new query cannot be part of a cycle.
  const first = client.scheduledQueries({ offset: 0, limit: 1 });
  // A form that could not be sent can be completed while the platform is still unavailable.
  const { items: all } = await (initial === emptyForm ? first : first.catch(unlessRefused));
  return runSteps<EditedFields>(
    [
      { ask: async (fields, place) => askFreeName(deps, connection, fields, title, place) },
      { ask: async (fields, place) => askQueryText(prompts, fields, title, place, isLocal(connection)) },
      ...triggerSteps({ deps, connection, title, guid: undefined, all }),
    ],
    initial,
  );
}

/** Asks for a unique name and reports duplicates immediately. */
async function askFreeName(
  deps: ActionDeps,
  connection: Connection,
  initial: EditedFields,
  title: string,
  place?: Place,
): Promise<EditedFields> {
  const taken = new Set<string>();
  let fields = initial;
  for (;;) {
    fields = await askName(deps.ui.prompts, fields, title, place, taken);
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
