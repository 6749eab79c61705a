import { assistantTools } from '../../../core/assistant/assistantTools';
import type { AssistantHost, AssistantPlatform } from '../../../core/assistant/assistantHost';
import { parseInput } from '../../../core/assistant/inputs';
import { t } from '../../../core/base/localize';
import { environmentLabel } from '../../../core/base/environment';
import { codeBlock, fieldList, paragraphs } from '../../ui/format/markdown';
import type { Markdown } from '../../ui/format/markdown';
import { plainText } from '../../../core/privacy/plainText';

/** Tools that return rows to a model or create something for the user require a confirmation. */
const questions: Readonly<Record<string, (platform: string) => string>> = {
  logbench_run_query: (platform) => t('Run this query on {0} for an assistant?', platform),
  logbench_audit_logs: (platform) => t('Let an assistant read the audit log of {0}?', platform),
  logbench_propose_change: (platform) => t('Save a draft from an assistant for {0}?', platform),
};

interface Confirmation {
  readonly progress: string;
  /** Undefined if the tool runs without asking. */
  readonly question?: { readonly title: string; readonly message: Markdown };
}

/** The progress message and the confirmation of a tool. */
export function confirmationOf(
  name: string,
  input: unknown,
  host: Pick<AssistantHost, 'platforms' | 'masker'>,
): Confirmation {
  const tool = assistantTools.find((candidate) => candidate.name === name);
  const platform = platformIn(input, host.platforms());
  const progress = plainText(progressText(tool?.title ?? name, platform));
  const question = questions[name];
  // A call that the tool will reject requires no confirmation.
  if (tool === undefined || question === undefined || !isAllowed(platform)) return { progress };
  if (!isValid(() => parseInput(tool, input))) return { progress };
  const title = plainText(question(platform.name));
  return { progress, question: { title, message: messageOf(platform, input, host) } };
}

function isAllowed(platform: AssistantPlatform | undefined): platform is AssistantPlatform {
  return platform !== undefined && platform.access !== 'off';
}

function progressText(title: string, platform: AssistantPlatform | undefined): string {
  return platform === undefined ? t('Logbench: {0}', title) : t('Logbench: {0} on {1}', title, platform.name);
}

/** Unmasked, because the user reads it. */
function messageOf(
  platform: AssistantPlatform,
  input: unknown,
  { masker }: Pick<AssistantHost, 'masker'>,
): Markdown {
  const { query, reason, change, name } = Object(input) as Readonly<Record<string, unknown>>;
  const facts = fieldList([
    [t('Connection'), platform.name],
    [t('Environment'), environmentLabel(platform.environment)],
    [t('Scheduled Query'), asText(change) ?? asText(name)],
    [t('Reason'), asText(reason)],
  ]);
  const shown = asText(query);
  const blocks = shown === undefined ? [facts] : [facts, codeBlock(masker.reveal(shown), 'logbench-query')];
  return paragraphs(blocks);
}

function platformIn(input: unknown, platforms: readonly AssistantPlatform[]): AssistantPlatform | undefined {
  const { platform: name } = Object(input) as { readonly platform?: unknown };
  if (name === undefined) return platforms.length === 1 ? platforms[0] : undefined;
  return platforms.find((platform) => platform.name === name);
}

function isValid(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
