import assert from 'node:assert/strict';
import path from 'node:path';
import { printProblems } from '../../../src/cli/code/problemFormats';
import type { PlacedProblem } from '../../../src/cli/code/problemFormats';

function print(format: 'sarif' | 'github', problems: readonly PlacedProblem[]): string {
  const lines: string[] = [];
  const terminal = {
    print: (line: string) => lines.push(line),
    note: () => undefined,
    paint: (_: string, text: string) => text,
  };
  printProblems(problems, format, terminal);
  return lines.join('\n');
}

const problem: PlacedProblem = {
  path: 'a.lq',
  file: path.resolve('rules: #1, 50%', '로그인?.lq'),
  source: 'one\ntwo three\n',
  from: 8,
  to: 13,
  severity: 'error',
  code: 'chain',
  message: 'First line\nsecond, 100%',
};

describe('Problems for programs', () => {
  it('are SARIF with addresses that can be read back, and rules for every result', () => {
    const { runs } = JSON.parse(print('sarif', [problem])) as SarifLog;
    const [run] = runs;
    assert.deepEqual(
      run?.tool.driver.rules.map(({ id }) => id),
      ['chain'],
    );
    const { ruleId, locations } = run.results[0]!;
    const { artifactLocation, region } = locations[0]!.physicalLocation;
    assert.equal(ruleId, 'chain');
    assert.match(artifactLocation.uri, /^[\w.%/-]+$/);
    assert.equal(decodeURIComponent(artifactLocation.uri), 'rules: #1, 50%/로그인?.lq');
    assert.deepEqual(region, { startLine: 2, startColumn: 5, endLine: 2, endColumn: 10 });
  });

  it('are commands of GitHub of one line each, with everything escaped that would end a part', () => {
    assert.equal(
      print('github', [problem]),
      '::error file=rules%3A #1%2C 50%25/로그인?.lq,line=2,col=5,endLine=2,title=chain::First line%0Asecond, 100%25',
    );
  });
});

interface SarifLog {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: Readonly<Record<string, number>>;
        };
      }[];
    }[];
  }[];
}
