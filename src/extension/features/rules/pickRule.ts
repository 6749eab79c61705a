import { listRuleVersions, listRules, getRuleVersion, getRule } from '../../../core/api/operations/rules';
import type { PlatformClient } from '../../../core/api/client';
import { whereOffered, InvalidRequestError } from '../../../core/api/errors';
import { maxInt32 } from '../../../core/base/integers';
import { t } from '../../../core/base/localize';
import { isGuid } from '../../../core/interface/guid';
import type { Rule, RuleKind, RuleVersion, RuleSnapshot } from '../../../core/interface/rule';
import { selectedRows } from '../../ui/explorer/explorerSection';
import type { Selected } from '../../ui/explorer/explorerSection';
import type { Choice, PickQuestion, Prompts, SearchQuestion, Validation } from '../../ui/prompts/prompts';
import { resolveTarget, resolveTargets } from '../../ui/resolveTarget';
import type { TargetQuestion } from '../../ui/resolveTarget';
import { ruleKinds, ruleOfRow, targetOf, versionItemOf } from './ruleItem';
import type { RuleState, SelectedRule } from './ruleItem';
import type { RuleTarget } from '../../ui/access';
import { joined, kindLabel, priorityLabel, stateLabel, versionDescription, versionLabel } from './ruleTexts';
import { ExplainedError } from '../../ui/failures/failureText';
import type { RuleDeps } from './rulesSection';

/** The rule on which a command was called, or one that the user selects, by GUID if the platform lists none. */
export async function pickRule(
  deps: RuleDeps,
  args: readonly unknown[],
  title: string,
): Promise<SelectedRule> {
  return resolveTarget(deps.platforms, {
    args,
    title,
    ofRow: (row) => ruleOfRow(row) ?? ruleOfVersion(row),
    ask: askRule(deps),
  });
}

/** The rules on which a command was called, or one that the user selects. */
export async function pickRules(
  deps: RuleDeps,
  args: readonly unknown[],
  title: string,
): Promise<Selected<readonly RuleTarget[]>> {
  return resolveTargets(deps.platforms, deps.ui.prompts, {
    args,
    title,
    ofRow: ruleOfRow,
    ask: async (...question) => [await askRule(deps)(...question)],
  });
}

function askRule({ ui, platforms }: RuleDeps): TargetQuestion<RuleTarget>['ask'] {
  return async (connection, title) => {
    const client = await platforms.clientFor(connection);
    return (await isListed(client))
      ? ui.prompts.search(ruleSearch(client, title))
      : askTarget(ui.prompts, title);
  };
}

/** A version of the rule, by number if the platform lists none. */
export async function pickVersion(
  prompts: Prompts,
  versions: readonly RuleVersion[] | undefined,
  question: Pick<PickQuestion<number>, 'title' | 'placeholder'>,
  leaveOut?: number,
): Promise<number> {
  if (versions === undefined) return askVersion(prompts, question.title);
  return prompts.pick({
    ...question,
    choices: versions
      .filter(({ version }) => version !== leaveOut)
      .map((version) => ({
        label: versionLabel(version.version),
        description: versionDescription(version),
        value: version.version,
      })),
  });
}

/** Newest first; undefined if the platform does not list them. */
export async function listedVersions(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  signal?: AbortSignal,
): Promise<readonly RuleVersion[] | undefined> {
  const page = await whereOffered(client.send(listRuleVersions(kind, guid), signal));
  return page?.items.toSorted((one, other) => other.version - one.version);
}

/** The version on whose row a command was called. */
export function versionOfRow(args: readonly unknown[]): number | undefined {
  return selectedRows(args.slice(0, 1), versionItemOf)[0]?.value.version.version;
}

function ruleOfVersion(row: unknown): RuleTarget | undefined {
  const item = versionItemOf(row);
  return item && targetOf(item);
}

async function isListed(client: PlatformClient): Promise<boolean> {
  const pages = await Promise.all(
    ruleKinds.map(async (kind) => whereOffered(client.send(listRules(kind, { limit: 1 })))),
  );
  return pages.some((page) => page !== undefined);
}

const maxShown = 100;

function ruleSearch(client: PlatformClient, title: string): SearchQuestion<RuleTarget> {
  return {
    title,
    placeholder: t('Select a rule. Type to search the platform.'),
    find: async (keywords, signal) => {
      const found = await Promise.all(
        ruleKinds.map(async (kind) => ({
          kind,
          page: await whereOffered(client.send(listRules(kind, { limit: maxShown, keywords }), signal)),
        })),
      );
      return {
        total: found.reduce((sum, { page }) => sum + Number(page?.total ?? 0), 0),
        choices: found.flatMap(({ kind, page }) => (page?.items ?? []).map((rule) => ruleChoice(kind, rule))),
      };
    },
  };
}

function ruleChoice(kind: RuleKind, rule: Rule): Choice<RuleTarget> {
  return {
    label: rule.name,
    description: joined([kindLabel(kind), stateLabel(rule), priorityLabel(rule.priority), rule.category]),
    icon: kind === 'batch' ? 'shield' : 'broadcast',
    value: { kind, guid: rule.guid, name: rule.name },
  };
}

async function askTarget(prompts: Prompts, title: string): Promise<RuleTarget> {
  const kind = await prompts.pick<RuleKind>({
    title,
    placeholder: t('This platform does not list its rules. Select the kind of rule'),
    choices: ruleKinds.map((value) => ({ label: kindLabel(value), value })),
  });
  const guid = await prompts.input({
    title,
    prompt: t('GUID of the rule, 36 characters'),
    validate: (text) =>
      isGuid(text.trim())
        ? undefined
        : { problem: t('A GUID looks like 01234567-89ab-cdef-0123-456789abcdef.') },
  });
  return { kind, guid: guid.trim(), name: guid.trim() };
}

async function askVersion(prompts: Prompts, title: string): Promise<number> {
  const version = await prompts.input({
    title,
    prompt: t('This platform does not list versions. Enter the version number'),
    validate: checkTypedVersion,
  });
  return Number(version.trim());
}

function checkTypedVersion(text: string): Validation {
  const version = Number(text.trim());
  if (/^\d+$/.test(text.trim()) && version >= 1 && version <= maxInt32) return undefined;
  return { problem: t('A version is a whole number, 1 or greater.') };
}

/** Reads the current rule. Undefined if the platform does not support it; rejects if the rule does not exist. */
export async function readRule(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  signal?: AbortSignal,
): Promise<Rule | undefined> {
  return existing(client.send(getRule(kind, guid), signal), `${kind} rule not found: ${guid}`);
}

/** Reads a version. Undefined if the platform does not support it; rejects if the version does not exist. */
export async function readVersion(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  version: number,
  signal?: AbortSignal,
): Promise<RuleSnapshot | undefined> {
  const reading = client.send(getRuleVersion(kind, guid, version), signal);
  return existing(reading, `${kind} rule snapshot not found: ${guid} v${version}`);
}

async function existing<Found>(
  reading: Promise<Found | undefined>,
  missing: string,
): Promise<Found | undefined> {
  const found = reading.then((read) => {
    if (read !== undefined) return read;
    throw new InvalidRequestError('illegal-state', missing);
  });
  return whereOffered(found);
}

const maxFound = 100;

/** Undefined if there is none, or if the platform does not list its rules. */
export async function findRuleByName(
  client: Pick<PlatformClient, 'send'>,
  kind: RuleKind,
  name: string,
  signal?: AbortSignal,
): Promise<Rule | undefined> {
  const page = await whereOffered(client.send(listRules(kind, { limit: maxFound, keywords: name }), signal));
  return page?.items.find((rule) => rule.name === name);
}

/** Without a version, reads the current rule. Rejects if the platform does not support it. */
export async function readState(
  client: PlatformClient,
  target: RuleTarget,
  version: number | undefined,
  signal: AbortSignal,
): Promise<RuleState> {
  if (version === undefined) {
    const rule = await readRule(client, target, signal);
    if (rule !== undefined) return { version: undefined, rule: rule.raw };
  } else {
    const snapshot = await readVersion(client, target, version, signal);
    if (snapshot !== undefined) return { version: snapshot, rule: snapshot.rule };
  }
  throw new ExplainedError(
    t(
      'This platform does not provide the content of versions. You can still restore a version by its number.',
    ),
  );
}
