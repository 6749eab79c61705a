import assert from 'node:assert/strict';
import path from 'node:path';
import * as z from 'zod/mini';
import { printProblems } from '../../../src/cli/code/problemFormats';
import type { LocatedProblem } from '../../../src/cli/code/problemFormats';
import { printed } from '../../support/printed';

function print(format: 'sarif' | 'github', problems: readonly LocatedProblem[]): string {
  return printed((terminal) => printProblems(problems, format, terminal)).output.trimEnd();
}

const problem: LocatedProblem = {
  path: 'a.lq',
  file: path.resolve('rules: #1, 50%', '로그인?.lq'),
  source: 'one\ntwo three\n',
  from: 8,
  to: 13,
  severity: 'error',
  code: 'chain',
  message: 'First line\r\nsecond, 100%',
};

describe('Problem formats', () => {
  it('print SARIF with decodable paths and a rule for each result', () => {
    const warning = { ...problem, severity: 'warning', code: '92000', from: 0, to: 0 } as const;
    const [run] = sarifLog.parse(JSON.parse(print('sarif', [problem, warning]))).runs;
    assert.ok(run);
    for (const { ruleId, ruleIndex } of run.results) {
      assert.equal(run.tool.driver.rules[ruleIndex]?.id, ruleId);
    }
    const { artifactLocation, region } = run.results[1]!.locations[0]!.physicalLocation;
    assert.equal(decodeURIComponent(artifactLocation.uri), 'rules: #1, 50%/로그인?.lq');
    assert.deepEqual(region, { startLine: 2, startColumn: 5, endLine: 2, endColumn: 10 });
    assert.deepEqual(sarifLog.parse(JSON.parse(print('sarif', []))).runs[0]?.results, []);
  });

  it('print one escaped GitHub command per problem', () => {
    assert.equal(
      print('github', [problem]),
      '::error file=rules%3A #1%2C 50%25/로그인?.lq,line=2,endLine=2,col=5,endColumn=10,title=chain::First line%0D%0Asecond, 100%25',
    );
    assert.match(print('github', [{ ...problem, from: 0 }]), /,line=1,endLine=2,title=chain::/);
  });

  it('print paths from the root of the repository when GITHUB_WORKSPACE is set', () => {
    const before = process.env['GITHUB_WORKSPACE'];
    try {
      process.env['GITHUB_WORKSPACE'] = path.dirname(process.cwd());
      assert.ok(print('github', [problem]).includes(`file=${path.basename(process.cwd())}/rules`));
      process.env['GITHUB_WORKSPACE'] = path.resolve('elsewhere');
      assert.match(print('github', [problem]), /file=rules/);
    } finally {
      if (before === undefined) delete process.env['GITHUB_WORKSPACE'];
      else process.env['GITHUB_WORKSPACE'] = before;
    }
  });
});

/**
 * What the schema of SARIF 2.1.0 says about the parts that are used here: no other properties, the required ones, and
 * their values. Beyond that, code scanning of GitHub wants the three texts of a rule.
 */
const position = z.int().check(z.gte(1));
const text = z.strictObject({ text: z.string().check(z.minLength(1)) });
const sarifLog = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(),
          rules: z.array(
            z.strictObject({ id: z.string(), shortDescription: text, fullDescription: text, help: text }),
          ),
        }),
      }),
      columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().check(z.gte(0)),
          level: z.enum(['none', 'note', 'warning', 'error']),
          message: text,
          locations: z.array(
            z.strictObject({
              physicalLocation: z.strictObject({
                // A relative reference of RFC 3986.
                artifactLocation: z.strictObject({
                  uri: z.string().check(z.regex(/^(?:[\w.~!$&'()*+,;=@/-]|%[\dA-F]{2})+$/)),
                }),
                region: z.strictObject({
                  startLine: position,
                  startColumn: position,
                  endLine: position,
                  endColumn: position,
                }),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
});
