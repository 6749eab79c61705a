import { stringify } from 'yaml';
import { apiKeyVariable } from '../interface/apiKeyVariable';
import { assistantAccesses, environments } from '../base/environment';
import type { AssistantAccess, Environment } from '../base/environment';
import { t } from '../base/localize';
import { defaultProduct, isPlatformAddress } from '../interface/platformAddress';
import { projectFileName, staysInside } from './fileNames';
import type { FileProblem } from './fileProblem';
import { defaultKeys, readSettings } from './querySettings';
import type { Settings } from './querySettings';
import { readKey, YamlReader } from './yamlReader';

/** The parsed `logbench.yaml`. */
export interface Project {
  readonly platforms: readonly ProjectPlatform[];
  /** The patterns for scheduled query files. */
  readonly files: readonly string[];
  readonly defaults: Settings;
}

/** For a file outside a project. */
export const noProject: Project = { platforms: [], files: [], defaults: {} };

export interface ProjectPlatform {
  readonly name: string;
  readonly baseUrl: string;
  readonly product: string;
  readonly environment: Environment;
  /** Additional trusted certificates; relative to the project. */
  readonly caFile: string | undefined;
  /** What assistants may read; undefined if the file does not set it. */
  readonly assistant?: AssistantAccess | undefined;
}

export interface ReadProject {
  readonly project: Project;
  readonly problems: readonly FileProblem[];
}

const platformKeys = ['base_url', 'product', 'environment', 'ca_file', 'assistant'];
const defaultFiles = 'scheduled-queries/**/*.lq';

export function readProject(source: string): ReadProject {
  const reader = new YamlReader(projectFileName, source);
  const values = reader.mapping(reader.document.contents, ['platforms', 'files', 'defaults']);
  const files = values.has('files') ? readFiles(reader, values.get('files')) : [defaultFiles];
  const platforms = [...reader.entries(values.get('platforms'))].flatMap(([name, { keyNode, value }]) => {
    const platform = readPlatform(reader, name, keyNode, value);
    // The name is also a folder of rules, and must not lead out of the project.
    return platform !== undefined && namePattern.test(name) ? platform : [];
  });
  const defaults = readSettings(reader, reader.mapping(values.get('defaults'), defaultKeys));
  return { project: { platforms, files, defaults }, problems: reader.problems };
}

function readFiles(reader: YamlReader, node: unknown): readonly string[] {
  const patterns = (reader.list(node) ?? []).flatMap((item) => {
    const pattern = reader.text(item);
    if (pattern !== undefined && !staysInside(pattern)) {
      reader.problem(
        item,
        'wrong-value',
        t('A pattern must stay inside the folder and use forward slashes only.'),
      );
      return [];
    }
    return pattern ?? [];
  });
  return patterns.length === 0 ? [defaultFiles] : patterns;
}

const namePattern = /^[\p{L}\p{N}_-]+$/u;

function readPlatform(
  reader: YamlReader,
  name: string,
  keyNode: unknown,
  node: unknown,
): ProjectPlatform | undefined {
  if (!namePattern.test(name)) {
    reader.problem(keyNode, 'wrong-value', t('A platform name can contain only letters, digits, - and _.'));
  }
  for (const [key, { keyNode: location }] of reader.entries(node)) {
    if (/key|token|secret|password/i.test(key)) {
      const message = t(
        'Do not store an API key in this file. Set the environment variable {0} instead.',
        apiKeyVariable(name),
      );
      reader.problem(location, 'secret', message);
      return undefined;
    }
  }
  const values = reader.mapping(node, platformKeys);
  const text = (key: string): string | undefined => readKey(values, key, (item) => reader.text(item));
  const baseUrl = text('base_url');
  if (baseUrl === undefined || !isPlatformAddress(baseUrl)) {
    const location = values.get('base_url') ?? keyNode;
    reader.problem(
      location,
      'base-url',
      t('“base_url” must be an address such as https://logs.example.org.'),
    );
    return undefined;
  }
  return {
    name,
    baseUrl,
    product: text('product') ?? defaultProduct,
    environment: readEnvironment(reader, values),
    caFile: text('ca_file'),
    ...(values.has('assistant') && {
      assistant: reader.word(values.get('assistant'), assistantAccesses) ?? 'off',
    }),
  };
}

/** Without an environment, it is treated as production. */
function readEnvironment(reader: YamlReader, values: ReadonlyMap<string, unknown>): Environment {
  return readKey(values, 'environment', (node) => reader.word(node, environments)) ?? 'production';
}

/** A `logbench.yaml` with one platform. */
export function renderProject({ name, baseUrl, product, environment }: ProjectPlatform): string {
  return stringify({ platforms: { [name]: { base_url: baseUrl, product, environment } } });
}

/** Converts any name to a valid platform name. */
export function platformName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return safe === '' ? 'platform' : safe;
}
