import type { PlatformClient } from '../../../core/api/client';
import { isMissingOperation, whereOffered } from '../../../core/api/errors';
import type { Operation } from '../../../core/api/operation';
import { createRule, getRule, listRuleVersions } from '../../../core/api/operations/rules';
import { bigintAsText } from '../../../core/base/json';
import { t } from '../../../core/base/localize';
import type { RawRecord } from '../../../core/interface/optional';
import type { RuleKind } from '../../../core/interface/rule';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { hideFrontMatter } from '../../../core/language/frontMatter';
import { parseRuleText } from '../../../core/language/ruleText';
import { summarizeProblems } from '../../../core/language/services/problemSummary';
import type { ProblemSummary } from '../../../core/language/services/problemSummary';
import { ruleWrites } from '../../../core/project/applyRules';
import { editableRuleText, parseEditedRule, rejectedReference } from '../../../core/project/ruleDraft';
import type { RejectedReference } from '../../../core/project/ruleDraft';
import { ruleDifferences, ruleForm } from '../../../core/project/ruleFields';
import { connectionLabel } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import { changesSummary } from '../../ui/format/queryFields';
import type { Comparison, DraftToPublish, EditableText, RecordViews } from './editableText';
import type { QueryTarget } from './queryTarget';
import { currentText, versionChange } from './storedQuery';
import type { Change, RuleBase, RuleRecord } from './storedQuery';

/** The draft of a rule, which contains all of it. */
type RuleDraft = DraftToPublish & { readonly base: RuleBase };

/** A whole detection rule. Each update makes a version, by which changes of others are noticed. */
export class DetectionRuleText implements EditableText {
  readonly label: string;
  readonly hasVersions = true;
  readonly hasLayout = false;
  readonly canMoveIntoProject = false;

  /** @param unsupported says that a platform does not support this for rules of this kind. */
  constructor(
    private readonly kind: RuleKind,
    readonly hasQuery: boolean,
    private readonly unsupported: (platform: string) => string,
  ) {
    this.label = `${kind} rule`;
  }

  async read(client: PlatformClient, guid: string, signal?: AbortSignal): Promise<RuleRecord | undefined> {
    const { kind } = this;
    const [rule, versions] = await Promise.all([
      client.send(getRule(kind, guid), signal),
      whereOffered(client.send(listRuleVersions(kind, guid), signal)),
    ]);
    if (rule === undefined) return undefined;
    const newest = versions?.items.toSorted((one, other) => other.version - one.version)[0];
    return {
      rule: kind,
      guid: rule.guid,
      name: rule.name,
      enabled: rule.enabled,
      query: editableRuleText(kind, rule.raw),
      version: newest?.version,
      userName: newest?.userName,
      created: newest?.created,
    };
  }

  async lastChange(_client: PlatformClient, record: RuleRecord): Promise<Change | undefined> {
    return Promise.resolve(versionChange(record));
  }

  /** Enabling a rule makes no version and changes no text, so it never conflicts with a draft. */
  compare(current: RuleRecord, draft: RuleDraft): Comparison {
    const [update, toggle] = this.#writesOf(current, draft);
    if (update === undefined && toggle === undefined) return 'same';
    return update !== undefined && this.#isChangedSince(current, draft.base) ? 'conflict' : 'send';
  }

  isSame(one: RuleRecord, other: RuleRecord): boolean {
    return one.version === other.version && one.query === other.query;
  }

  unreadable(draft: RuleDraft): ProblemSummary | undefined {
    const text = currentText(draft);
    const parsed = parseEditedRule(this.kind, text, draft.base.query);
    if (!('problem' in parsed)) return undefined;
    const { from, to, message } = parsed.problem;
    const line = text.slice(0, from).split('\n').length;
    return { from, to, text: t('Line {0}: {1}', line, message) };
  }

  problem(draft: RuleDraft, isLocal: boolean, tables: readonly string[]): ProblemSummary | undefined {
    if (!this.hasQuery) return undefined;
    return summarizeProblems(hideFrontMatter(currentText(draft)), isLocal, tables);
  }

  effect(current: RuleRecord, draft: RuleDraft): string {
    const wanted = this.#wantedRule(current, draft);
    const fields = ruleDifferences(this.kind, this.#recordIn(current.query), wanted);
    const changes = t('Changes: {0}', fields.join(', '));
    const [update] = this.#writesOf(current, draft);
    return update === undefined
      ? changes
      : `${changes}\n\n${t('A new version is created. You can restore the version before.')}`;
  }

  conflict(current: RuleRecord, draft: RuleDraft): string {
    const before = this.#recordIn(draft.base.query);
    const theirs = this.#recordIn(current.query);
    const yours = this.#recordIn(currentText(draft));
    const changed = [theirs, yours].flatMap((record) => ruleDifferences(this.kind, before, record));
    const values = [...new Set(changed)].map((key) => ({
      label: key,
      base: settingText(before[key]),
      theirs: settingText(theirs[key]),
      yours: settingText(yours[key]),
    }));
    return [
      ...(values.length === 0 ? [] : [changesSummary(values)]),
      t('Overwrite creates a new version. You can restore the version before.'),
    ].join('\n\n');
  }

  properties(): string {
    return '';
  }

  operations(current: RuleRecord, draft: RuleDraft): readonly Operation<undefined>[] {
    return this.#writesOf(current, draft).filter((operation) => operation !== undefined);
  }

  published(current: RuleRecord, draft: RuleDraft): RuleRecord {
    return { ...current, query: currentText(draft), version: undefined };
  }

  recreationEffect(): string {
    return t('It gets a new GUID and the properties of your draft. Its earlier versions are lost.');
  }

  createOperation(draft: RuleDraft): Operation<string | undefined> {
    return createRule(this.kind, ruleForm(this.kind, this.#recordIn(currentText(draft))));
  }

  async create(client: PlatformClient, draft: RuleDraft, signal: AbortSignal): Promise<string | undefined> {
    return client.send(this.createOperation(draft), signal);
  }

  async findCreated(
    client: PlatformClient,
    guid: string | undefined,
    _name: string,
    signal: AbortSignal,
  ): Promise<RuleRecord | undefined> {
    return guid === undefined ? undefined : this.read(client, guid, signal);
  }

  async dependents(): Promise<readonly ScheduledQuery[]> {
    return Promise.resolve([]);
  }

  async linkAgain(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** A platform may lack the operation for one kind of rule. */
  explain(error: unknown, connection: Connection): unknown {
    if (!isMissingOperation(error)) return error;
    return new ExplainedError(this.unsupported(connectionLabel(connection)));
  }

  /** A new version is reported with the button that restores the one before. */
  async showPublished(
    views: RecordViews,
    target: QueryTarget,
    record: RuleRecord,
    before?: RuleRecord,
  ): Promise<void> {
    if (before === undefined) views.rules.reload(target.connection);
    else this.#report(views, target, record, before.version);
    return Promise.resolve();
  }

  async showCreated(views: RecordViews, target: QueryTarget, record: RuleRecord): Promise<void> {
    this.#report(views, target, record, undefined);
    return Promise.resolve();
  }

  /** Not awaited: the message waits for the user. */
  #report(
    { ui, rules }: RecordViews,
    { connection, name }: QueryTarget,
    { guid }: RuleRecord,
    before: number | undefined,
  ): void {
    const message = t('Published {0} to {1}.', name, connection.name);
    void rules
      .written(connection, { kind: this.kind, guid: guid.toLowerCase(), name }, { message, before })
      .catch((error: unknown) => void ui.failures.report(error, { connection }));
  }

  rejectedReference(text: string, rejection: string): RejectedReference | undefined {
    return rejectedReference(this.kind, text, rejection);
  }

  #isChangedSince(current: RuleRecord, base: RuleBase): boolean {
    if (current.version !== undefined && base.version !== undefined) return current.version !== base.version;
    const fields = ruleDifferences(this.kind, this.#recordIn(base.query), this.#recordIn(current.query));
    return fields.some((field) => field !== 'enabled');
  }

  #writesOf(current: RuleRecord, draft: RuleDraft): ReturnType<typeof ruleWrites> {
    const now = { raw: this.#recordIn(current.query), enabled: current.enabled };
    return ruleWrites(this.kind, current.guid, this.#wantedRule(current, draft), now);
  }

  /** The rule may have been enabled or disabled since the draft was started, which stays so. */
  #wantedRule(current: RuleRecord, draft: RuleDraft): RawRecord {
    const wanted = this.#recordIn(currentText(draft));
    const isSwitched = isEnabled(wanted) !== isEnabled(this.#recordIn(draft.base.query));
    return { ...wanted, enabled: isSwitched ? isEnabled(wanted) : current.enabled };
  }

  /** Empty for a text that cannot be read; see `unreadable`. */
  #recordIn(text: string): RawRecord {
    const parsed = parseRuleText(this.kind, text);
    return 'record' in parsed ? parsed.record : {};
  }
}

function settingText(value: unknown): string {
  if (value == null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value, bigintAsText);
}

function isEnabled(record: RawRecord): boolean {
  return record['enabled'] === true;
}
