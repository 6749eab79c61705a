import type { TableState } from '../../../src/core/pages/tableMessages';
import { connection, noon, noPermission } from './states';

const day = 86_400_000;

export function tableState(change: Partial<TableState> = {}): TableState {
  return {
    kind: 'state',
    connection,
    table: 'fw_seoul_core',
    facts: {
      fields: [
        { label: 'Group', value: 'Firewall' },
        { label: 'Data', value: '838 GB (899,999,999,999 B)' },
        { label: 'Index', value: '41 GB (44,023,414,784 B)' },
        { label: 'Disk usage', value: '6.4%' },
        { label: 'First log', value: '2026-08-17 00:00:00+0900' },
        { label: 'Last log', value: '2026-11-14 23:59:59.440+0000' },
        { label: 'Retention', value: '90 days' },
      ],
      warnings: ['has logs older than its retention'],
      nodes: [
        {
          node: 'data-1',
          size: 4.5e11,
          indexSize: 2.2e10,
          firstLog: '2026-08-16 16:00:00+0000',
          lastLog: null,
        },
      ],
      sharedWith: 'analysts, kim.minji',
    },
    failure: null,
    volume: {
      from: noon - 30 * day - 9 * 3_600_000,
      to: noon - 9 * 3_600_000,
      counts: Array.from({ length: 30 }, (_, index) => Math.round(9e6 + 3e6 * Math.sin(index / 2))),
    },
    volumeFailure: null,
    sample: {
      rows: 1000,
      fields: [
        {
          name: '_time',
          type: 'time',
          filled: 1000,
          distinct: 1000,
          top: [{ value: '2026-11-14 23:59:59.440+0000', count: 1 }],
        },
        {
          name: 'action',
          type: 'text',
          filled: 1000,
          distinct: 3,
          top: [
            { value: 'allow', count: 812 },
            { value: 'deny', count: 180 },
            { value: 'reset', count: 8 },
          ],
        },
        { name: 'bytes', type: 'number', filled: 930, distinct: 402, top: [{ value: '64', count: 120 }] },
        {
          name: 'line',
          type: 'text',
          filled: 1000,
          distinct: 1000,
          top: [{ value: 'a long line', count: 1 }],
        },
      ],
      columns: ['_time', 'action', 'bytes', 'line'],
      first: Array.from({ length: 10 }, (_, index) => [
        `2026-11-14 23:59:${50 - index}.440+0000`,
        index % 3 === 0 ? 'deny' : 'allow',
        String(64 * (index + 1)),
        'Nov 15 08:59:59 fw-seoul-core kernel: IN=eth0 OUT=eth1 SRC=10.20.30.40 DST=203.0.113.9 PROTO=TCP SPT=51234 DPT=443',
      ]),
    },
    sampleFailure: null,
    users: {
      items: [
        { kind: 'scheduledQuery', guid: 'g1', name: 'Denied connections by country', use: 'reads' },
        { kind: 'scheduledQuery', guid: 'g2', name: 'Import of the night', use: 'writes' },
        { kind: 'batchRule', guid: 'g3', name: 'Port scan', use: 'reads' },
      ],
      gaps: [],
      asOf: Date.UTC(2026, 10, 15, 3),
    },
    view: { zone: 'server', openField: null },
    ...change,
  };
}

/** A table of which only the record can be read. */
export function tableWithUnknownData(): TableState {
  const { facts } = tableState();
  return tableState({
    facts: facts && { ...facts, nodes: null, sharedWith: null },
    volume: null,
    volumeFailure: noPermission,
    sample: null,
    sampleFailure: noPermission,
    users: {
      items: [],
      gaps: [`Scheduled queries could not be checked. ${noPermission.message}`],
      asOf: null,
    },
  });
}
