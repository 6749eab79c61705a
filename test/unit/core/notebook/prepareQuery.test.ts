import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { prepareCell, prepareQuery } from '../../../../src/core/notebook/prepareQuery';
import type { NamedResult } from '../../../../src/core/notebook/prepareQuery';
import type { Cell } from '../../../../src/core/pages/queryResults';

const none = { from: undefined, to: undefined, parameters: new Map<string, string>() };
const nothing = (): NamedResult => 'missing';

describe('preparing a query of a notebook', () => {
  it('sets only the parameters that the query uses', () => {
    const parameters = new Map([
      ['user', 'alice "x"'],
      ['least', '5'],
      ['other', 'y'],
    ]);
    assert.equal(
      prepareQuery(
        'table sshd | search user == $("user") and n > $("least")',
        { ...none, parameters },
        nothing,
      ),
      'set user = "alice \\"x\\"" | set least = 5 | table sshd | search user == $("user") and n > $("least")',
    );
  });

  it('sends numeric text as text if it is quoted or begins with a zero', () => {
    const sent = (value: string): string =>
      prepareQuery(
        'table a | search id == $("id")',
        { ...none, parameters: new Map([['id', value]]) },
        nothing,
      );
    assert.match(sent('"42"'), /^set id = "42" \| /);
    assert.match(sent('007'), /^set id = "007" \| /);
    assert.match(sent('0.5'), /^set id = 0\.5 \| /);
    assert.match(sent('"true"'), /^set id = "true" \| /);
  });

  it('sets the time range, which ends now if the notebook does not say', () => {
    assert.equal(
      prepareQuery('table from=$("from") to=$("to") sshd', { ...none, from: '7d' }, nothing),
      'set from = string(ago("7d"), "yyyyMMddHHmmss") | set to = string(now(), "yyyyMMddHHmmss") | table from=$("from") to=$("to") sshd',
    );
    assert.match(
      prepareQuery('table from=$("from") sshd', { ...none, from: '2026-11-01 09:30' }, nothing),
      /^set from = "202611010930" \| /,
    );
  });

  it('sets a parameter that has a default only if the notebook has a value', () => {
    const text = 'table sshd | search n > $("least", 0)';
    const parameters = new Map([['least', '5']]);
    assert.equal(prepareQuery(text, { ...none, parameters }, nothing), `set least = 5 | ${text}`);
    assert.equal(prepareQuery(text, none, nothing), text);
  });

  it('leaves a parameter alone that the query sets itself', () => {
    const text = 'set user = "bob" | table sshd | search user == $("user")';
    const parameters = new Map([['user', 'alice']]);
    assert.equal(prepareQuery(text, { ...none, parameters }, nothing), text);
  });

  it('rejects a parameter without a value', () => {
    assert.throws(
      () => prepareQuery('table sshd | search user == $("who")', none, nothing),
      /who has no value/,
    );
  });

  it('replaces a reference inside in() by the distinct values as literals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(textWithoutPattern, fc.constant(null), fc.integer(), decimal, fc.boolean())),
        (values) => {
          const text = prepareQuery('table sshd | search in(user, $("suspects.user"))', none, () =>
            result(values),
          );
          const { problems, query } = parseQuery(text);
          assert.deepEqual(problems, []);
          const [, search] = query.commands;
          assert.ok(search?.kind === 'search' && search.condition.kind === 'call');
          const read = search.condition.arguments.slice(1).map((literal) => {
            if (literal.kind === 'string' || literal.kind === 'boolean') return literal.value;
            if (literal.kind === 'number') return Number(literal.text);
            if (literal.kind === 'unary' && literal.operand.kind === 'number')
              return -Number(literal.operand.text);
            return literal.kind === 'null' ? null : assert.fail(literal.kind);
          });
          const expected = [...new Set(values.filter((value) => value !== null))];
          assert.deepEqual(read, expected.length === 0 ? [null] : expected);
        },
      ),
      { seed: 42, numRuns: 100 },
    );
  });

  it('uses the values of the last cell of a name before it, and rejects those of a later cell', () => {
    const named = (value: string): { name: string; value: string; run: ReturnType<typeof result> } => ({
      ...{ name: 'suspects', value: 'table users' },
      run: result([value]),
    });
    const cell = { name: '', value: 'table sshd | search in(user, $("suspects.user"))', run: undefined };
    assert.equal(
      prepareCell([named('alice'), named('bob'), cell, named('eve')], 2, none),
      'table sshd | search in(user, "bob")',
    );
    assert.throws(() => prepareCell([cell, named('eve')], 0, none), /no cell “suspects” before this one/);
  });

  const failure = { reason: 'rejected', message: '', detail: null, canRetry: false } as const;
  const inUsers = 'in(user, $("suspects.user"))';
  for (const [what, condition, named, reason] of [
    ['that is not inside in()', 'user == $("suspects.user")', result(['alice']), /only inside in\(\)/],
    ['to a missing cell', inUsers, 'missing', /no cell “suspects”/],
    ['to a cell that has not run', inUsers, undefined, /Run it first/],
    ['to a cell that failed', inUsers, { ...result([]), failure }, /Run it first/],
    ['to too many rows', inUsers, { ...result(['a']), total: 5000 }, /5000 rows, of which 1 are kept/],
    ['to a missing column', 'in(user, $("suspects.host"))', result(['a']), /no column “host”. It has user/],
    ['to a list', inUsers, result([['a']]), /lists, maps or rounded/],
    ['to a rounded number', inUsers, result([1e21]), /lists, maps or rounded/],
  ] as const) {
    it(`rejects a reference ${what}, with the reason`, () => {
      assert.throws(() => prepareQuery(`table sshd | search ${condition}`, none, () => named), reason);
    });
  }
});

const textWithoutPattern = fc.string().filter((text) => !text.includes('*'));
const decimal = fc.double({ noNaN: true, min: -9e15, max: 9e15 }).map((value) => value + 0);

function result(values: readonly Cell[]): Exclude<NamedResult, 'missing' | undefined> {
  return {
    columns: [{ name: 'user', type: 'text' }],
    rows: values.map((value) => [value]),
    total: values.length,
    failure: null,
  };
}
