import type { PlatformClient } from '../../api/client';
import { RefusedError } from '../../api/errors';
import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';
import { confirmWithPapers, requestPaper } from '../../ui/confirmWrite';
import type { Connection } from '../../ui/connection';
import { environmentLabel } from '../../ui/environment';
import { withProgress } from '../../ui/progress';
import { writeReceipt } from '../../ui/receipt';
import { runSteps } from '../../ui/steps';
import type { ActionParts } from './actionParts';
import { connectionFor } from './chosenQueries';
import { askName, askQueryText } from './propertyQuestions';
import { triggerText, type EditedFields } from './propertyText';
import { triggerSteps } from './triggerSteps';

/** *New Scheduled Query…*; answers with the new record for whoever opens it. */
export async function createQuery(
  parts: ActionParts,
  given: readonly unknown[],
): Promise<ScheduledQuery | undefined> {
  const connection = await connectionFor(parts, given, t('New Scheduled Query'));
  let entered = nothing;
  for (;;) {
    await parts.platforms.ensureWritable(connection);
    entered = await askFields(parts, connection, entered);
    const fields = await confirmNew(parts, connection, entered);
    try {
      return await create(parts, connection, fields);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      noteReceipt(parts, connection, fields, `refused: ${error.message}`);
      // Not awaited: the first question comes back at once, with everything that was entered.
      void parts.workbench.failures.report(error, { connection });
    }
  }
}

async function create(
  parts: ActionParts,
  connection: Connection,
  fields: EditedFields,
): Promise<ScheduledQuery | undefined> {
  const client = await parts.platforms.clientFor(connection);
  const created = await withProgress(t('Creating “{0}”', fields.name), async (signal) =>
    send(client, fields, signal),
  );
  noteReceipt(parts, connection, fields, 'created');
  if (created !== undefined) await parts.section.update(connection, { added: [created] });
  const opening = await parts.workbench.prompts.notify({
    severity: 'information',
    message: t('{0}: “{1}” is created.', connection.name, fields.name),
    buttons: created === undefined ? [] : [{ label: t('Open'), value: created }],
  });
  if (opening !== undefined) await parts.open(connection, opening);
  return created;
}

function noteReceipt(
  { workbench }: ActionParts,
  connection: Connection,
  { name }: EditedFields,
  result: string,
): void {
  writeReceipt(workbench.log, { connection, operation: 'create scheduled query', names: [name], result });
}

const nothing: EditedFields = {
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

async function askFields(
  parts: ActionParts,
  connection: Connection,
  initial: EditedFields,
): Promise<EditedFields> {
  const { prompts } = parts.workbench;
  const title = t('New Scheduled Query: {0}', connection.name);
  const client = await parts.platforms.clientFor(connection);
  // Any one record tells by which clock the service goes; a new query cannot be part of a loop.
  const { items: all } = await client.scheduledQueries({ offset: 0, limit: 1 });
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
  const enabled = await confirmWithPapers(workbench.prompts, {
    message: t(
      'Create “{0}” on {1} ({2})?',
      fields.name,
      connection.name,
      environmentLabel(connection.environment),
    ),
    detail: `${triggerText(fields)}\n\n${fields.query}`,
    buttons: [
      { label: t('Create and Enable'), value: true },
      { label: t('Create Disabled'), value: false },
    ],
    papers: [requestPaper(workbench.documents, connection, () => [createScheduledQuery(fields)])],
  });
  return { ...fields, enabled };
}

/** Not every service tells the new GUID; the name, which is unique, finds it too. */
async function send(
  client: PlatformClient,
  fields: EditedFields,
  signal: AbortSignal,
): Promise<ScheduledQuery | undefined> {
  const guid = await client.createScheduledQuery(fieldsOf(fields), signal);
  if (guid !== undefined) return findScheduledQuery(client, guid, signal);
  const { items } = await client.scheduledQueries({ keywords: fields.name }, signal);
  return items.find(({ name }) => name === fields.name);
}
