import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { version } from '../../../package.json';
import type { PlatformClient } from '../../api/client';
import type { AssistantHost, AssistantPlatform, Proposal, TeamFile, ToolReceipt } from '../../assistant/host';
import { ProjectError } from '../../code/fileProblem';
import { findProjectFolder } from '../../code/projectFolder';
import type { ProjectPlatform } from '../../code/project';
import { proxyAuthorizationVariable } from '../../shared/apiKeyVariable';
import { environments, defaultAssistantAccess } from '../../shared/environment';
import type { AssistantAccess, Environment } from '../../shared/environment';
import { Masker } from '../../shared/privacy/masker';
import { Redactor } from '../../shared/redact';
import { isThisMachine } from '../../shared/platformAddress';
import { assistantUserAgent } from '../../shared/userAgent';
import { choiceOption, textOption, UsageError } from '../command';
import type { CommandInput } from '../command';
import { plainLine } from '../terminal';
import { findTarget, findTargets, openClient, readKey, readTarget } from '../target';
import type { Terminal } from '../terminal';
import { mappingNames, safeFileName } from '../../code/newPath';
import { diffLines } from '../../code/textDiff';

const maxResponse = 16 * 1_048_576;
const maxGuidanceLength = 20_000;

export interface McpHost extends AssistantHost, AsyncDisposable {}

/** The platforms for an assistant, from a URL or the project, each with its own client. */
export async function openMcpHost(
  input: CommandInput,
  access: AssistantAccess | undefined,
  terminal: Terminal,
): Promise<McpHost> {
  const { root, platforms: named } = await readPlatforms(input);
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
    const more = { userAgent, readsOnly: true, maxBytes: maxResponse };
    return openClient(platform, input, more, isOnly);
  };
  const maskedColumns = (process.env['LOGBENCH_PRIVACY_COLUMNS'] ?? '')
    .split(',')
    .filter((name) => name !== '');
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
    guidance: async () => (root === undefined ? undefined : readGuidance(root)),
    sigmaMapping: async (platform) => (root === undefined ? undefined : readMappingFile(root, platform)),
    propose: async (proposal) => keepDraft(textOption(input, 'drafts') ?? draftsFolder(root), proposal),
    howToAllow: ({ name }, needed) =>
      `A person can allow it: "assistant: ${needed}" for ${name} in logbench.yaml, or logbench mcp --access ${needed}.`,
    note: (receipt) => terminal.note(plainLine(receiptText(receipt))),
    [Symbol.asyncDispose]: async () => {
      const opened = await Promise.allSettled(clients.values());
      for (const result of opened) {
        if (result.status === 'fulfilled') await result.value[Symbol.asyncDispose]();
      }
    },
  };
}

/** One platform if it is specified, otherwise all of the project, and the folder of the project, if there is one. */
async function readPlatforms(input: CommandInput) {
  if (textOption(input, 'url') !== undefined) {
    const folder = await findProjectFolder(process.cwd()).catch((error: unknown) => {
      if (error instanceof ProjectError) return undefined;
      throw error;
    });
    return { root: folder?.root, platforms: [await readTarget(input)] };
  }
  const isOne = textOption(input, 'platform') !== undefined;
  const targets = isOne ? ([await findTarget(input)] as const) : await findTargets();
  return { root: targets[0].folder.root, platforms: targets.map(({ platform }) => platform) };
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
    access: requested.access ?? platform.assistant ?? defaultAccess(platform, requested.environment, isLocal),
    baseUrl: platform.name === '' ? platform.baseUrl : undefined,
  };
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

function draftsFolder(root: string | undefined): string {
  return path.join(root ?? path.join(homedir(), '.logbench'), 'assistant-drafts');
}

async function readGuidance(root: string): Promise<string | undefined> {
  const text = await readFile(path.join(root, 'assistant.md'), 'utf8').catch(() => undefined);
  return text?.slice(0, maxGuidanceLength);
}

async function readMappingFile(root: string, platform: string | undefined): Promise<TeamFile | undefined> {
  for (const name of mappingNames(platform)) {
    const text = await readFile(path.join(root, name), 'utf8').catch(() => undefined);
    if (text !== undefined) return { name, text };
  }
  return undefined;
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
async function keepDraft(folder: string, proposal: Proposal): Promise<string> {
  const now = new Date();
  await mkdir(folder, { recursive: true });
  const stamp = `${now.toISOString().replace(/[:.]/g, '-')}-${(drafts += 1)}`;
  const name = safeFileName(proposal.name.replace(/[^\p{L}\p{N} _-]/gu, '_'));
  const file = path.join(folder, `${stamp} ${name}.lq.draft`);
  await writeFile(file, draftText(proposal, now), { flag: 'wx' });
  const changes = changedLines(proposal);
  if (changes !== undefined) await writeFile(`${file}.diff`, `${changes}\n`, { flag: 'wx' });
  return `The draft is in ${file}. A person reviews and publishes it; nothing was sent to the platform.`;
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
