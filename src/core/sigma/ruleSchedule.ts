import { truncatedText } from '../privacy/plainText';
import { maxDescriptionLength, maxNameLength } from '../interface/scheduledQueryFields';
import type { ConvertedQuery } from './convertCollection';
import { periodBetweenRuns } from './runPeriod';
import type { Information } from './sigmaDocument';

const schedules: Readonly<Record<string, string>> = {
  critical: '*/5 * * * *',
  high: '*/15 * * * *',
  medium: '0 * * * *',
  low: '0 */6 * * *',
  informational: '0 6 * * *',
};

/** A rule as a scheduled query: runs neither leave gaps nor overlap. */
export interface RuleSchedule {
  readonly name: string;
  readonly description: string | undefined;
  readonly cron: string;
  readonly query: string;
}

type SchedulableRule = Pick<ConvertedQuery, 'query' | 'queryBetween'> & { readonly information: Information };

export function scheduleOfRule(rule: SchedulableRule, nameOtherwise: string): RuleSchedule {
  const { title, id, level = 'medium', description } = rule.information;
  const cron = (Object.hasOwn(schedules, level) ? schedules[level] : undefined) ?? '0 * * * *';
  return {
    name: truncatedText(title ?? id ?? nameOtherwise, maxNameLength),
    description: description && truncatedText(description.trim(), maxDescriptionLength),
    cron,
    query: queryAt(rule, cron) ?? rule.query,
  };
}

const priorities: Readonly<Record<string, string>> = {
  critical: 'HIGH',
  high: 'HIGH',
  low: 'LOW',
  informational: 'LOW',
};

/** A rule as the fields of a batch rule. */
export function ruleRecordOf(
  rule: SchedulableRule,
  nameOtherwise: string,
): Readonly<Record<string, unknown>> {
  const { name, description, cron, query } = scheduleOfRule(rule, nameOtherwise);
  const { level = 'medium' } = rule.information;
  const techniques = techniquesOf(rule.information);
  return {
    name,
    ...(description === undefined ? {} : { description }),
    priority: (Object.hasOwn(priorities, level) ? priorities[level] : undefined) ?? 'MEDIUM',
    schedule: cron,
    ...(techniques.length === 0 ? {} : { mitre_techniques: techniques }),
    query,
  };
}

/**
 * The query for the runs of a schedule, each of which reads what the run before did not. Undefined for a schedule
 * for which this cannot be expressed.
 */
export function queryAt(
  rule: Pick<SchedulableRule, 'queryBetween'>,
  cron: string,
  utcOffset = 0,
): string | undefined {
  const period = periodBetweenRuns(cron, utcOffset);
  return period && rule.queryBetween(period);
}

/** The period of the query belongs to its schedule, not to the rule. */
export function durationOf(query: string): string | undefined {
  return /^\|?\s*table\b[^\n]*?\bduration=(\S+)/m.exec(query)?.[1];
}

/** The MITRE ATT&CK techniques in the tags of a rule, such as `T1059.001`. */
export function techniquesOf({ tags }: Pick<Information, 'tags'>): readonly string[] {
  return tags.flatMap((tag) => {
    const [, technique] = /^attack\.(t\d{4}(?:\.\d{3})?)$/i.exec(tag) ?? [];
    return technique === undefined ? [] : [technique.toUpperCase()];
  });
}
