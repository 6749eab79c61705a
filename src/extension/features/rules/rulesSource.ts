import { listRuleVersions, listRules } from '../../../core/api/operations/rules';
import { whereOffered } from '../../../core/api/errors';
import type { PlatformClient } from '../../../core/api/client';
import type { Rule, RuleKind, RuleVersion } from '../../../core/interface/rule';
import { textsOf } from '../../../core/interface/ruleReferences';
import type { Row, RowSource, RowIcon } from '../../ui/explorer/explorerSection';
import { keywordsOf } from '../../ui/explorer/explorerSection';
import { malformedRows } from '../../ui/explorer/malformedRow';
import { ruleKinds, ruleDocumentPath, RuleItem, ruleRowId, RuleVersionItem, targetOf } from './ruleItem';
import { pathOf } from '../../ui/queryAddress';
import type { Connection } from '../../ui/connections/connection';
import { t } from '../../../core/base/localize';
import { shownUser } from '../../../core/privacy/hiddenValues';
import { formatPlatformTime } from '../../ui/format/formatTimestamp';
import { fieldList, inMarkdown, paragraphs } from '../../ui/format/markdown';
import type { Markdown } from '../../ui/format/markdown';
import {
  joined,
  kindLabel,
  priorityLabel,
  priorityText,
  stateLabel,
  versionDescription,
  versionLabel,
} from './ruleTexts';

/** Batch rules, then stream rules: two lists of the platform combined. */
export function rulesSource(connection: Pick<Connection, 'name'>, open: OpenClient): Required<RowSource> {
  return {
    count: async (filter, signal) => {
      const client = await open();
      const pages = await Promise.all(
        ruleKinds.map(async (kind) =>
          whereOffered(client.send(listRules(kind, { limit: 1, keywords: keywordsOf(filter) }), signal)),
        ),
      );
      const listed = pages.filter((page) => page !== undefined);
      return listed.length === 0 ? undefined : listed.reduce((sum, page) => sum + Number(page.total), 0);
    },
    load: async ({ offset, limit, filter }, signal) => {
      const client = await open();
      const keywords = keywordsOf(filter);
      const rows: Row[] = [];
      let before = 0;
      const unlisted: RuleKind[] = [];
      for (const kind of ruleKinds) {
        const start = Math.max(0, offset - before);
        // At least one record, to get the total.
        const wanted = { offset: start, limit: Math.max(1, limit - rows.length), keywords };
        const page = await whereOffered(client.send(listRules(kind, wanted), signal));
        if (page === undefined) {
          unlisted.push(kind);
          continue;
        }
        before += Number(page.total);
        const room = limit - rows.length;
        const found = [
          ...page.items.map((rule) => ruleRow(connection, kind, rule, open)),
          ...malformedRows(page.malformed),
        ];
        rows.push(...found.slice(0, room));
      }
      if (unlisted.length === ruleKinds.length) return { total: undefined, rows: [unlistedRow()] };
      const notes = offset === 0 ? unlisted.map(unlistedRow) : [];
      return { total: before, rows: [...notes, ...rows], consumed: rows.length };
    },
  };
}

type OpenClient = () => Promise<PlatformClient>;

export function ruleRow(
  { name: connection }: Pick<Connection, 'name'>,
  kind: RuleKind,
  rule: Rule,
  open: OpenClient,
): Row {
  const target = targetOf({ kind, rule });
  const parts = [kindLabel(kind), priorityLabel(rule.priority), rule.category];
  return {
    id: ruleRowId(target),
    label: rule.name,
    description: joined([...parts, rule.enabled ? undefined : stateLabel(rule)]),
    icon: iconOf(kind, rule),
    contextValue: ['rule', kind, rule.enabled ? 'enabled' : 'disabled'].join('.'),
    accessibleLabel: joined([rule.name, stateLabel(rule), ...parts], ', '),
    tooltip: () => ruleTooltip(kind, rule),
    file: pathOf({ connection, guid: rule.guid.toLowerCase(), rule: kind }, rule.name),
    document: ruleDocumentPath(target, undefined),
    children: versionsSource(kind, rule, open),
    value: new RuleItem(kind, rule),
  };
}

/** Shown instead of all rules or of those of one kind, with the action that still works. */
function unlistedRow(kind?: RuleKind): Row {
  return noteRow(unlistedLabels[kind ?? 'all'](), 'logbench.rule.open', undefined);
}

const unlistedLabels: Readonly<Record<RuleKind | 'all', () => string>> = {
  batch: () => t('This platform does not list its batch rules. Open one by GUID…'),
  stream: () => t('This platform does not list its stream rules. Open one by GUID…'),
  all: () => t('This platform does not list its rules. Open one by GUID…'),
};

function noteRow(label: string, command: string, value: RuleItem | undefined): Row {
  return { id: ':unlisted', label, icon: { name: 'info' }, contextValue: 'note', command, value };
}

function versionsSource(kind: RuleKind, rule: Rule, open: OpenClient): RowSource {
  return {
    load: async (_request, signal) => {
      const page = await whereOffered((await open()).send(listRuleVersions(kind, rule.guid), signal));
      if (page === undefined) {
        const note = t('This platform does not list versions. Restore one by number…');
        return { total: undefined, rows: [noteRow(note, 'logbench.rule.restore', new RuleItem(kind, rule))] };
      }
      const rows = page.items.map((version, index) => versionRow(kind, rule, version, index === 0));
      return {
        total: rows.length + page.malformed.length,
        rows: [...rows, ...malformedRows(page.malformed)],
      };
    },
  };
}

function versionRow(kind: RuleKind, rule: Rule, version: RuleVersion, current: boolean): Row {
  const label = versionLabel(version.version);
  const description = (): string => joined([current ? t('current') : undefined, versionDescription(version)]);
  return {
    id: `v${version.version}`,
    label,
    description,
    icon: { name: current ? 'git-commit' : 'history' },
    contextValue: current ? 'ruleVersion.current' : 'ruleVersion.earlier',
    accessibleLabel: () => joined([label, description()], ', '),
    tooltip: () =>
      paragraphs([
        inMarkdown`**${rule.name}**`,
        fieldList([
          [t('Version'), String(version.version)],
          [t('Author'), version.userName && shownUser(version.userName)],
          [t('Created'), formatPlatformTime(version.created)],
          [t('Description'), version.description],
        ]),
      ]),
    document: ruleDocumentPath(targetOf({ kind, rule }), version.version),
    value: new RuleVersionItem(kind, rule, version),
  };
}

function iconOf(kind: RuleKind, rule: Rule): RowIcon {
  if (!rule.enabled) return { name: 'circle-slash', color: 'disabledForeground' };
  return { name: kind === 'batch' ? 'shield' : 'broadcast', color: 'testing.iconPassed' };
}

function ruleTooltip(kind: RuleKind, rule: Rule): Markdown {
  const textOf = (field: string): string | undefined => textsOf(rule.raw[field])[0];
  const author = textOf('user_name');
  const fields = fieldList([
    [t('Kind'), kindLabel(kind)],
    [t('State'), stateLabel(rule)],
    [t('Priority'), priorityText(rule.priority)],
    [t('Category'), rule.category],
    [t('Last alarm'), formatPlatformTime(textOf('last_alarm') ?? textOf('last_event'))],
    [t('Author'), author && shownUser(author)],
    [t('Created'), formatPlatformTime(textOf('created'))],
    [t('Updated'), formatPlatformTime(rule.updated)],
    [t('GUID'), rule.guid],
  ]);
  return paragraphs([inMarkdown`**${rule.name}**`, fields]);
}
