import type {
  AttentionItem,
  ChainNode,
  OverviewState,
  StoredTable,
  ToOverviewPage,
  WeekLoad,
} from '../../../src/core/pages/overview';
import type { Message } from './pageUnderTest';
import { connection, noon, noPermission } from './states';

const hour = 3_600_000;

export function attentionItems(count: number): readonly AttentionItem[] {
  const kinds = ['failed', 'late', 'waiting', 'silent', 'losing', 'longRunning', 'rejected'] as const;
  const sentences = [
    'The last run failed: The table does not exist. (10605)',
    'It missed 3 runs.',
    'It waits for Nightly import, whose last run failed. Queries that run after it: 4.',
    'No logs for 5 hours. In 4 of the last 4 weeks, logs arrived at this time.',
    'Its oldest logs will be deleted for the first time in 4 days: the retention is 30 days.',
    'It has been running for 12 minutes, started by kim.minji.',
    'Rejected 2 times: Delete scheduled queries (no-permission)',
  ];
  return Array.from({ length: count }, (_, index): AttentionItem => {
    const kind = kinds[Math.floor((index * kinds.length) / count)] ?? 'failed';
    const name = `Denied connections by country ${index}`;
    return {
      id: `${kind} ${index}`,
      kind,
      subject: name,
      sentence: sentences[kinds.indexOf(kind)] ?? '',
      since: Date.now() - (index + 1) * hour,
      actions: [
        { kind: 'openQuery', guid: `g${index}`, name },
        { kind: 'editQuery', guid: `g${index}`, name },
      ],
    };
  });
}

export function weekLoad(change: Partial<WeekLoad> = {}): WeekLoad {
  const days = Array.from({ length: 7 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 10, 15 + day)).toISOString().slice(0, 10),
    hours: Array.from({ length: 24 }, (__, at) => {
      const starts = at === 2 ? 96 : Math.max(0, Math.round(20 + 18 * Math.sin((at + day) / 3)));
      return { starts, schedules: Math.ceil(starts / 4), change: null };
    }),
  }));
  return {
    days,
    max: 96,
    busiest: { day: 1, minute: 120, starts: 37 },
    busiestHour: {
      ...{ day: 0, hour: 2 },
      minutes: Array.from({ length: 60 }, (_, minute) => (minute === 0 ? 37 : minute % 15 === 0 ? 12 : 0)),
    },
    usedMinutes: 1512,
    schedules: 240,
    unread: [],
    nextChange: { week: 19, date: '2027-03-28' },
    assumedOffset: 540,
    ...change,
  };
}

/** Chains of ten, each in another state from its failure on. */
export function chainNodes(count: number): readonly ChainNode[] {
  return Array.from({ length: count }, (_, index): ChainNode => {
    const [chain, position] = [Math.floor(index / 10), index % 10];
    const fails = chain % 3 === 1;
    return {
      guid: `node-${index}`,
      name: `${['Collect', 'Enrich', 'Join', 'Score', 'Alert'][position % 5] ?? ''} logins of branch ${chain}.${position}`,
      state: chainState(fails, position),
      preceding: position === 0 ? null : `node-${position === 5 ? chain * 10 + 2 : index - 1}`,
      action: position === 0 ? null : 'succeeded',
      held: fails && position > 3 && position !== 5,
      trigger: position === 0 ? 'every hour' : 'after the one before',
    };
  });
}

function chainState(fails: boolean, index: number): ChainNode['state'] {
  if (fails && index >= 3) return index === 3 ? 'failed' : 'waiting';
  return index === 1 ? 'running' : 'ok';
}

export function storedTable(index: number): StoredTable {
  return {
    name: `fw_branch_${String(index).padStart(5, '0')}`,
    group: ['Firewall', 'Proxy', null][index % 3] ?? null,
    size: Math.round(9e11 / (index + 1)),
    perDay: Math.round(9e9 / (index + 1)),
    retention: index % 4 === 0 ? 0 : 30 * (1 + (index % 3)),
    lastLog: index % 17 === 5 ? null : noon - index * 1000,
    state: index % 17 === 5 ? 'empty' : index % 7 === 3 ? 'silent' : 'fresh',
  };
}

export function overviewState(change: Partial<OverviewState> = {}): OverviewState {
  return {
    kind: 'state',
    connection,
    asOf: Date.now(),
    watching: 'active',
    attention: { items: attentionItems(7), isChecking: false, gaps: [] },
    load: weekLoad(),
    chains: { nodes: chainNodes(30), alone: 210 },
    schedules: {
      ...{ cron: 240, dependent: 27, other: 0, disabled: 3 },
      longest: { guid: 'g1', name: 'Nightly import', elapsed: 754_000 },
    },
    schedulesFailure: null,
    tables: { resultId: 1, count: 100_000, total: 100_000, size: 1.4e13, perDay: 9.1e10, first: null },
    tablesFailure: null,
    view: {
      zone: 'local',
      timeZone: 'Asia/Seoul',
      week: 0,
      sort: { column: 'size', descending: true },
      filter: '',
      widths: {},
      selected: null,
    },
    ...change,
  };
}

/** Nothing is there, and nothing is wrong. */
export function emptyOverview(): OverviewState {
  return overviewState({
    attention: { items: [], isChecking: false, gaps: [] },
    load: weekLoad({
      ...{ days: [], max: 0, busiest: null, busiestHour: null, usedMinutes: 0, schedules: 0 },
      nextChange: null,
    }),
    schedules: { cron: 0, dependent: 0, other: 0, disabled: 0, longest: null },
    chains: { nodes: [], alone: 0 },
    tables: { resultId: 1, count: 0, total: 0, size: 0, perDay: 0, first: null },
  });
}

/** What a member may see. */
export function overviewOfMember(): OverviewState {
  return overviewState({
    attention: {
      items: [],
      isChecking: false,
      gaps: [`Scheduled queries could not be checked. ${noPermission.message}`],
    },
    load: null,
    chains: null,
    schedulesFailure: noPermission,
  });
}

/** A host that has the given state, and knows tables, hours and a better distribution. */
export function overviewHost(state: OverviewState): (message: Message) => readonly ToOverviewPage[] {
  let { view } = state;
  return (message) => {
    switch (message.kind) {
      case 'ready':
        return [state];
      case 'viewChanged':
        view = message['view'] as OverviewState['view'];
        return [{ ...state, view }];
      case 'needRows': {
        const { resultId, offset, limit } = message as unknown as Record<
          'resultId' | 'offset' | 'limit',
          number
        >;
        const count = Math.min(limit, (state.tables?.count ?? 0) - offset);
        const rows = Array.from({ length: count }, (_, index) => storedTable(offset + index));
        return [{ kind: 'rows', resultId, offset, rows }];
      }
      case 'needCell': {
        const { day, hour: at } = message as unknown as Record<'day' | 'hour', number>;
        const entries = [
          { guid: 'g1', name: 'Nightly import', minutes: [0, 10, 20, 30, 40, 50], skipped: false },
          { guid: 'g2', name: 'Report of the day', minutes: [15], skipped: false },
        ];
        return [{ kind: 'cell', week: view.week, day, hour: at, entries }];
      }
      case 'spread':
        return [
          {
            kind: 'spread',
            before: 37,
            after: 2,
            changes: Array.from({ length: 30 }, (_, index) => ({
              guid: `g${index}`,
              name: `Report ${index}`,
              from: '0 2 * * *',
              to: `${index + 1} 2 * * *`,
            })),
          },
        ];
      default:
        return [];
    }
  };
}
