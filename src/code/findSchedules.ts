import { findFrontMatter } from '../language/frontMatter';
import { isCronSchedule } from './cronSchedule';

export interface FoundSchedule {
  readonly expression: string;
  /** Where it ends in the file, quotes included. */
  readonly to: number;
}

/** The cron expressions of a front matter, those of single platforms too. Ones that cannot be read are left out. */
export function findSchedules(source: string): readonly FoundSchedule[] {
  const front = findFrontMatter(source);
  if (front === undefined) return [];
  const yaml = source.slice(front.yaml.from, front.yaml.to);
  return [...yaml.matchAll(scheduleLine)].flatMap(({ index, groups }) => {
    const { start = '', value = '' } = groups ?? {};
    const expression = value.replaceAll(/^["']|["']$/g, '').trim();
    const to = front.yaml.from + index + start.length + value.length;
    return isCronSchedule(expression) ? [{ expression, to }] : [];
  });
}

const scheduleLine =
  /^(?<start>[ \t]*schedule:[ \t]*)(?<value>"[^"\n]*"|'[^'\n]*'|[^\s#"'][^#\r\n]*?)[ \t]*(?:#.*)?\r?$/gm;
