import { groupedBy } from '../../../core/base/groupedBy';
import { t } from '../../../core/base/localize';
import type { AttentionItem, AttentionKind, OverviewAction } from '../../../core/pages/overview';
import { textHashOf } from '../../ui/connections/queryRecords';
import type { QueryState } from '../../ui/connections/queryRecords';

/** A problem of one schedule, table, query or user. */
export interface Issue extends Omit<AttentionItem, 'members'> {
  /** What is the same for several: a key within the kind, and a sentence about all of them. */
  readonly common?: { readonly key: string; readonly sentence: string };
}

/** From this number on, the same problem is one item. */
const minGrouped = 3;
const maxNamed = 5;

/** One cause must not fill the list: the same problem of several schedules or tables is one item with its count. */
export function groupIssues(issues: readonly Issue[]): readonly AttentionItem[] {
  return [...groupedBy(issues, groupIdOf)].flatMap(([id, members]) =>
    members.length < minGrouped
      ? members.map(({ common: _common, ...item }) => item)
      : [groupItem(id, members)],
  );
}

/** Does not contain the sentence, in which values may be masked. */
export function groupIdOf({ id, kind, common }: Issue): string {
  return common === undefined ? id : `${kind} ${textHashOf(common.key)}`;
}

function groupItem(id: string, members: readonly [Issue, ...Issue[]]): AttentionItem {
  const [first] = members;
  const times = members.flatMap(({ since }) => (since === null ? [] : [since]));
  const shared = first.actions.filter((action) =>
    members.every(({ actions }) => actions.some((other) => JSON.stringify(other) === JSON.stringify(action))),
  );
  return {
    id,
    kind: first.kind,
    subject: subjectOf(first.kind, members.length),
    sentence: first.common?.sentence ?? first.sentence,
    since: times.length === 0 ? null : Math.max(...times),
    actions: [...shared, { kind: 'showItems', id, count: members.length }],
    members: members
      .slice(0, maxNamed)
      .flatMap(({ subject, actions: [action] }) => (action === undefined ? [] : [{ subject, action }])),
  };
}

function subjectOf(kind: AttentionKind, count: number): string {
  return kind === 'silent' || kind === 'emptying' || kind === 'losing'
    ? t('{0} tables', count.toLocaleString())
    : t('{0} scheduled queries', count.toLocaleString());
}

export function actionsOn(
  { guid, name }: Pick<QueryState, 'guid' | 'name'>,
  ...kinds: readonly ('openQuery' | 'editQuery' | 'enableQuery' | 'notebookOfQuery')[]
): readonly OverviewAction[] {
  return kinds.map((kind) => ({ kind, guid, name }));
}
