import { t } from '../../shared/localize';
import { hidingMasker, shownUser } from '../../shared/privacy/hiddenValues';
import { sensitiveColumn } from '../../shared/privacy/sensitiveColumns';
import type { Rule, RuleKind, RuleVersion, RestoreFailure } from '../../shared/wire/rule';
import { formatPlatformTime, formatTimestamp } from '../../ui/format/format';
import type { RawRecord } from '../../shared/wire/optional';
import { referenceFields, textsOf } from '../../shared/wire/ruleReferences';
import { ruleItemLabel } from '../../ui/format/ruleItemLabel';
import { connectionLabel } from '../../ui/connections/connection';
import type { SelectedRule } from './ruleItem';
import { ruleText } from './ruleText';

export function kindLabel(kind: RuleKind): string {
  return kind === 'batch' ? t('Batch') : t('Stream');
}

export function stateLabel({ enabled }: Pick<Rule, 'enabled'>): string {
  return enabled ? t('enabled') : t('disabled');
}

/** The value of a field that is called Priority; unknown ones are shown unchanged. */
export function priorityText(priority: string | undefined): string | undefined {
  return priorities.get(priority)?.text() ?? priority;
}

/** The same where nothing else says that it is a priority. */
export function priorityLabel(priority: string | undefined): string | undefined {
  return priorities.get(priority)?.label() ?? priority;
}

const priorities: ReadonlyMap<string | undefined, Readonly<Record<'text' | 'label', () => string>>> = new Map(
  [
    ['LOW', { text: () => t('low'), label: () => t('low priority') }],
    ['MEDIUM', { text: () => t('medium'), label: () => t('medium priority') }],
    ['HIGH', { text: () => t('high'), label: () => t('high priority') }],
  ],
);

export function versionLabel(version: number): string {
  return t('Version {0}', version);
}

/** The author, time and description of a version. */
export function versionDescription({ userName, created, description }: RuleVersion): string {
  return joined([userName && shownUser(userName), formatPlatformTime(created), description]);
}

export function joined(parts: readonly (string | undefined)[], separator = ' · '): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}

/** An object that a rule refers to, by the name in the rule. */
interface RuleReference {
  /** The kind as the interface names it, for example `address_group`. */
  readonly item: string;
  readonly name: string;
}

/** The rule to display: the names of people, which cannot be recognized in text, are masked while values are hidden. */
export function withShownPeople(rule: RawRecord): RawRecord {
  const masker = hidingMasker();
  if (masker === undefined) return rule;
  const fields = Object.entries(rule).map(([name, value]) => {
    const isPerson = sensitiveColumn(name)?.kind === 'user';
    return [name, isPerson ? masker.whole('user', value) : value] as const;
  });
  return Object.fromEntries(fields);
}

/** All references of a rule or version. An object without a name is shown by its identifier. */
export function referencesOf(kind: RuleKind, rule: RawRecord): readonly RuleReference[] {
  return referenceFields[kind].flatMap(({ item, identifiers, names }) => {
    const known = textsOf(rule[names]);
    const listed = textsOf(rule[identifiers]).map((identifier, index) => known[index] ?? identifier);
    return (listed.length === 0 ? known : listed).map((name) => ({ item, name }));
  });
}

/** Describes why a version could not be restored. */
export function failureSentence({ item, value: rejected, reason }: RestoreFailure): string {
  const value = sensitiveColumn(item)?.kind === 'user' ? shownUser(rejected) : rejected;
  if (reason === 'duplicate') {
    return item === 'name'
      ? t('Another rule already has the name “{0}”.', value)
      : t('The {0} “{1}” is used twice.', ruleItemLabel(item), value);
  }
  if (reason === 'not-found') return t('The {0} “{1}” no longer exists.', ruleItemLabel(item), value);
  return t('The {0} “{1}” was rejected: {2}', ruleItemLabel(item), value, reason);
}

/** The next step. */
function failureHint({ item, reason }: RestoreFailure): string | undefined {
  if (reason === 'duplicate' && item === 'name') return t('Rename the other rule, then restore again.');
  if (reason === 'not-found') {
    return t('Restore a version that does not refer to it, or first create it again.');
  }
  return undefined;
}

export interface FailedRestore extends SelectedRule {
  readonly version: number;
  readonly failures: readonly RestoreFailure[];
}

/** The whole result as a document, with the zero-based line of each failure. */
export function failureDocument(
  restore: FailedRestore,
  at: Date,
): { readonly text: string; readonly lines: readonly number[] } {
  const { connection, value: target, version, failures } = restore;
  const lines = [
    t('Version {0} of “{1}” was not restored. The rule is unchanged.', version, target.name),
    '',
    `${connectionLabel(connection)} · ${kindLabel(target.kind)} · ${target.guid}`,
    formatTimestamp(at),
    '',
  ];
  const indexes: number[] = [];
  for (const failure of failures) {
    indexes.push(lines.length);
    lines.push(failureSentence(failure));
    const hint = failureHint(failure);
    if (hint !== undefined) lines.push(`    ${hint}`);
  }
  if (failures.length === 0) lines.push(t('The platform gave no reason.'));
  return { text: `${lines.join('\n')}\n`, lines: indexes };
}

/**
 * A rule to read: what it searches for, when it runs, and who is notified, then its queries. Unknown fields
 * follow unchanged.
 */
export function rulePage(
  kind: RuleKind,
  rule: RawRecord,
  heading: readonly string[],
  describeSchedule: (expression: string) => string,
): string {
  const read = new ReadFields(rule);
  const state = joined([
    read.text('enabled') === 'true' ? t('enabled') : t('disabled'),
    priorityLabel(read.text('priority')),
  ]);
  const sections = [
    section(t('What it looks for'), lookedFor(read)),
    section(t('When'), kind === 'batch' ? batchTimes(read, describeSchedule) : streamSources(read)),
    section(t('Notifications'), notificationFacts(read)),
    section(t('History'), history(read)),
  ];
  const lines = [...heading, state, ...sections.flatMap((each) => (each.length === 0 ? [] : ['', ...each]))];
  read.text('name');
  read.text('guid');
  return ruleText(read.rest(), lines);
}

/** The query of a rule, if it can be run as it is. */
export function runnableQuery({ query }: RawRecord): string | undefined {
  return typeof query === 'string' && query.trim() !== '' ? query : undefined;
}

type Fact = readonly [label: string, value: string | undefined];

function section(title: string, facts: readonly Fact[]): readonly string[] {
  const known = facts.filter(([, value]) => value !== undefined && value !== '');
  return known.length === 0 ? [] : [title, ...known.map(([label, value]) => `    ${label}: ${value ?? ''}`)];
}

function lookedFor(read: ReadFields): readonly Fact[] {
  return [
    [t('Description'), read.text('description')],
    [t('Category'), read.named('category')],
    [t('Dataset'), read.named('dataset')],
    [t('Schema'), read.named('schema', 'schema_code')],
    ['MITRE ATT&CK', joined([read.list('mitre_tactics'), read.list('mitre_techniques')], ', ')],
    [t('Address group'), joined([read.named('address_group'), read.text('address_field')])],
  ];
}

function batchTimes(read: ReadFields, describe: (expression: string) => string): readonly Fact[] {
  const schedule = read.text('schedule');
  return [
    [
      t('Runs'),
      schedule === undefined || describe(schedule) === schedule
        ? schedule
        : `${describe(schedule)} (${schedule})`,
    ],
    [t('Period'), read.text('duration')],
  ];
}

function streamSources(read: ReadFields): readonly Fact[] {
  return [
    [t('Runs'), t('on each log as it arrives')],
    [t('Source type'), read.text('source_type')],
    [t('Loggers'), read.lists('logger')],
    [t('Logger models'), read.lists('logger_model')],
  ];
}

function notificationFacts(read: ReadFields): readonly Fact[] {
  const condition = read.text('ticket_issue_cond');
  return [
    [t('Message'), read.text('msg')],
    [t('Alarm group'), read.named('alarm_group')],
    [t('Tickets'), conditions.get(condition)?.() ?? condition],
    [t('Ticket repository'), read.named('ticket_repo')],
    [t('Assignees'), read.lists('ticket_assignee', shownUser)],
    [t('Reviewer'), read.named('reviewer', undefined, shownUser)],
    [t('Auditor'), read.named('auditor', undefined, shownUser)],
    [t('Audit category'), read.named('audit_category')],
    [t('Ticket suppression interval'), read.text('ticket_suppress_interval')],
    [t('Event suppression interval'), read.text('event_suppress_interval')],
    [t('Suppressed by'), read.text('suppress_key')],
  ];
}

const conditions: ReadonlyMap<string | undefined, () => string> = new Map([
  ['NEVER', () => t('never')],
  ['ALWAYS', () => t('for each event')],
  ['ETIR_THRESHOLD', () => t('when a threshold is reached')],
]);

/** The interface defines no alarms of a rule; a platform may report the last one. */
function history(read: ReadFields): readonly Fact[] {
  const author = read.text('user_name');
  return [
    [t('Last alarm'), formatPlatformTime(read.text('last_alarm') ?? read.text('last_event'))],
    [t('Author'), author && shownUser(author)],
    [t('Created'), formatPlatformTime(read.text('created'))],
    [t('Updated'), formatPlatformTime(read.text('updated'))],
  ];
}

/** Reads fields and remembers which, so that no other is lost. */
class ReadFields {
  readonly #read = new Set<string>();

  constructor(private readonly rule: RawRecord) {}

  text(field: string): string | undefined {
    const value = this.rule[field];
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isText || value === null || value === undefined) this.#read.add(field);
    return isText && value !== '' ? String(value) : undefined;
  }

  /** The name of an object, otherwise its identifier. */
  named(
    item: string,
    identifier = `${item}_guid`,
    shown: (name: string) => string = (name) => name,
  ): string | undefined {
    const [name, id] = [this.text(`${item}_name`), this.text(identifier)];
    return (name && shown(name)) ?? id;
  }

  list(field: string): string | undefined {
    const value = this.rule[field];
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return this.text(field);
    this.#read.add(field);
    return value.length === 0 ? undefined : value.join(', ');
  }

  lists(item: string, shown: (name: string) => string = (name) => name): string | undefined {
    const [names, guids] = [this.list(`${item}_names`), this.list(`${item}_guids`)];
    return names?.split(', ').map(shown).join(', ') ?? guids;
  }

  rest(): RawRecord {
    return Object.fromEntries(Object.entries(this.rule).filter(([field]) => !this.#read.has(field)));
  }
}
