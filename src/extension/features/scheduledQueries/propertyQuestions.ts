import { maxDescriptionLength } from '../../../core/interface/scheduledQueryFields';
import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import type { Choice, StepPosition, Prompts, Validation, Step } from '../../ui/prompts/prompts';
import { askUniqueName } from '../../ui/prompts/askUniqueName';
import { loopThrough } from './chainEffects';
import { searchFor } from './bulkQueries';
import { cronHint } from './describeTrigger';
import type { ActionDeps } from './actionDeps';
import type { EditedFields } from './propertyText';

/** Who asks, under which title, and the position in a flow. */
export interface Asked {
  readonly prompts: Prompts;
  readonly title: string;
  readonly position?: StepPosition | undefined;
}

/** Asks for one property and returns the updated fields. */
export type PropertyQuestion = (asked: Asked, fields: EditedFields) => Promise<EditedFields>;

export async function askName(
  { prompts, ...question }: Asked,
  fields: EditedFields,
  taken?: ReadonlySet<string>,
): Promise<EditedFields> {
  return { ...fields, name: await askUniqueName(prompts, { ...question, value: fields.name }, taken) };
}

export const askDescription: PropertyQuestion = async ({ prompts, ...asked }, fields) => {
  const { description = '' } = fields;
  const validate = (typed: string): Validation => shorterThan(typed, maxDescriptionLength);
  const question = { ...asked, value: description, validate };
  // An input box would join the lines.
  const text = await (description.includes('\n')
    ? prompts.editText(question)
    : prompts.input({ ...question, prompt: t('Description (optional)') }));
  return { ...fields, description: text.trim() === '' ? undefined : text };
};

export const askEnabled: PropertyQuestion = async (asked, fields) =>
  askValue(asked, fields, 'enabled', t('Select whether the query runs'), [
    { value: true, label: t('Enabled: runs when triggered') },
    { value: false, label: t('Disabled: does not run') },
  ]);

export const askOutputParameter: PropertyQuestion = async (asked, fields) => {
  const placeholder = t('Select whether the next query gets the last row as parameters');
  return askValue(asked, fields, 'outputParameter', placeholder, [
    { value: true, label: t('Yes: the last row becomes the parameters of the next query') },
    { value: false, label: t('No: do not pass it on') },
  ]);
};

export const askNodeTypes: PropertyQuestion = async ({ prompts, ...question }, fields) => {
  const labels = new Map([['control', t('Control nodes')]]).set('data', t('Data nodes'));
  // A newer platform may have more types; current values stay selectable.
  const types = [...new Set([...labels.keys(), ...fields.nodeTypes])];
  const nodeTypes = await prompts.pickMany({
    ...question,
    placeholder: t('Select the nodes to run on. If none is selected, the platform decides.'),
    allowNone: true,
    choices: types.map((value) => ({
      label: labels.get(value) ?? value,
      picked: fields.nodeTypes.includes(value),
      value,
    })),
  });
  return { ...fields, nodeTypes };
};

/** Asks for one of the values that a field can have. */
async function askValue<Field extends keyof EditedFields>(
  { prompts, ...question }: Asked,
  fields: EditedFields,
  field: Field,
  placeholder: string,
  values: readonly Choice<EditedFields[Field]>[],
): Promise<EditedFields> {
  const choices = values.map((choice) => ({ ...choice, picked: choice.value === fields[field] }));
  return { ...fields, [field]: await prompts.pick({ ...question, placeholder, choices }) };
}

export function required(text: string): Validation {
  return text.trim() === '' ? { problem: t('Required.') } : undefined;
}

function shorterThan(text: string, maximum: number): Validation {
  if (text.length <= maximum) return undefined;
  return { problem: t('Enter at most {0} characters (currently {1}).', maximum, text.length) };
}

export interface TriggerSubject {
  readonly deps: ActionDeps;
  readonly connection: Connection;
  readonly title: string;
  /** The query being edited; undefined for a new one, which cannot be part of a cycle. */
  readonly guid: string | undefined;
  /** All schedules, to find choices that would create a cycle and the clock of the platform. */
  readonly all: readonly ScheduledQuery[];
}

/** Asks when a query runs: by cron, or after another query. */
export function triggerSteps(subject: TriggerSubject): readonly Step<EditedFields>[] {
  const { title } = subject;
  const { prompts } = subject.deps.ui;
  const byClock = ({ triggerType }: EditedFields): boolean => triggerType === 'cron';
  const afterAnother = ({ triggerType }: EditedFields): boolean => triggerType === 'workflow';
  return [
    { ask: async (fields, position) => askType({ prompts, title, position }, fields) },
    { ask: async (fields, position) => askCron(subject, fields, position), applies: byClock },
    { ask: async (fields, position) => askPreceding(subject, fields, position), applies: afterAnother },
    {
      ask: async (fields, position) => askAction({ prompts, title, position }, fields),
      applies: afterAnother,
    },
  ];
}

const askType: PropertyQuestion = async (asked, fields) =>
  askValue(asked, fields, 'triggerType', t('Select when the query runs'), [
    {
      value: 'cron',
      label: t('On a schedule'),
      description: t('at the times of a cron expression'),
      icon: 'watch',
    },
    {
      value: 'workflow',
      label: t('After another query'),
      description: t('depending on the result of that query'),
      icon: 'git-commit',
    },
  ]);

async function askCron(
  { deps, connection, title, all }: TriggerSubject,
  fields: EditedFields,
  position: StepPosition,
): Promise<EditedFields> {
  const known = deps.section.watched.of(connection).clock;
  for (const { lastRunTime, updated, created } of all) known.note(lastRunTime, updated, created);
  const clock = known.clock();
  const cronSchedule = await deps.ui.prompts.input({
    title,
    position,
    prompt: t('Cron expression: minute, hour, day of month, month, day of week'),
    placeholder: '*/5 * * * *',
    value: fields.cronSchedule ?? '',
    validate: (text) => cronHint(text, clock),
  });
  const noPreceding = { precedingGuid: undefined, precedingName: undefined, precedingAction: undefined };
  return { ...fields, ...noPreceding, cronSchedule: cronSchedule.trim() };
}

async function askPreceding(
  { deps, connection, title, guid, all }: TriggerSubject,
  fields: EditedFields,
  position: StepPosition,
): Promise<EditedFields> {
  const { prompts } = deps.ui;
  for (;;) {
    const selected = await prompts.search({ ...searchFor(deps, connection, title, guid), title, position });
    const loop = guid === undefined ? undefined : loopThrough(guid, selected.guid, all);
    if (loop === undefined) {
      const { guid: precedingGuid, name: precedingName } = selected;
      return { ...fields, cronSchedule: undefined, precedingGuid, precedingName };
    }
    // Not awaited: the question is shown again immediately, together with the message.
    void prompts.notify({
      severity: 'warning',
      message: t('That would create a loop: {0}. Select another preceding query.', loop.join(' → ')),
    });
  }
}

const askAction: PropertyQuestion = async (asked, fields) => {
  const placeholder = t('Runs after {0}…', fields.precedingName ?? fields.precedingGuid ?? '');
  return askValue(asked, fields, 'precedingAction', placeholder, [
    { value: 'succeeded', label: t('…succeeded') },
    { value: 'failed', label: t('…failed') },
    { value: 'finished', label: t('…finished, regardless of the result') },
  ]);
};
