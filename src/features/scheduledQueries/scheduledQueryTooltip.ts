import { refusalInWords } from '../../language/problem';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { formatRun, formatServiceTime } from '../../ui/format/format';
import { codeBlock, fieldList, inMarkdown, paragraphs } from '../../ui/format/markdown';
import type { Markdown } from '../../ui/format/markdown';
import { nextRuns, serviceOffset } from './nextRuns';
import { describeTrigger } from './describeTrigger';

const shownRuns = 3;
const longestQuery = 600;

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
  const serverOffset = serviceOffset(query);
  const runs = query.enabled ? nextRuns(query.cronSchedule ?? '', shownRuns, new Date(), serverOffset) : [];
  return [
    [t('State'), query.enabled ? t('enabled') : t('disabled')],
    [t('Runs'), describeTrigger(query)],
    [t('Cron schedule'), query.cronSchedule],
    [
      t('Next runs'),
      runs.length === 0 ? undefined : runs.map((run) => formatRun(run, serverOffset)).join(' · '),
    ],
  ];
}

function runFields(query: ScheduledQuery): readonly Field[] {
  return [
    [t('Running state'), stateWord(query.runningState)],
    [t('Last run'), formatServiceTime(query.lastRunTime)],
    [t('Result'), stateWord(query.resultState)],
    [t('Elapsed'), query.elapsedTime === undefined ? undefined : t('{0} ms', String(query.elapsedTime))],
    [t('Last failure'), formatServiceTime(query.lastFailureTime)],
    [t('Reason'), query.lastFailureReason && refusalInWords(query.lastFailureReason)],
  ];
}

/** Unknown values of the platform are shown unchanged. */
function stateWord(word: string | undefined): string | undefined {
  switch (word) {
    case 'running':
      return t('running');
    case 'stopped':
      return t('stopped');
    case 'succeeded':
      return t('succeeded');
    case 'failed':
      return t('failed');
    default:
      return word;
  }
}

function recordFields(query: ScheduledQuery): readonly Field[] {
  return [
    [t('Node types'), query.nodeTypes.length === 0 ? undefined : query.nodeTypes.join(', ')],
    [t('Passes on its last row'), query.outputParameter ? t('yes') : undefined],
    [t('Created'), formatServiceTime(query.created)],
    [t('Updated'), formatServiceTime(query.updated)],
    ['GUID', query.guid],
  ];
}

function shorten(text: string): string {
  return text.length <= longestQuery ? text : `${text.slice(0, longestQuery)}…`;
}
