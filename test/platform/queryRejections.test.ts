import assert from 'node:assert/strict';
import { errorCodes } from '../../src/core/language/errorCodes';
import type { ErrorKey } from '../../src/core/language/errorCodes';
import { rejection } from '../support/call';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import { addTable } from '../support/tables';

/** Queries that are rejected, by the reason. `no-read-permission` is missing: every account may read every table. */
const rejected: Readonly<Partial<Record<ErrorKey, readonly string[]>>> = {
  'option-space-not-allowed': ['table limit = 1 logs'],
  'invalid-option': ['table color=red logs', 'table from=2024x logs', 'set d = "x" | table from=$("d") logs'],
  'string-quote-mismatch': ['table limit="1 logs'],
  'empty-command': ['', 'json "{}" |', 'json "{}" | | limit 1'],
  'broken-expression': [
    'json "{}" | eval a = 1 +',
    'json "{}" | eval a = left("x")',
    'json "{}" | eval a = match("x", "(")',
    'json "{}" | eval a = match("x", "(?<=y)x(")',
    'json "{}" | eval a = date("x", "QQQ")',
    `json "{}" | eval a = date("x", "yyyy'")`,
    'json "{}" | eval a = date("x", y)',
    'json "{}" | eval a = hash("sha3", "x")',
    'json "{}" | eval a = dateadd(now(), "fortnight", 1)',
    'json "{}" | stats count(match("x", "("))',
    `json "{'b':'md5'}" | eval a = hash(b, "x")`,
    'json "{}" | union [ json "{}" | search match("x", "(") ]',
    'setq [ json "{}" | search match("x", "(") ] | json "{}"',
  ],
  'unexpected-term': ['json "{}" | search a == 1 2'],
  'parens-mismatch': ['json "{}" | eval a = (1'],
  'quote-mismatch': ['json "{}" | search a == "x'],
  'sqbracket-mismatch': ['json "{}" | union [ json "{}"'],
  'invalid-escape-sequence': ['json "{}" | search a == "\\q"'],
  'invalid-time-span': ['table duration=x logs'],
  'invalid-time-unit': ['table duration=1q logs', 'json "{}" | eval a = datetrunc(now(), "1q")'],
  'time-span-out-of-range': ['table duration=0d logs', 'table duration=9000000000000y logs'],
  'unsupported-function': ['json "{}" | eval a = nosuch(1)', 'json "{}" | eval a = constructor(1)'],
  'unsupported-command': ['nosuch', 'wget "http://example.com"', 'system nosuch', 'csvfile /etc/passwd'],
  'missing-json-quotation': ['json {}'],
  'invalid-json': ['json "{"', 'json "[1]"', deepJson(1100)],
  'query-too-large': [
    `json "{}" | eval a = ${'('.repeat(200)}1${')'.repeat(200)} + ${'-'.repeat(200)}1`,
    `json "{}" | search ${'not('.repeat(200)}a${')'.repeat(200)}`,
    `json "{}" | rex field=line "${'(?<a>.)'.repeat(101)}"`,
    `json "{}" | ${'union [ json "{}" | '.repeat(300)}limit 1${' ]'.repeat(300)}`,
  ],
  'missing-set-name': ['set = 1 | json "{}"'],
  'missing-set-assignment': ['set a | json "{}"'],
  'missing-set-expression': ['set a = | json "{}"'],
  'negative-offset': ['table offset=-1 logs'],
  'negative-limit': ['table limit=-1 logs', 'set n = -1 | table limit=$("n") logs'],
  'no-table-data-source': ['table', 'table limit=1'],
  'import-table-not-found': ['json "{}" | import nowhere'],
  'table-not-found': [
    'table nowhere',
    'fulltext "x" from nowhere',
    'system count nowhere',
    'json "{}" | join a [ table nowhere ]',
    'setq [ table nowhere ] | json "{}"',
    'set a = 1 | table nowhere',
  ],
  'field-name-not-found': ['json "{}" | eval = 1', 'json "{}" | eval and = 1'],
  'assign-token-not-found': ['json "{}" | eval a'],
  'expression-not-found': ['json "{}" | eval a ='],
  'no-field-args': ['json "{}" | fields'],
  'invalid-limit': [
    'json "{}" | limit x',
    'set n = "x" | json "{}" | limit $("n")',
    'set n = -1 | json "{}" | limit $("n")',
  ],
  'output-token-not-found': ['json "{}" | lookup logs a'],
  'invalid-lookup-name': ['json "{}" | lookup nowhere a output b'],
  'missing-rename-field': ['json "{}" | rename'],
  'as-token-not-found': ['json "{}" | rename a b'],
  'missing-rename-target': ['json "{}" | rename a as'],
  'missing-rex-field': ['json "{}" | rex "(?<a>x)"'],
  'missing-rex-regex': ['json "{}" | rex field=line', 'json "{}" | rex field=line "(?<a>["'],
  'missing-sort-column': ['json "{}" | sort'],
  'missing-stats-function': ['json "{}" | stats'],
  'invalid-aggregation-function': ['json "{}" | stats nosuch(a)'],
  'invalid-aggregation-arguments': ['json "{}" | stats percentile(a, 101)', 'json "{}" | stats sum'],
  'invalid-by-clause': ['json "{}" | stats count by'],
  'missing-subquery': ['json "{}" | union'],
  'no-json-object': ['json "1"'],
  'missing-explode-field': ['json "{}" | explode'],
  'unsupported-memlookup-op': ['memlookup op=load name=a'],
  'missing-memlookup-name': ['json "{}" | memlookup op=build key=a a'],
  'missing-memlookup-key': ['json "{}" | memlookup op=build name=a a'],
  'missing-memlookup-drop-name': ['memlookup op=drop'],
  'invalid-streamjoin-type': ['json "{}" | streamjoin type=right a [ json "{}" ]'],
  'missing-streamjoin-key': ['json "{}" | streamjoin [ json "{}" ]'],
  'invalid-tail': ['system logs tail=0'],
  'tail-with-period': ['system logs tail=1 duration=1d'],
};

const procedures = Object.keys(errorCodes).filter((key) => key.includes('procedure'));

describe('a query that cannot run', () => {
  const app = suiteApp();
  const client = queryClient(app);
  before(async () => {
    await addTable(app, 'logs');
  });

  for (const [key, code] of Object.entries(errorCodes)) {
    for (const query of Object.entries(rejected).find(([name]) => name === key)?.[1] ?? []) {
      if (query === '') continue;
      it(`is rejected with ${code} ${key}: ${query.slice(0, 60)}`, async () => {
        const message = await client.rejection(query);
        const [rejection, name] = message.split(': ');
        assert.equal(rejection, `(${code}) ${key}`);
        // Only what other platforms have has a name.
        assert.equal(name !== undefined, key === 'unsupported-command', message);
      });
    }
  }

  it('has an example for every reason that this platform can have', () => {
    const untested = Object.keys(errorCodes).filter((key) => !Object.hasOwn(rejected, key));
    assert.deepEqual(untested, [
      'no-read-permission',
      ...procedures,
      'no-permission',
      'import-table-invalid',
      'create-option-is-not-supported',
      'no-system-logs-permission',
    ]);
  });

  for (const query of [
    `json "{}"${' | limit 1'.repeat(300_000)}`,
    `json "{}" | search a == 1${' or a == 1'.repeat(300_000)}`,
    '['.repeat(1_000_000),
  ]) {
    it(`is rejected for its size before it is parsed: ${query.slice(0, 40)}`, async () => {
      await assert.rejects(client.start(query), /\(90004\) query-too-large/);
    });
  }

  it('is rejected for its size, also while others of its account wait', async () => {
    const waiting = await client.start(`json "{}" | repeat count=2 over=300s`);
    await assert.rejects(client.start(`json "{}" # ${'x'.repeat(10_000_000)}`), /\(90004\) query-too-large/);
    await client.drop(waiting);
  });

  it('is not rejected for one long text, such as the rows of a file', async () => {
    // The engine takes a hundred thousand cells at once, which five columns of 20,000 rows have.
    const rows = Array.from({ length: 20_001 }, (_, id) => ({ id, text: 'a | (b, "c") \\[' }));
    Object.assign(rows[0] ?? {}, { third: 1, fourth: 2, fifth: 3 });
    const { id } = await client.finish(
      `json ${JSON.stringify(JSON.stringify(rows))} | stats count, sum(id) as ids, sum(fifth) as last`,
    );
    const response = await client.get(`/cursors/${id}?format=json-single`);
    assert.deepEqual(((await response.json()) as { rows: unknown }).rows, [
      { count: 20_001, ids: (20_000 * 20_001) / 2, last: 3 },
    ]);
  });

  it('is rejected if its JSON is nested too deeply', async () => {
    const form = { q: deepJson(10_000) };
    assert.deepEqual(
      await app.call('member', 'POST /api/core/cursors', { form }),
      rejection(400, 'invalid-query', '(10202) invalid-json'),
    );
  });

  it('is rejected as a missing argument if there is no text', async () => {
    for (const path of ['query', 'query?q=']) {
      const response = await app.call('admin', `GET /api/core/${path}`);
      assert.deepEqual(response, rejection(400, 'null-argument', 'q should be not null'));
    }
  });
});

function deepJson(depth: number): string {
  return `json "{'a':${'['.repeat(depth)}${']'.repeat(depth)}}"`;
}
