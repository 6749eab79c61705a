import assert from 'node:assert/strict';
import { parseQuery } from '../../src/core/language/parseQuery';
import { canonicalLines, canonicalRows } from '../support/reference/canonical';
import { commandCases, functionCases } from '../support/reference/cases';
import type { StatedCase } from '../support/reference/cases';
import { emptyWorld, interpret } from '../support/reference/interpreter';
import { Refusal } from '../support/reference/refusal';
import type { Row, Value } from '../support/reference/values';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

const web: readonly (readonly [id: bigint, time: string, line: string, path: string, bytes: bigint])[] = [
  [3n, '2024-01-03 12:00:00', 'another LINE', '/c', 30n],
  [2n, '2024-01-02 00:00:00', 'a line with an Error', '/b', 20n],
  [1n, '2024-01-01 10:00:00', 'a line', '/a', 10n],
];
const mail = { _time: '2024-01-02 09:00:00', subject: 'Hi' } as const;

/** Fields that the interpreter gives a table, newest first. */
function tables(): [string, Row[]][] {
  const time = (text: string): Date => new Date(`${text}Z`);
  const webRows = web.map(([_id, _time, line, path, bytes]): Row => {
    return new Map<string, Value>(
      Object.entries({ _table: 'web', _id, _time: time(_time), line, path, bytes }),
    );
  });
  const mailRow = new Map<string, Value>(
    Object.entries({ ...mail, _table: 'mail', _id: 1n, _time: time(mail._time) }),
  );
  return [
    ['web', webRows],
    ['mail', [mailRow]],
    ['mart', []],
  ];
}

async function addTables(app: RunningApp): Promise<void> {
  for (const table of ['web', 'mail', 'mart']) await addTable(app, table);
  const rows = web
    .toReversed()
    .map(([, time, line, path, bytes]) => `(TIMESTAMP '${time}', '${line}', '${path}', ${bytes})`);
  await addRows(app, 'web', `SELECT * FROM (VALUES ${rows.join(', ')}) AS rows(_time, line, path, bytes)`);
  await addRows(app, 'mail', `SELECT TIMESTAMP '${mail._time}' AS _time, '${mail.subject}' AS subject`);
}

const expectedOf = ({ code, rows, ordered }: StatedCase): unknown => code ?? canonicalLines(rows, ordered);

/** The cases whose outcome is another one, with what was found. */
async function differences(
  cases: readonly StatedCase[],
  outcomeOf: (one: StatedCase) => unknown,
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const one of cases) {
    const actual = await outcomeOf(one);
    const expected = expectedOf(one);
    try {
      assert.deepEqual(actual, expected);
    } catch {
      found.push({ query: one.query, expected, actual });
    }
  }
  return found;
}

describe('What the facts about the language say of', () => {
  for (const [kind, cases] of [
    ['functions', functionCases()],
    ['commands', commandCases()],
  ] as const) {
    it(`${kind} is accepted by the check, unless it is refused`, () => {
      const rejected = cases.filter(({ query, code }) => {
        const errors = parseQuery(query).problems.filter(({ severity }) => severity === 'error');
        return errors.length > 0 && (code === undefined || code === '92000');
      });
      assert.deepEqual(
        rejected.map(({ query }) => query),
        [],
      );
    });

    it(`${kind} is what the platform does`, async () => {
      await using app = await startApp();
      await addTables(app);
      const headers = { authorization: `Bearer ${app.keys.admin}` };
      const run = async ({ query, ordered }: StatedCase): Promise<unknown> => {
        const response = await fetch(`${app.baseUrl}/api/core/query?q=${encodeURIComponent(query)}`, {
          headers,
        });
        const text = await response.text();
        if (!response.ok) return /\((\d+)\)/.exec(text)?.[1] ?? text;
        return canonicalLines(
          text.split('\n').filter((line) => line !== ''),
          ordered,
        );
      };
      assert.deepEqual(await differences(cases, run), []);
    });

    it(`${kind} is what the interpreter of the tests does`, async () => {
      const world = emptyWorld();
      for (const [name, rows] of tables()) world.tables.set(name, rows);
      const run = ({ query, ordered }: StatedCase): unknown => {
        try {
          return canonicalRows(interpret(query, world).rows, ordered);
        } catch (error) {
          return error instanceof Refusal ? error.code : String(error);
        }
      };
      assert.deepEqual(
        await differences(
          cases.filter(({ isPlatformOnly }) => !isPlatformOnly),
          run,
        ),
        [],
      );
    });
  }
});
