import { maskConnection, maskFailure } from '../../shared/privacy/masker';
import type { Masker } from '../../shared/privacy/masker';
import type {
  AttentionItem,
  Chains,
  OverviewAction,
  OverviewUpdate,
  StoredTable,
  ToOverviewPage,
} from '../../shared/protocol/overview';

/** Masks a message to the overview page. */
export function maskOverview(message: ToOverviewPage, masker: Masker): ToOverviewPage {
  switch (message.kind) {
    case 'state':
      return maskState(message, masker);
    case 'cell':
      return { ...message, entries: named(message.entries, masker) };
    case 'spread':
      return { ...message, changes: named(message.changes, masker) };
    case 'rows':
      return { ...message, rows: maskTables(message.rows, masker) };
  }
}

/** Unchanged sections are not part of an update. */
function maskState(state: OverviewUpdate, masker: Masker): OverviewUpdate {
  const { connection, attention, load, chains, schedules, tables, view } = state;
  const text = (label: string): string => masker.text(label);
  return {
    ...state,
    connection: maskConnection(connection, masker),
    ...(attention && {
      attention: {
        ...attention,
        items: attention.items.map((item) => maskItem(item, masker)),
        gaps: attention.gaps.map(text),
      },
    }),
    ...(load && { load: { ...load, unread: load.unread.map(text) } }),
    ...(chains && { chains: maskChains(chains, masker) }),
    ...(tables && {
      tables: {
        ...tables,
        first: tables.first && { ...tables.first, rows: maskTables(tables.first.rows, masker) },
      },
    }),
    schedules: schedules && {
      ...schedules,
      longest: schedules.longest && { ...schedules.longest, name: text(schedules.longest.name) },
    },
    schedulesFailure: maskFailure(state.schedulesFailure, masker),
    tablesFailure: maskFailure(state.tablesFailure, masker),
    view: { ...view, filter: masker.typed(view.filter) },
  };
}

function maskChains(chains: Chains, masker: Masker): Chains {
  const nodes = named(chains.nodes, masker);
  return { ...chains, nodes: nodes.map((node) => ({ ...node, trigger: masker.text(node.trigger) })) };
}

/** The ID also contains the user whose write was rejected. */
function maskItem(item: AttentionItem, masker: Masker): AttentionItem {
  return {
    ...item,
    id: item.kind === 'rejected' ? masker.name('value', item.id) : item.id,
    subject: masker.text(item.subject),
    sentence: masker.text(item.sentence),
    actions: item.actions.map((action) => maskAction(action, masker)),
    ...(item.members && {
      members: item.members.map(({ subject, action }) => ({
        subject: masker.text(subject),
        action: maskAction(action, masker),
      })),
    }),
  };
}

function maskAction(action: OverviewAction, masker: Masker): OverviewAction {
  if ('name' in action) return { ...action, name: masker.text(action.name) };
  return 'table' in action ? { ...action, table: masker.text(action.table) } : action;
}

function named<Item extends { readonly name: string }>(items: readonly Item[], masker: Masker): Item[] {
  return items.map((item) => ({ ...item, name: masker.text(item.name) }));
}

function maskTables(tables: readonly StoredTable[], masker: Masker): StoredTable[] {
  return named(tables, masker).map((table) => ({
    ...table,
    group: table.group && masker.text(table.group),
  }));
}
