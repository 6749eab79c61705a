import assert from 'node:assert/strict';
import fc from 'fast-check';
import type * as z from 'zod/mini';
import { auditLogsPage } from '../../../../src/core/pages/auditLogMessages';
import { backtestPage } from '../../../../src/core/pages/backtest';
import { overviewPage } from '../../../../src/core/pages/overview';
import { toQueryResultsPage } from '../../../../src/core/pages/queryResults';
import { queryStatusPage } from '../../../../src/core/pages/queryStatusMessages';
import { runsPage } from '../../../../src/core/pages/runs';
import { sigmaImportPage } from '../../../../src/core/pages/sigmaImport';
import { tablePage } from '../../../../src/core/pages/tableMessages';
import { maskMessage } from '../../../../src/core/privacy/maskMessage';
import { Masker } from '../../../../src/core/privacy/masker';
import { resultsMask } from '../../../../src/core/privacy/maskResults';

type Mask = (message: never, masker: Masker) => unknown;

function by<ToPage>(schema: z.ZodMiniType<ToPage>): readonly [z.ZodMiniType, Mask] {
  return [schema, (message, masker) => maskMessage(schema, message, masker)];
}

/** IDs, times, words of an enumeration and of the interface, and names of fields: all that a page shows as it is. */
const pages: Readonly<Record<string, readonly [readonly [z.ZodMiniType, Mask], string]>> = {
  auditLogs: [
    by(auditLogsPage.toPage),
    `search.from search.to saved[].search.from saved[].search.to view.widths{}
     firstRows[].params{} firstRows[].messageParams{} rows[].params{} rows[].messageParams{}`,
  ],
  backtest: [
    by(backtestPage.toPage),
    `subject.cron plan.cut[] hits.names[] view.openField view.from view.to
     ${['sample', 'comparison.moreSample', 'comparison.lessSample'].map(sampleAt).join(' ')}`,
  ],
  overview: [
    by(overviewPage.toPage),
    `attention.items[].actions[].guid attention.items[].members[].action.guid load.days[].date load.nextChange.date
     chains.nodes[].guid chains.nodes[].preceding chains.nodes[].action schedules.longest.guid
     entries[].guid changes[].guid changes[].from changes[].to view.timeZone view.selected view.widths{}`,
  ],
  // Columns are names of fields, unless the query turns values into columns.
  queryResults: [
    [toQueryResultsPage, resultsMask()],
    `columns[].name chart.x[] chart.series[] view.chartSeries[] view.sort.column view.pinned[] view.widths{} series[]
     statistics.column time.duration time.from time.to
     rows[][]{} statistics.least{} statistics.greatest{} statistics.top[].value{}`,
  ],
  queryStatus: [
    by(queryStatusPage.toPage),
    `status.source status.lastStarted status.commands[].status status.subQueries[].commands[].status
     status.constants{} status.tags{} status.more{}`,
  ],
  runs: [by(runsPage.toPage), 'query.guid changes.items[].hash'],
  sigmaImport: [
    by(sigmaImportPage.toPage),
    `rules[].id rules[].level rules[].product rules[].techniques[]
     view.levels[] view.products[] view.techniques[] view.states[] view.widths{}`,
  ],
  table: [
    by(tablePage.toPage),
    `facts.fields[].label facts.nodes[].firstLog facts.nodes[].lastLog users.items[].guid view.openField
     ${sampleAt('sample')}`,
  ],
};

/** The values of a sample are those of masked rows. */
function sampleAt(path: string): string {
  return ['fields[].name', 'fields[].top[].value', 'columns[]', 'first[][]']
    .map((name) => `${path}.${name}`)
    .join(' ');
}

/** What every text that is not fixed by a schema has: it looks sensitive wherever it is. */
const address = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((bytes) => `10.${bytes.join('.')}`);

/** Messages of any content that a schema accepts. */
function anyOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def)
    return def.type === 'nullable' ? fc.option(anyOf(def.innerType)) : anyOf(def.innerType);
  switch (def.type) {
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'array':
      return fc.array(anyOf(def.element), { maxLength: 2 });
    case 'union':
      return fc.oneof(...def.options.map(anyOf));
    case 'record':
      return fc.dictionary(address, anyOf(def.valueType), { maxKeys: 2 });
    case 'object': {
      const parts = Object.entries(def.shape).map(([name, part]) => [name, anyOf(part)] as const);
      return fc.record(Object.fromEntries(parts));
    }
    default:
      return simple[def.type] ?? assert.fail(`no messages for ${def.type}`);
  }
}

const simple: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: address,
  number: fc.nat(),
  boolean: fc.boolean(),
  null: fc.constant(null),
  unknown: fc.oneof(address, fc.record({ user: address, text: address }), fc.array(address)),
};

/** Where a message has addresses; `{}` is the name of a field. */
function pathsOf(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return value.includes('10.') ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${path}[]`));
  return Object.entries(value ?? {}).flatMap(([name, field]) => {
    if (name.startsWith('10.')) return [`${path}{}`, ...pathsOf(field, `${path}.*`)];
    return pathsOf(field, path === '' ? name : `${path}.${name}`);
  });
}

describe('The strings of the messages to a page while sensitive values are hidden', () => {
  for (const [name, [[schema, mask], declared]] of Object.entries(pages)) {
    it(`are masked or declared to be shown: ${name}`, () => {
      const shown = new Set<string>();
      fc.assert(
        fc.property(anyOf(schema), (message) => {
          for (const path of pathsOf(mask(message as never, new Masker()))) shown.add(path);
        }),
        // Each path must occur: with half as many, one in forty runs misses a rare one.
        { numRuns: 600 },
      );
      assert.deepEqual([...shown].sort(), declared.split(/\s+/).filter(Boolean).sort());
    });
  }

  it('are masked if the schema does not have them', () => {
    const more = { ...{ kind: 'state', view: { zone: '10.1.2.3', other: ['10.1.2.4'] } } };
    const text = JSON.stringify(maskMessage<unknown>(runsPage.toPage, more, new Masker()));
    assert.doesNotMatch(text, /10\.1/);
  });
});
