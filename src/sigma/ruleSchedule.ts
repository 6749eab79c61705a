import { beginningOf } from '../shared/plainText';
import type { ConvertedQuery } from './convertCollection';
import type { Information } from './sigmaDocument';

/** The schedule for rules of a level, and the period, which equals the interval. */
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

/** A rule as a scheduled query: runs neither leave gaps nor overlap. */
export interface RuleSchedule {
  readonly name: string;
  readonly description: string | undefined;
  readonly cron: string;
  readonly query: string;
}

/** The limits of the platform. */
const longestName = 255;
const longestDescription = 2000;

type SchedulableRule = Pick<ConvertedQuery, 'queryOver' | 'timespan'> & { readonly information: Information };

export function scheduleOfRule(rule: SchedulableRule, nameOtherwise: string): RuleSchedule {
  const { title, id, level = 'medium', description } = rule.information;
  const { cron, seconds } = scheduleOfLevel(level);
  return {
    name: beginningOf(title ?? id ?? nameOtherwise, longestName),
    description: description && beginningOf(description.trim(), longestDescription),
    cron,
    query: queryBetweenRuns(rule, seconds),
  };
}

/** The query for an interval of this many seconds. */
export function queryBetweenRuns(rule: SchedulableRule, seconds: number): string {
  // A correlation window may have started before the last run.
  return rule.queryOver(spanOf(seconds + (rule.timespan ?? 0)));
}

/** The period of the query belongs to its schedule, not to the rule. */
export function durationOf(query: string): string | undefined {
  return /^\|?\s*table\b[^\n]*?\bduration=(\S+)/m.exec(query)?.[1];
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

/** The MITRE ATT&CK techniques in the tags of a rule, such as `T1059.001`. */
export function techniquesOf({ tags }: Pick<Information, 'tags'>): readonly string[] {
  return tags.flatMap((tag) => {
    const [, technique] = /^attack\.(t\d{4}(?:\.\d{3})?)$/i.exec(tag) ?? [];
    return technique === undefined ? [] : [technique.toUpperCase()];
  });
}
