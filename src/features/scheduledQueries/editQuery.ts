import { findScheduledQuery } from '../../api/findScheduledQuery';
import { updateScheduledQuery } from '../../api/operations/scheduledQueries';
import { differingFields } from '../../api/safeUpdate';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { isCancellation } from '../../ui/prompts/cancelled';
import { requestDetail } from '../../ui/writes/confirmWrite';
import type { Connection } from '../../ui/connections/connection';
import { withProgress } from '../../ui/prompts/progress';
import { runSteps } from '../../ui/prompts/steps';
import type { ActionDeps } from './actionDeps';
import { readAll } from './bulkFlow';
import { chooseQuery } from './chosenQueries';
import { confirmDiscard, askOverview, editTitle } from './editOverview';
import type { Property } from './editOverview';
import * as questions from './propertyQuestions';
import type { EditedFields } from './propertyText';
import { saveEdit, reportMissingQuery } from './saveEdit';
import type { Edit } from './saveEdit';
import { triggerSteps } from './triggerSteps';

/** *Edit Schedule and Properties…*: edits properties in any order, then writes the whole record once. */
export async function editQuery(deps: ActionDeps, given: readonly unknown[]): Promise<void> {
  const title = t('Edit Schedule and Properties');
  const { connection, query } = await chooseQuery(deps, given, title);
  await deps.platforms.ensureWritable(connection);
  const base = await readBase(deps, connection, query.guid);
  if (base === undefined) {
    await reportMissingQuery(deps, connection, query);
    return;
  }
  let edit: Edit | undefined = { connection, base, fields: base };
  while (edit !== undefined) edit = await keepAfterFailure(deps, edit);
}

/** After a failure the overview reopens with the input. */
async function keepAfterFailure(deps: ActionDeps, edit: Edit): Promise<Edit | undefined> {
  try {
    return await takeTurn(deps, edit);
  } catch (error) {
    if (isCancellation(error)) throw error;
    // Not awaited, so that the overview reopens immediately.
    void deps.ui.failures.report(error, { connection: edit.connection });
    return edit;
  }
}

/** One selection in the overview and its effect; undefined when the edit is complete. */
async function takeTurn(deps: ActionDeps, edit: Edit): Promise<Edit | undefined> {
  const changed = differingFields(edit.base, edit.fields);
  const choice = await askOverview(deps.ui.prompts, edit, changed).catch(async (error: unknown) => {
    if (!isCancellation(error) || changed.length === 0) throw error;
    return confirmDiscard(deps.ui.prompts, edit, changed);
  });
  switch (choice) {
    case 'stay':
      return edit;
    case 'save':
      return saveEdit(deps, edit);
    case 'showRequest':
      await requestDetail(deps.ui.documents, edit.connection, () => [
        updateScheduledQuery(edit.base.guid, edit.fields),
      ]).open();
      return edit;
    default:
      return { ...edit, fields: await askProperty(deps, edit, choice) };
  }
}

/** Canceling a question returns to the overview without losing changes. */
async function askProperty(deps: ActionDeps, edit: Edit, property: Property): Promise<EditedFields> {
  const title = editTitle(edit);
  try {
    if (property === 'trigger') return await askTrigger(deps, edit, title);
    const place = { step: 1, total: 1, canGoBack: true };
    return await propertyQuestions[property](deps.ui.prompts, edit.fields, title, place);
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
  deps: ActionDeps,
  { connection, base, fields }: Edit,
  title: string,
): Promise<EditedFields> {
  const all = await readAll(deps, connection);
  return runSteps(triggerSteps({ deps, connection, title, guid: base.guid, all }), fields);
}

async function readBase(
  { platforms }: ActionDeps,
  connection: Connection,
  guid: string,
): Promise<ScheduledQuery | undefined> {
  const client = await platforms.clientFor(connection);
  return withProgress(t('Reading the scheduled queries of {0}', connection.name), async (signal) =>
    findScheduledQuery(client, guid, signal),
  );
}
