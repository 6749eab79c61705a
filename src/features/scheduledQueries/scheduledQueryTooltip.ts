import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { formatMoment } from '../../ui/format';
import { codeBlock, fieldList, inMarkdown, paragraphs } from '../../ui/markdown';
import type { Markdown } from '../../ui/markdown';
import { nextRuns, serviceOffset } from './nextRuns';
import { triggerInWords } from './triggerWords';

const shownRuns = 3;
const longestQuery = 600;

/** Everything in the record. */
export function scheduledQueryTooltip(query: ScheduledQuery): Markdown {
  return paragraphs([
    inMarkdown`**${query.name}**`,
    ...(query.description === undefined ? [] : [inMarkdown`${query.description}`]),
    fieldList([...triggerFields(query), ...runFields(query), ...recordFields(query)]),
    codeBlock(shorten(query.query)),
  ]);
}

type Field = readonly [label: string, value: string | undefined];

function triggerFields(query: ScheduledQuery): readonly Field[] {
  const runs = query.enabled
    ? nextRuns(query.cronSchedule ?? '', shownRuns, new Date(), serviceOffset(query))
    : [];
  return [
    [t('State'), query.enabled ? t('enabled') : t('disabled')],
    [t('Runs'), triggerInWords(query)],
    [t('Cron schedule'), query.cronSchedule],
    [t('Next runs'), runs.length === 0 ? undefined : runs.map(formatMoment).join(' · ')],
  ];
}

function runFields(query: ScheduledQuery): readonly Field[] {
  return [
    [t('Running state'), query.runningState],
    [t('Last run'), query.lastRunTime],
    [t('Result'), query.resultState],
    [t('Elapsed'), query.elapsedTime === undefined ? undefined : t('{0} ms', String(query.elapsedTime))],
    [t('Last failure'), query.lastFailureTime],
    [t('Reason'), query.lastFailureReason],
  ];
}

function recordFields(query: ScheduledQuery): readonly Field[] {
  return [
    [t('Node types'), query.nodeTypes.length === 0 ? undefined : query.nodeTypes.join(', ')],
    [t('Passes its last row on'), query.outputParameter ? t('yes') : undefined],
    [t('Created'), query.created],
    [t('Updated'), query.updated],
    ['GUID', query.guid],
  ];
}

function shorten(text: string): string {
  return text.length <= longestQuery ? text : `${text.slice(0, longestQuery)}…`;
}
