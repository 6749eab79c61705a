import { t } from '../../shared/localize';
import { shownUser } from '../../shared/privacy/hiddenValues';
import type { RawRecord } from '../../shared/wire/optional';
import type { RuleKind } from '../../shared/wire/rule';
import { formatServiceTime } from '../../ui/format/format';
import { ruleText } from './ruleText';
import { joined, priorityLabel } from './ruleTexts';

/**
 * A rule to read: what it looks for, when, and who is told, then its queries. What is not known by name here
 * follows as it is.
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
    section(t('Who is told'), told(read)),
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
    [t('Source'), read.text('source_type')],
    [t('Loggers'), read.lists('logger')],
    [t('Logger models'), read.lists('logger_model')],
  ];
}

function told(read: ReadFields): readonly Fact[] {
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
    [t('Tickets suppressed for'), read.text('ticket_suppress_interval')],
    [t('Events suppressed for'), read.text('event_suppress_interval')],
    [t('Suppressed by'), read.text('suppress_key')],
  ];
}

const conditions: ReadonlyMap<string | undefined, () => string> = new Map([
  ['NEVER', () => t('never')],
  ['ALWAYS', () => t('for each event')],
  ['ETIR_THRESHOLD', () => t('from a threshold on')],
]);

/** The interface defines no alarms of a rule; a platform may report the last one. */
function history(read: ReadFields): readonly Fact[] {
  const author = read.text('user_name');
  return [
    [t('Last alarm'), formatServiceTime(read.text('last_alarm') ?? read.text('last_event'))],
    [t('Author'), author && shownUser(author)],
    [t('Created'), formatServiceTime(read.text('created'))],
    [t('Updated'), formatServiceTime(read.text('updated'))],
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
