import { findScheduledQuery } from '../../api/findScheduledQuery';
import { differingFields, updateOperation } from '../../api/safeUpdate';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { isCancellation } from '../../ui/cancelled';
import { requestPaper } from '../../ui/confirmWrite';
import type { Connection } from '../../ui/connection';
import { withProgress } from '../../ui/progress';
import { runSteps } from '../../ui/steps';
import type { ActionParts } from './actionParts';
import { chooseQuery } from './chosenQueries';
import { askLeave, askOverview, editTitle } from './editOverview';
import type { Property } from './editOverview';
import * as questions from './propertyQuestions';
import type { EditedFields } from './propertyText';
import { saveEdit, sayGone } from './saveEdit';
import type { Edit } from './saveEdit';
import { triggerSteps } from './triggerSteps';

/** *Edit Schedule and Properties…*: any property in any order, then one write of the whole record. */
export async function editQuery(parts: ActionParts, given: readonly unknown[]): Promise<void> {
  const title = t('Edit Schedule and Properties');
  const { connection, query } = await chooseQuery(parts, given, title);
  await parts.platforms.ensureWritable(connection);
  const base = await readBase(parts, connection, query.guid);
  if (base === undefined) {
    await sayGone(parts, connection, query);
    return;
  }
  let edit: Edit | undefined = { connection, base, fields: base };
  while (edit !== undefined) edit = await keepAfterFailure(parts, edit);
}

/** Whatever fails, the overview comes back with everything that was entered. */
async function keepAfterFailure(parts: ActionParts, edit: Edit): Promise<Edit | undefined> {
  try {
    return await takeTurn(parts, edit);
  } catch (error) {
    if (isCancellation(error)) throw error;
    // Not awaited: the overview does not wait until the message is closed.
    void parts.workbench.failures.report(error, { connection: edit.connection });
    return edit;
  }
}

/** One choice in the overview and what follows from it; undefined when the edit is over. */
async function takeTurn(parts: ActionParts, edit: Edit): Promise<Edit | undefined> {
  const changed = differingFields(edit.base, edit.fields);
  const choice = await askOverview(parts.workbench.prompts, edit, changed).catch(async (error: unknown) => {
    if (!isCancellation(error) || changed.length === 0) throw error;
    return askLeave(parts.workbench.prompts, edit, changed);
  });
  switch (choice) {
    case 'stay':
      return edit;
    case 'save':
      return saveEdit(parts, edit);
    case 'showRequest':
      await requestPaper(parts.workbench.documents, edit.connection, () => [
        updateOperation(edit.base, edit.fields),
      ]).open();
      return edit;
    default:
      return { ...edit, fields: await askProperty(parts, edit, choice) };
  }
}

/** Whoever leaves a single question gets back to the overview, with nothing lost. */
async function askProperty(parts: ActionParts, edit: Edit, property: Property): Promise<EditedFields> {
  const title = editTitle(edit);
  try {
    if (property === 'trigger') return await askTrigger(parts, edit, title);
    const place = { step: 1, total: 1, canGoBack: true };
    return await propertyQuestions[property](parts.workbench.prompts, edit.fields, title, place);
  } catch (error) {
    if (isCancellation(error)) return edit.fields;
    throw error;
  }
}

const propertyQuestions: Readonly<Record<Exclude<Property, 'trigger'>, questions.PropertyQuestion>> = {
  name: questions.askName,
  description: questions.askDescription,
  enabled: questions.askEnabled,
  nodeTypes: questions.askNodeTypes,
  outputParameter: questions.askOutputParameter,
};

async function askTrigger(
  parts: ActionParts,
  { connection, base, fields }: Edit,
  title: string,
): Promise<EditedFields> {
  const client = await parts.platforms.clientFor(connection);
  const { items: all } = await withProgress(t('Reading the schedules of {0}', connection.name), (signal) =>
    client.scheduledQueries({}, signal),
  );
  return runSteps(triggerSteps({ parts, connection, title, guid: base.guid, all }), fields);
}

async function readBase(
  { platforms }: ActionParts,
  connection: Connection,
  guid: string,
): Promise<ScheduledQuery | undefined> {
  const client = await platforms.clientFor(connection);
  return withProgress(t('Reading the schedules of {0}', connection.name), async (signal) =>
    findScheduledQuery(client, guid, signal),
  );
}
