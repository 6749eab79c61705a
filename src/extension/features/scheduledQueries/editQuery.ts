import { updateScheduledQuery } from '../../../core/api/operations/scheduledQueries';
import { differingFields } from '../../../core/interface/scheduledQueryFields';
import { t } from '../../../core/base/localize';
import { isCancellation } from '../../ui/prompts/canceled';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import { runSteps } from '../../ui/prompts/prompts';
import { targetTitle } from '../../ui/resolveTarget';
import { requestDetail } from '../../ui/writes/sendAndLog';
import { readAll, pickQuery } from './bulkQueries';
import type { ActionDeps } from './actionDeps';
import * as questions from './propertyQuestions';
import { fieldLabel, fieldText } from '../../ui/format/queryFields';
import type { FieldName } from '../../ui/format/queryFields';
import { changeLabels, touchesTrigger, triggerText } from './propertyText';
import type { EditedFields } from './propertyText';
import { readQuery, saveEdit } from './saveEdit';
import type { Edit } from './saveEdit';
import { isSameGuid } from '../../../core/interface/guid';
import { unappliedEdits } from './keptQueries';
import type { KeptQueries } from './keptQueries';
import type { Ui } from '../../ui/openUi';

/** *Edit Schedule and Properties…*: edits properties in any order, then writes the whole record once. */
export async function editQuery(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Edit Schedule and Properties');
  const { connection, value: query } = await pickQuery(deps, args, title);
  await deps.platforms.ensureWritable(connection);
  const base = await readQuery(deps, connection, query);
  const edits = unappliedEdits(deps.sharedMemory);
  let edit: Edit | undefined = await continueEdit(deps.ui, edits, { connection, base, fields: base });
  while (edit !== undefined) {
    edit = await keepAfterFailure(deps, edit);
    if (edit === undefined || differingFields(edit.base, edit.fields).length === 0)
      edits.forget(connection, base.guid);
    else edits.keep(connection, [{ ...edit, guid: base.guid }]);
  }
}

/** Offers the changes that were not applied last time, because the window was closed or a question was canceled. */
async function continueEdit({ prompts }: Ui, edits: KeptQueries, edit: Edit): Promise<Edit> {
  const { connection, base: current } = edit;
  const kept = edits.of(connection).find(({ guid }) => isSameGuid(guid, current.guid));
  if (kept?.fields === undefined) return edit;
  const changed = changeLabels(differingFields(kept.base, kept.fields));
  const selected = await prompts.pick<Edit>({
    title: editTitle(edit),
    placeholder: t('Not applied yet: {0}', changed.join(', ')),
    choices: [
      {
        label:
          changed.length === 1
            ? t('Continue with 1 Unapplied Change')
            : t('Continue with {0} Unapplied Changes', changed.length),
        description: changed.join(', '),
        icon: 'edit',
        // On the previous record, so that a change by someone else since then is a conflict.
        value: { connection, base: { ...current, ...kept.base }, fields: kept.fields },
      },
      { label: t('Discard Changes'), icon: 'discard', value: edit },
    ],
  });
  if (selected === edit) edits.forget(connection, current.guid);
  return selected;
}

/** After a failure the overview reopens with the input. */
async function keepAfterFailure(deps: ActionDeps, edit: Edit): Promise<Edit | undefined> {
  try {
    return await runOverviewStep(deps, edit);
  } catch (error) {
    if (isCancellation(error)) throw error;
    // Not awaited, so that the overview reopens immediately.
    void deps.ui.failures.report(error, { connection: edit.connection });
    return edit;
  }
}

/** One selection in the overview and its effect; undefined when the edit is complete. */
async function runOverviewStep(deps: ActionDeps, edit: Edit): Promise<Edit | undefined> {
  const changed = differingFields(edit.base, edit.fields);
  const choice = await askOverview(deps.ui.prompts, edit, changed).catch(async (error: unknown) => {
    if (!isCancellation(error) || changed.length === 0) throw error;
    return confirmDiscard(deps.ui.prompts, edit, changed);
  });
  switch (choice) {
    case 'stay':
      return edit;
    case 'leave':
      return undefined;
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
  const { connection, base, fields } = edit;
  const asked = { prompts: deps.ui.prompts, title: editTitle(edit) };
  try {
    if (property !== 'trigger') {
      const position = { step: 1, total: 1, canGoBack: true };
      return await propertyQuestions[property]({ ...asked, position }, fields);
    }
    const all = await readAll(deps, connection);
    const subject = { deps, connection, title: asked.title, guid: base.guid, all };
    return await runSteps(questions.triggerSteps(subject), fields);
  } catch (error) {
    if (isCancellation(error)) return fields;
    throw error;
  }
}

const propertyQuestions = {
  name: questions.askName,
  description: questions.askDescription,
  enabled: questions.askEnabled,
  nodeTypes: questions.askNodeTypes,
  outputParameter: questions.askOutputParameter,
} satisfies Partial<Record<FieldName, questions.PropertyQuestion>>;

type Property = keyof typeof propertyQuestions | 'trigger';

type OverviewChoice = Property | 'save' | 'showRequest';

/** All properties with their values; saving comes first if there are changes. */
async function askOverview(
  prompts: Prompts,
  edit: Edit,
  changed: readonly FieldName[],
): Promise<OverviewChoice> {
  const labels = changeLabels(changed).join(', ');
  const writes: readonly Choice<OverviewChoice>[] = [
    {
      label: t('Apply to {0}', edit.connection.name),
      description: labels,
      icon: 'cloud-upload',
      value: 'save',
    },
    {
      label: t('Show Request'),
      description: t('the request as a cURL command'),
      icon: 'code',
      value: 'showRequest',
    },
  ];
  return prompts.pick({
    title: editTitle(edit),
    placeholder: changed.length === 0 ? t('Select what to change') : t('Not applied yet: {0}', labels),
    choices: [...(changed.length === 0 ? [] : writes), ...propertyChoices(edit, changed)],
  });
}

/** Asks whether to discard changes. */
async function confirmDiscard(
  prompts: Prompts,
  { base, connection }: Edit,
  changed: readonly FieldName[],
): Promise<'save' | 'leave' | 'stay'> {
  return prompts.confirm<'save' | 'leave' | 'stay'>({
    message: t('Apply the changes to “{0}” on {1}?', base.name, connection.name),
    detail: t('Not applied yet: {0}', changeLabels(changed).join(', ')),
    buttons: [
      { label: t('Apply to {0}', connection.name), value: 'save' },
      { label: t('Discard Changes'), value: 'leave' },
      { label: t('Keep Editing'), value: 'stay', closes: true },
    ],
  });
}

/** The title of every question. */
function editTitle({ base, connection }: Edit): string {
  return targetTitle(base.name, connection);
}

function propertyChoices({ fields }: Edit, changed: readonly FieldName[]): readonly Choice<OverviewChoice>[] {
  const simple = (value: Exclude<Property, 'trigger'>, icon: string): Choice<OverviewChoice> => ({
    label: `${fieldLabel(value)}: ${fieldText(fields, value)}`,
    description: changed.includes(value) ? t('changed') : undefined,
    icon,
    value,
  });
  return [
    simple('name', 'tag'),
    simple('description', 'note'),
    simple('enabled', 'play-circle'),
    {
      label: t('Schedule: {0}', triggerText(fields)),
      description: touchesTrigger(changed) ? t('changed') : undefined,
      icon: 'watch',
      value: 'trigger',
    },
    simple('nodeTypes', 'server'),
    simple('outputParameter', 'output'),
  ];
}
