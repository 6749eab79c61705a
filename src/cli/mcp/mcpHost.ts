import { homedir } from 'node:os';
import path from 'node:path';
import { version } from '../../../package.json';
import type { PlatformClient } from '../../core/api/client';
import type {
  AssistantHost,
  AssistantPlatform,
  Proposal,
  TeamFile,
  ToolReceipt,
} from '../../core/assistant/assistantHost';
import { ProjectError } from '../../core/project/fileProblem';
import { findProjectFolder, ProjectFolder } from '../../core/project/projectFolder';
import type { ProjectPlatform } from '../../core/project/project';
import { proxyAuthorizationVariable } from '../../core/interface/apiKeyVariable';
import { environments, defaultAssistantAccess } from '../../core/base/environment';
import type { AssistantAccess, Environment } from '../../core/base/environment';
import { Masker } from '../../core/privacy/masker';
import { Redactor } from '../../core/privacy/redact';
import { isThisMachine } from '../../core/interface/platformAddress';
import { assistantUserAgent } from '../../core/interface/userAgent';
import { choiceOption, privacyColumns, textOption, UsageError } from '../command';
import type { CommandInput } from '../command';
import { findTarget, findTargets, openClient, readKey, readTarget } from '../target';
import type { Terminal } from '../terminal';
import { mappingNames, safeFileName } from '../../core/project/newPath';
import { diffLines } from '../../core/project/textDiff';

const maxResponse = 16 * 1_048_576;
const maxGuidanceLength = 20_000;

export interface McpHost extends AssistantHost, AsyncDisposable {}

/** The platforms for an assistant, from a URL or the project, each with its own client. */
export async function openMcpHost(
  input: CommandInput,
  access: AssistantAccess | undefined,
  terminal: Terminal,
): Promise<McpHost> {
  const { folder, platforms: named } = await readPlatforms(input);
  const environment = choiceOption(input, 'environment', environments);
  const platforms = new Map(named.map((platform) => [displayName(platform), platform]));
  const redactor = new Redactor();
  // Hidden immediately, so that they do not appear in any log line. A missing key is reported when it is
  // needed.
  const isOnly = named.length === 1;
  for (const { name } of named) redactor.hide(await readKey(name, input, isOnly).catch(() => ''));
  redactor.hide(process.env[proxyAuthorizationVariable] ?? '');
  const clients = new Map<string, Promise<PlatformClient>>();
  const open = async (platform: ProjectPlatform): Promise<PlatformClient> => {
    redactor.hide(await readKey(platform.name, input, isOnly));
    const userAgent = assistantUserAgent(version, 'mcp');
    const options = { userAgent, readsOnly: true, maxBytes: maxResponse, isOnly, canAsk: false };
    return openClient(platform, input, options);
  };
  const maskedColumns = privacyColumns();
  return {
    masker: new Masker({ columns: maskedColumns }),
    maskedColumns,
    redactor,
    platforms: () =>
      [...platforms].map(([name, platform]) => assistantPlatform(name, platform, { access, environment })),
    clientFor: async ({ name }) => {
      const platform = platforms.get(name);
      if (platform === undefined) throw new UsageError(`There is no platform ${name}.`);
      const client = clients.get(name) ?? open(platform);
      clients.set(name, client);
      // A key that is set later is found by the next call.
      client.catch(() => clients.delete(name));
      return client;
    },
    guidance: async () =>
      Promise.resolve(readTeamFile(folder, ['assistant.md'], terminal)?.text.slice(0, maxGuidanceLength)),
    sigmaMapping: async (platform) => Promise.resolve(readTeamFile(folder, mappingNames(platform), terminal)),
    propose: async (proposal) => keepDraft(textOption(input, 'drafts'), folder, proposal),
    howToAllow: ({ name }, needed) => {
      const inProject = needed === 'read' ? '' : `"assistant: ${needed}" for ${name} in logbench.yaml, or `;
      return `A person can allow it: ${inProject}logbench mcp --access ${needed}.`;
    },
    note: (receipt) => terminal.note(receiptText(receipt)),
    [Symbol.asyncDispose]: async () => {
      const opened = await Promise.allSettled(clients.values());
      for (const result of opened) {
        if (result.status === 'fulfilled') await result.value[Symbol.asyncDispose]();
      }
    },
  };
}

/** One platform if it is specified, otherwise all of the project, and the project, if there is one. */
async function readPlatforms(input: CommandInput) {
  if (textOption(input, 'url') !== undefined) {
    const folder = await findProjectFolder(process.cwd()).catch((error: unknown) => {
      if (error instanceof ProjectError) return undefined;
      throw error;
    });
    return { folder, platforms: [await readTarget(input)] };
  }
  const isOne = textOption(input, 'platform') !== undefined;
  const targets = isOne ? ([await findTarget(input)] as const) : await findTargets();
  return { folder: targets[0].folder, platforms: targets.map(({ platform }) => platform) };
}

/** A platform that is given by URL has no name. */
function displayName({ name, baseUrl }: ProjectPlatform): string {
  return name === '' ? new URL(baseUrl).host : name;
}

function assistantPlatform(
  name: string,
  platform: ProjectPlatform,
  requested: { readonly access: AssistantAccess | undefined; readonly environment: Environment | undefined },
): AssistantPlatform {
  const isLocal = platform.name === '' && isThisMachine(new URL(platform.baseUrl).hostname);
  const environment = requested.environment ?? (isLocal ? 'local' : platform.environment);
  return {
    name,
    environment,
    access:
      requested.access ?? projectAccess(platform) ?? defaultAccess(platform, requested.environment, isLocal),
    baseUrl: platform.name === '' ? platform.baseUrl : undefined,
  };
}

/** A project may come from somebody else, so it cannot give away rows: the user does, with `--access`. */
function projectAccess({ assistant }: ProjectPlatform): AssistantAccess | undefined {
  return assistant === 'read' ? 'metadata' : assistant;
}

/**
 * A URL with its key gives access to metadata, not to rows. If the environment is given too, its default
 * applies: a local URL may be a tunnel to production.
 */
function defaultAccess(
  { name, environment }: ProjectPlatform,
  requested: Environment | undefined,
  isLocal: boolean,
): AssistantAccess {
  if (requested !== undefined && requested !== 'local') return defaultAssistantAccess(requested);
  if (isLocal) return 'read';
  return name === '' ? 'metadata' : defaultAssistantAccess(environment);
}

/** The first of the files that the project has. */
function readTeamFile(
  folder: ProjectFolder | undefined,
  names: readonly string[],
  terminal: Terminal,
): TeamFile | undefined {
  const name = names.find((file) => folder?.has(file));
  if (folder === undefined || name === undefined) return undefined;
  try {
    return { name, text: folder.read(name) };
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error;
    terminal.note(error.message, 'yellow');
    return undefined;
  }
}

function receiptText({ at, tool, platform, subject, outcome, result, milliseconds }: ToolReceipt): string {
  const where = platform === undefined ? '' : ` ${platform}`;
  return `[assistant] ${at.toISOString()} ${tool}${where}: ${subject} -> ${outcome}: ${result} (${milliseconds} ms)`;
}

/** Comparing takes time proportional to the product of both lengths. */
const maxComparedLines = 1000;

/** Two drafts with the same name may be created within a millisecond. */
let drafts = 0;

/**
 * Saves a proposal and its diff as files. The extension differs from that of queries, so that no project
 * pattern applies it.
 */
async function keepDraft(
  chosen: string | undefined,
  project: ProjectFolder | undefined,
  proposal: Proposal,
): Promise<string> {
  const now = new Date();
  const own = chosen === undefined ? path.join(homedir(), '.logbench') : path.resolve(chosen);
  const folder = chosen === undefined && project !== undefined ? project : new ProjectFolder(own);
  const stamp = `${now.toISOString().replace(/[:.]/g, '-')}-${(drafts += 1)}`;
  const name = safeFileName(proposal.name.replace(/[^\p{L}\p{N} _-]/gu, '_'));
  const file = `${chosen === undefined ? 'assistant-drafts/' : ''}${stamp} ${name}.lq.draft`;
  await folder.write(file, draftText(proposal, now));
  const changes = changedLines(proposal);
  if (changes !== undefined) await folder.write(`${file}.diff`, `${changes}\n`);
  return `The draft is in ${path.join(folder.root, file)}. A person reviews and publishes it; nothing was sent to the platform.`;
}

/** JSON is valid YAML, so every value stays a value. */
function draftText(proposal: Proposal, now: Date): string {
  const fields = {
    name: proposal.name,
    platform: proposal.platform.name,
    guid: proposal.current?.guid,
    schedule: proposal.cronSchedule,
    description: proposal.description,
    proposed: now.toISOString(),
    reason: proposal.reason,
  };
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return ['---', ...lines, '---', proposal.query, ''].join('\n');
}

function changedLines({ current, query }: Proposal): string | undefined {
  if (current === undefined) return undefined;
  const lines = current.query.split('\n').length + query.split('\n').length;
  return lines > maxComparedLines ? undefined : diffLines(current.query, query).join('\n');
}
