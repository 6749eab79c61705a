import { findFrontMatter } from '../language/frontMatter';
import { isCronSchedule } from '../time/cron';

export interface FoundSchedule {
  readonly expression: string;
  /** The end offset in the file, including quotes. */
  readonly to: number;
}

/** The cron expressions of a front matter, including those of single platforms. Invalid ones are skipped. */
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
