import path from 'node:path';
import { PlatformClient } from '../core/api/client';
import type { ServiceOptions } from '../core/api/client';
import { resolveNetwork } from '../core/api/resolveNetwork';
import { projectFileName } from '../core/project/fileNames';
import { ProjectError, locate } from '../core/project/fileProblem';
import type { FileProblem } from '../core/project/fileProblem';
import { findProjectFolder } from '../core/project/projectFolder';
import type { ProjectFolder } from '../core/project/projectFolder';
import type { Project, ProjectPlatform } from '../core/project/project';
import { apiKeyVariable, proxyAuthorizationVariable } from '../core/interface/apiKeyVariable';
import { nearest } from '../core/base/nearest';
import { defaultProduct, isPlatformAddress } from '../core/interface/platformAddress';
import { requireAllowedOrigin } from './allowedOrigins';
import { readTextFile, textOption, UsageError } from './command';
import type { CommandInput, CommandOption } from './command';
import { confirm } from './terminal';

/** The options of every command that connects to a platform. */
export const platformOptions = {
  platform: { value: 'NAME', summary: 'name of a platform in logbench.yaml' },
  url: { value: 'BASE', summary: 'the address of a platform, instead of a name' },
  product: { value: 'NAME', summary: 'with --url, the product in the paths; default core' },
  'api-key-file': {
    value: 'FILE',
    summary: 'a file with the API key, instead of LOGBENCH_API_KEY_<NAME> or LOGBENCH_API_KEY',
  },
} as const satisfies Record<string, CommandOption>;

/** The platform of a command, by URL or by its name in the project. */
export async function readTarget(input: CommandInput): Promise<ProjectPlatform> {
  const url = textOption(input, 'url');
  if (url === undefined) {
    const found = await findTarget(input).catch((error: unknown) => {
      if (!(error instanceof ProjectError)) throw error;
      throw new UsageError(`${error.message} To work without the file, specify --url.`);
    });
    return found.platform;
  }
  if (textOption(input, 'platform') !== undefined) {
    throw new UsageError('Specify either --platform or --url, not both.');
  }
  if (!isPlatformAddress(url)) {
    throw new UsageError(
      '--url must be an address such as https://logs.example.org, without a user name or password.',
    );
  }
  const product = textOption(input, 'product') ?? defaultProduct;
  return { name: '', baseUrl: url, product, environment: 'production', caFile: undefined };
}

/** A platform of a project, with its settings. */
export interface Target {
  readonly folder: ProjectFolder;
  readonly project: Project;
  readonly platform: ProjectPlatform;
}

export async function findTarget(input: CommandInput): Promise<Target> {
  const targets = await findTargets();
  const wanted = textOption(input, 'platform');
  const names = targets.map(({ platform }) => platform.name);
  if (wanted === undefined) {
    if (targets.length === 1) return targets[0];
    throw new UsageError(`Specify the platform: --platform ${names.join('|')}.`);
  }
  const found = targets.find(({ platform }) => platform.name === wanted);
  if (found) return found;
  const meant = nearest(wanted, names);
  const hint = meant === undefined ? `Available: ${names.join(', ')}.` : `Did you mean "${meant}"?`;
  throw new UsageError(`logbench.yaml has no platform "${wanted}". ${hint}`);
}

/** All platforms of the project. */
export async function findTargets(): Promise<readonly [Target, ...Target[]]> {
  const folder = await findProjectFolder(process.cwd());
  const { project, problems } = folder.readProject();
  if (problems.length > 0) throw firstProblem(folder, problems);
  const [first, ...others] = project.platforms.map((platform) => ({
    ...{ folder, project },
    platform: withFile(platform, folder),
  }));
  if (first === undefined) throw new UsageError('logbench.yaml defines no platform.');
  return [first, ...others];
}

/** Reports the first problem; `logbench check` lists all of them. */
export function firstProblem(folder: ProjectFolder, problems: readonly FileProblem[]): ProjectError {
  const [first] = problems;
  const file = first?.path ?? projectFileName;
  const { line, column } = locate(folder.readPositions(file), first?.from ?? 0);
  const location = `${path.relative(process.cwd(), path.join(folder.root, file))}:${line}:${column}`;
  const more = problems.length > 1 ? ` (${problems.length - 1} more: run logbench check)` : '';
  return new ProjectError(`${location}: ${first?.message ?? ''}${more}`);
}

/** Resolves the certificate file relative to the project. */
function withFile(platform: ProjectPlatform, folder: ProjectFolder): ProjectPlatform {
  const { caFile } = platform;
  return caFile === undefined ? platform : { ...platform, caFile: path.resolve(folder.root, caFile) };
}

type ClientOptions = Pick<ServiceOptions, 'userAgent' | 'readsOnly' | 'maxBytes'> & {
  readonly isOnly?: boolean;
  /** Whether standard input, if it is a terminal, is for questions. */
  readonly canAsk?: boolean;
};

export async function openClient(
  { name, baseUrl, product, caFile }: ProjectPlatform,
  input: CommandInput,
  { isOnly = true, canAsk = true, ...more }: ClientOptions = {},
): Promise<PlatformClient> {
  const key = await readKey(name, input, isOnly);
  // An address that the user has entered has no name.
  if (name !== '') await requireAllowedOrigin(baseUrl, canAsk && process.stdin.isTTY ? confirm : undefined);
  const authorities = caFile === undefined ? [] : [await readText(caFile, 'The file with the certificates')];
  const proxyAuthorization = process.env[proxyAuthorizationVariable];
  const network = await resolveNetwork(baseUrl, { proxyAuthorization }, process.env, authorities, () =>
    Promise.resolve(undefined),
  );
  return new PlatformClient({
    baseUrl,
    product,
    readKey: () => Promise.resolve(key),
    readNetwork: () => network,
    readTimeout: () => requestTimeout,
    ...more,
  });
}

const requestTimeout = 60_000;

/** @param isOnly whether the command addresses no other platform: a key without a name must not reach several. */
export async function readKey(name: string, input: CommandInput, isOnly = true): Promise<string> {
  const file = textOption(input, 'api-key-file');
  if (file !== undefined && !isOnly) throw new UsageError('--api-key-file is for a single platform.');
  if (file !== undefined) return readKeyFile(file);
  const variables = keyVariables(name, isOnly);
  for (const variable of variables) {
    // Some CI systems set a missing secret to an empty variable.
    const key = process.env[variable]?.trim() ?? '';
    if (key !== '') return checkKey(key, variable);
  }
  const others = isOnly
    ? ', or name a file with --api-key-file.'
    : '. LOGBENCH_API_KEY is for a single platform, and this command addresses several.';
  throw new UsageError(`There is no API key: set ${variables.join(' or ')}${others}`);
}

function keyVariables(name: string, isOnly: boolean): readonly string[] {
  return [...(name === '' ? [] : [apiKeyVariable(name)]), ...(isOnly ? ['LOGBENCH_API_KEY'] : [])];
}

async function readKeyFile(file: string): Promise<string> {
  const key = checkKey((await readText(file, 'The file with the API key')).trim(), `The file ${file}`);
  if (key === '') throw new UsageError(`The file with the API key, ${file}, is empty.`);
  return key;
}

/** Other characters cannot be sent in a header, which would look like an unreachable platform. */
function checkKey(key: string, source: string): string {
  if (/[^\u0021-\u007E]/.test(key)) {
    throw new UsageError(
      `${source} has no valid API key: a key has no blanks, line breaks or characters beyond ASCII.`,
    );
  }
  return key;
}

async function readText(file: string, what: string): Promise<string> {
  return readTextFile(file, `${what}, ${file}, cannot be read.`);
}
