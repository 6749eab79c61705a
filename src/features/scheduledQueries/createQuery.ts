import type { PlatformClient } from '../../api/client';
import { RefusedError } from '../../api/errors';
import type { Operation } from '../../api/operation';
import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';
import { isCancellation } from '../../ui/cancelled';
import { choicePaper, confirmWithPapers } from '../../ui/confirmWrite';
import type { Connection } from '../../ui/connection';
import { environmentLabel } from '../../ui/environment';
import { noteWrite, readAfterWrite } from '../../ui/noteWrite';
import { withProgress } from '../../ui/progress';
import { runSteps } from '../../ui/steps';
import type { ActionParts } from './actionParts';
import { connectionFor } from './chosenQueries';
import { emptyForm } from './emptyForm';
import { askName, askQueryText } from './propertyQuestions';
import { triggerText } from './propertyText';
import type { EditedFields } from './propertyText';
import { triggerSteps } from './triggerSteps';

/** *New Scheduled Query…*; answers with the new record for whoever opens it. */
export async function createQuery(
  parts: ActionParts,
  given: readonly unknown[],
): Promise<ScheduledQuery | undefined> {
  const connection = await connectionFor(parts, given, t('New Scheduled Query'));
  // What could not be sent the last time is still there.
  let entered = parts.unsentForms.get(connection.name) ?? emptyForm;
  for (;;) {
    await parts.platforms.ensureWritable(connection);
    entered = await askFields(parts, connection, entered);
    const fields = await confirmNew(parts, connection, entered);
    parts.unsentForms.set(connection.name, entered);
    const created = await createOrReturn(parts, connection, fields);
    if (created === 'form') continue;
    parts.unsentForms.delete(connection.name);
    return showCreated(parts, connection, fields, created.record);
  }
}

/** Tries as often as the person wants; `form`: they go back to what they entered. */
async function createOrReturn(
  parts: ActionParts,
  connection: Connection,
  fields: EditedFields,
): Promise<'form' | { readonly record: ScheduledQuery | undefined }> {
  const { failures, prompts } = parts.workbench;
  for (;;) {
    try {
      return { record: await create(parts, connection, fields) };
    } catch (error) {
      if (isCancellation(error)) throw error;
      if (error instanceof RefusedError) {
        // Not awaited: the first question comes back at once, with everything that was entered.
        void failures.report(error, { connection });
        return 'form';
      }
      const answer = await prompts.confirm({
        message: failures.explain(error, { connection }).sentence,
        detail: t('What you entered is kept.'),
        buttons: [
          { label: t('Try Again'), value: 'again' },
          { label: t('Back to the Form'), value: 'form' },
        ],
      });
      if (answer === 'form') return answer;
    }
  }
}

/** Undefined where the query was created and cannot be read. */
async function create(
  parts: ActionParts,
  connection: Connection,
  fields: EditedFields,
): Promise<ScheduledQuery | undefined> {
  const { log } = parts.workbench;
  const client = await parts.platforms.clientFor(connection);
  const title = t('Creating “{0}”', fields.name);
  const guid = await noteWrite(
    log,
    { connection, operation: 'create scheduled query', names: [fields.name] },
    async () => withProgress(title, async (signal) => client.send(newOperation(fields), signal)),
    () => 'created',
  );
  return readAfterWrite(log, async () =>
    withProgress(title, async (signal) => findCreated(client, guid, fields.name, signal)),
  );
}

async function showCreated(
  parts: ActionParts,
  connection: Connection,
  { name }: EditedFields,
  created: ScheduledQuery | undefined,
): Promise<ScheduledQuery | undefined> {
  if (created === undefined) parts.section.reload(connection);
  else await parts.section.update(connection, { added: [created] });
  const opening = await parts.workbench.prompts.notify({
    severity: 'information',
    message: t('{0}: “{1}” is created.', connection.name, name),
    buttons: created === undefined ? [] : [{ label: t('Open'), value: created }],
  });
  if (opening !== undefined) await parts.open(connection, opening);
  return created;
}

/** The one request that creates a query: what is shown beforehand is what is sent. */
function newOperation(fields: EditedFields): Operation<string | undefined> {
  return createScheduledQuery(fieldsOf(fields));
}

async function askFields(
  parts: ActionParts,
  connection: Connection,
  initial: EditedFields,
): Promise<EditedFields> {
  const { prompts } = parts.workbench;
  const title = t('New Scheduled Query: {0}', connection.name);
  const client = await parts.platforms.clientFor(connection);
  // Any one record tells by which clock the service goes; a new query cannot be part of a loop.
  const first = client.scheduledQueries({ offset: 0, limit: 1 });
  // Whoever comes back to a form that could not be sent fills it in, though the service may still be away.
  const { items: all } = await (initial === emptyForm ? first : first.catch(() => ({ items: [] })));
  return runSteps<EditedFields>(
    [
      { ask: async (fields, place) => askName(prompts, fields, title, place) },
      { ask: async (fields, place) => askQueryText(prompts, fields, title, place) },
      ...triggerSteps({ parts, connection, title, guid: undefined, all }),
    ],
    initial,
  );
}

async function confirmNew(
  { workbench }: ActionParts,
  connection: Connection,
  fields: EditedFields,
): Promise<EditedFields> {
  const buttons = [
    { label: t('Create and Enable'), value: true },
    { label: t('Create Disabled'), value: false },
  ];
  const enabled = await confirmWithPapers(workbench.prompts, {
    message: t(
      'Create “{0}” on {1} ({2})?',
      fields.name,
      connection.name,
      environmentLabel(connection.environment),
    ),
    detail: `${triggerText(fields)}\n\n${fields.query}`,
    buttons,
    papers: [
      choicePaper(
        workbench.documents,
        connection,
        buttons.map(({ label, value }) => ({
          label,
          operation: newOperation({ ...fields, enabled: value }),
        })),
      ),
    ],
  });
  return { ...fields, enabled };
}

/** Not every service tells the new GUID; the name, which is unique, finds it too. */
async function findCreated(
  client: PlatformClient,
  guid: string | undefined,
  name: string,
  signal: AbortSignal,
): Promise<ScheduledQuery | undefined> {
  if (guid !== undefined) return findScheduledQuery(client, guid, signal);
  const { items } = await client.scheduledQueries({ keywords: name }, signal);
  return items.find((query) => query.name === name);
}
