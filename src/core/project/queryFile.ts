import path from 'node:path';
import { findFrontMatter } from '../language/frontMatter';
import { t } from '../base/localize';
import { tidyText } from './definition';
import type { Definition } from './definition';
import { queryFileExtension } from './fileNames';
import { wholeFileProblem } from './fileProblem';
import type { FileProblem } from './fileProblem';
import type { Project } from './project';
import { mergeSettings, overrideKeys, readSettings, settingKeys } from './querySettings';
import type { Settings } from './querySettings';
import { YamlReader } from './yamlReader';

/** A scheduled query file with front matter. */
export interface QueryFile {
  /** Relative to the project, with slashes. */
  readonly path: string;
  readonly source: string;
  /** Problems in the front matter. */
  readonly problems: readonly FileProblem[];
  /** Where the query text starts. */
  readonly textFrom: number;
  readonly isReadable: boolean;
  /** Undefined if the query is not on that platform. */
  readonly on: (platform: string) => Definition | undefined;
}

export function readQueryFile(file: string, source: string, project: Project): QueryFile {
  const front = findFrontMatter(source);
  const textFrom = front?.end ?? 0;
  const yaml = front ? source.slice(front.yaml.from, front.yaml.to) : '';
  const reader = new YamlReader(file, yaml, front?.yaml.from);
  const values = reader.mapping(reader.document.contents, [...settingKeys, 'platforms']);
  const own = readSettings(reader, values);
  const overrides = readOverrides(reader, values.get('platforms'), project);
  const { problems } = reader;
  const stem = path.posix.basename(file, queryFileExtension);
  const query = tidyText(source.slice(textFrom));

  const everywhere = definitionOf(own, project.defaults, stem, query);
  const on = (platform: string): Definition | undefined => {
    const override = overrides.get(platform);
    if (override === undefined) return everywhere;
    return override === false
      ? undefined
      : definitionOf(mergeSettings(own, override), project.defaults, stem, query);
  };
  const isYaml = !problems.some(({ code }) => code === 'yaml');
  const all = isYaml ? [...problems, ...incomplete(file, own, overrides, project)] : problems;
  return { path: file, source, problems: all, textFrom, isReadable: true, on };
}

/** A file that cannot be read. */
export function unreadableFile(file: string, code: string, message: string): QueryFile {
  // A link is left out, unless the lock knows a file there.
  const severity = code === 'link' ? 'warning' : 'error';
  const problem = { ...wholeFileProblem(file, code, message), severity } as const;
  return { path: file, source: '', problems: [problem], textFrom: 0, isReadable: false, on: () => undefined };
}

type Overrides = ReadonlyMap<string, Settings | false>;

function readOverrides(reader: YamlReader, node: unknown, project: Project): Overrides {
  const names = project.platforms.map(({ name }) => name);
  const overrides = new Map<string, Settings | false>();
  // A file outside a project may name any platform.
  const values = reader.mapping(node, names.length === 0 ? [...reader.entries(node).keys()] : names);
  for (const [name, value] of values) {
    const isOff = (value as { value?: unknown } | undefined)?.value === false;
    overrides.set(name, isOff ? false : readSettings(reader, reader.mapping(value, overrideKeys)));
  }
  return overrides;
}

function definitionOf(own: Settings, defaults: Settings, stem: string, query: string): Definition {
  const all = mergeSettings(defaults, own);
  return {
    name: own.name ?? stem,
    description: own.description === '' ? undefined : own.description,
    enabled: all.enabled === true,
    trigger: all.trigger ?? { schedule: '' },
    nodeTypes: all.nodeTypes ?? [],
    outputParameter: all.outputParameter === true,
    query: tidyText(own.query ?? query),
    ...(own.protect === true && { protect: true }),
  };
}

/** A query requires a trigger on each of its platforms. */
function incomplete(file: string, own: Settings, overrides: Overrides, project: Project): FileProblem[] {
  if ((own.trigger ?? project.defaults.trigger) !== undefined) return [];
  const lacking = project.platforms.filter(({ name }) => {
    const override = overrides.get(name);
    return override !== false && override?.trigger === undefined;
  });
  if (lacking.length === 0 && project.platforms.length > 0) return [];
  const message = t('“schedule” or “after” is required to set when the query runs.');
  return [wholeFileProblem(file, 'missing-key', message)];
}
