import type { ConvertedQuery } from './convertCollection';
import type { Information } from './sigmaDocument';

/** When a rule of some level is looked at, and how far back: as far as the time before was looked at. */
interface LevelSchedule {
  readonly cron: string;
  readonly seconds: number;
}

const hour = 3600;

const schedules: Readonly<Record<string, LevelSchedule>> = {
  critical: { cron: '*/5 * * * *', seconds: 300 },
  high: { cron: '*/15 * * * *', seconds: 900 },
  medium: { cron: '0 * * * *', seconds: hour },
  low: { cron: '0 */6 * * *', seconds: 6 * hour },
  informational: { cron: '0 6 * * *', seconds: 24 * hour },
};

/** A rule as a scheduled query: nothing is left out between two runs, and nothing found twice. */
export interface RuleSchedule {
  readonly name: string;
  readonly description: string | undefined;
  readonly cron: string;
  readonly query: string;
}

/** What the service takes at most. */
const longestName = 255;
const longestDescription = 2000;

type SchedulableRule = Pick<ConvertedQuery, 'queryOver' | 'timespan'> & { readonly information: Information };

export function scheduleOfRule(rule: SchedulableRule, nameOtherwise: string): RuleSchedule {
  const { title, id, level = 'medium', description } = rule.information;
  const { cron, seconds } = scheduleOfLevel(level);
  return {
    name: (title ?? id ?? nameOtherwise).slice(0, longestName),
    description: description?.trim().slice(0, longestDescription),
    cron,
    query: queryBetweenRuns(rule, seconds),
  };
}

/** The query for runs with so many seconds between them. */
export function queryBetweenRuns(rule: SchedulableRule, seconds: number): string {
  // A window of a correlation may have begun before the last run.
  return rule.queryOver(spanOf(seconds + (rule.timespan ?? 0)));
}

function scheduleOfLevel(level: string): LevelSchedule {
  const known = Object.hasOwn(schedules, level) ? schedules[level] : undefined;
  return known ?? { cron: '0 * * * *', seconds: hour };
}

const units: readonly (readonly [string, number])[] = [
  ['d', 24 * hour],
  ['h', hour],
  ['m', 60],
];

function spanOf(seconds: number): string {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}

/** The techniques of MITRE ATT&CK that a rule is tagged with, such as `T1059.001`. */
export function techniquesOf({ tags }: Pick<Information, 'tags'>): readonly string[] {
  return tags.flatMap((tag) => {
    const [, technique] = /^attack\.(t\d{4}(?:\.\d{3})?)$/i.exec(tag) ?? [];
    return technique === undefined ? [] : [technique.toUpperCase()];
  });
}
