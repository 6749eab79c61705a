import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import type { Place } from '../../ui/prompts/prompts';
import type { Step } from '../../ui/prompts/steps';
import type { ActionDeps } from './actionDeps';
import { loopThrough } from './chains';
import { searchFor } from './chosenQueries';
import { cronHint } from './cronHint';
import { serviceOffset } from './nextRuns';
import type { EditedFields } from './propertyText';

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
  const byClock = ({ triggerType }: EditedFields): boolean => triggerType === 'cron';
  const afterAnother = ({ triggerType }: EditedFields): boolean => triggerType === 'workflow';
  return [
    { ask: async (fields, place) => askType(subject, fields, place) },
    { ask: async (fields, place) => askCron(subject, fields, place), applies: byClock },
    { ask: async (fields, place) => askPreceding(subject, fields, place), applies: afterAnother },
    { ask: async (fields, place) => askAction(subject, fields, place), applies: afterAnother },
  ];
}

type Question = (subject: TriggerSubject, fields: EditedFields, place: Place) => Promise<EditedFields>;

const askType: Question = async ({ deps, title }, fields, place) => {
  const triggerType = await deps.ui.prompts.pick({
    title,
    place,
    placeholder: t('Select when the query runs'),
    choices: [
      {
        label: t('On a schedule'),
        description: t('at times given by a cron expression'),
        icon: 'watch',
        picked: fields.triggerType === 'cron',
        value: 'cron',
      },
      {
        label: t('After another query'),
        description: t('depending on the result of that query'),
        icon: 'git-commit',
        picked: fields.triggerType === 'workflow',
        value: 'workflow',
      },
    ],
  });
  return { ...fields, triggerType };
};

const askCron: Question = async ({ deps, title, all }, fields, place) => {
  const [example] = all;
  const offset = example === undefined ? undefined : serviceOffset(example);
  const cronSchedule = await deps.ui.prompts.input({
    title,
    place,
    prompt: t('Cron expression: minute, hour, day of month, month, day of week'),
    placeholder: '*/5 * * * *',
    value: fields.cronSchedule ?? '',
    validate: (text) => cronHint(text, offset),
  });
  return {
    ...fields,
    cronSchedule: cronSchedule.trim(),
    precedingGuid: undefined,
    precedingName: undefined,
    precedingAction: undefined,
  };
};

const askPreceding: Question = async (subject, fields, place) => {
  const { deps, connection, title } = subject;
  const { prompts } = deps.ui;
  for (;;) {
    const chosen = await prompts.search({ ...searchFor(deps, connection, title), title, place });
    const loop = subject.guid === undefined ? undefined : loopThrough(subject.guid, chosen.guid, subject.all);
    if (loop === undefined) {
      const { guid: precedingGuid, name: precedingName } = chosen;
      return { ...fields, cronSchedule: undefined, precedingGuid, precedingName };
    }
    // Not awaited: the question is shown again immediately, together with the message.
    void prompts.notify({
      severity: 'warning',
      message: t('That would create a loop: {0}. Select another preceding query.', loop.join(' → ')),
    });
  }
};

const askAction: Question = async ({ deps, title }, fields, place) => {
  const choice = (value: string, label: string) => ({
    label,
    picked: fields.precedingAction === value,
    value,
  });
  const precedingAction = await deps.ui.prompts.pick({
    title,
    place,
    placeholder: t('Runs after {0}…', fields.precedingName ?? fields.precedingGuid ?? ''),
    choices: [
      choice('succeeded', t('…succeeded')),
      choice('failed', t('…failed')),
      choice('finished', t('…finished, regardless of the result')),
    ],
  });
  return { ...fields, precedingAction };
};
