import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

describe('The sources', () => {
  const sources = [...filesBelow('src'), ...filesBelow('media')].filter((file) => /\.(ts|html)$/.test(file));

  it('trust no Markdown, and allow no HTML in it', () => {
    assertAbsent(sources, /\.(isTrusted|supportHtml)\s*=\s*(?!false)/);
  });

  it('pass all text for VS Code through plainText or inMarkdown', () => {
    const shows =
      /\.show(?:Information|Warning|Error)Message\b|\bwindow\.withProgress\(|\.setStatusBarMessage\(|\.createStatusBarItem\(|\.createInputBox\(|\.createQuickPick\b|\.showInputBox\(|\.showQuickPick\(|new vscode\.CodeLens\(|new vscode\.CompletionItem\(|\.FileSystemError\.\w+\(message|new vscode\.TreeItem\(|new vscode\.Diagnostic\(|\.createWebviewPanel\(|'vscode\.diff'/;
    const past = sources.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return (
        shows.test(text) &&
        !/\b(?:plainText|noticeText|textBeforeLink|iconLabel|setCommonOptions)\(/.test(text)
      );
    });
    assert.deepEqual(past, [], 'what these show does not pass through plainText');
  });

  it('give a comparison a title without bidirectional control characters', () => {
    const past = sources.filter((file) => {
      const text = readFileSync(file, 'utf8');
      const compared = text.match(/'vscode\.diff', [^;]*;/g) ?? [];
      const titles = text.match(/plainText\((?:title\)|t\()/g) ?? [];
      return titles.length < compared.length;
    });
    assert.deepEqual(past, []);
  });

  it('convert values to Markdown in one file', () => {
    const past = sources.filter((file) => {
      const made = readFileSync(file, 'utf8').match(/new (?:vscode\.)?MarkdownString\([^\n]*/g) ?? [];
      return made.some((call) => !call.includes('.source)'));
    });
    assert.deepEqual(past, []);
  });

  it('report no failure with a message for users as unexpected', () => {
    // VS Code itself shows why a name cannot be changed.
    const features = filesBelow('src/extension/features').filter(
      (file) => !file.endsWith('languageFeatures.ts'),
    );
    assertAbsent(features, /throw new Error\((?:t\(|message)/);
  });

  it('parse no title or label that they have formatted', () => {
    // The catalog is a table whose columns are separated so.
    const others = sources.filter((file) => !file.startsWith('src/core/language/catalog/'));
    assertAbsent(others, /\.(?:endsWith|startsWith|split|lastIndexOf)\([`'"][^`'"\n]* · /);
  });

  it('evaluate no text as code', () => {
    assertAbsent(sources, /\beval\(|new Function\(|\.innerHTML\s*=|unsafeHTML|document\.write/);
  });

  it('start no shell', () => {
    assertAbsent(sources, /shell:\s*true|\bexecSync\(|\bexec\(\s*[`'"]/);
  });

  it('read keys from no setting', () => {
    const manifest = readFileSync('package.json', 'utf8');
    assert.doesNotMatch(manifest, /"logbench\.[a-zA-Z.]*(key|secret|password|token)[a-zA-Z]*":/i);
  });

  it('let no workspace change a connection', () => {
    const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { configuration: { properties: Record<string, { scope?: string }> } };
    };
    const { scope } = contributes.configuration.properties['logbench.connections'] ?? {};
    assert.equal(scope, 'application');
  });
});

describe('The built extension', () => {
  const built = filesBelow('dist').filter((file) => file.endsWith('.js'));

  it('contains no key, and none of the tests’ keys', () => {
    assert.ok(built.length > 0);
    assertAbsent(built, /test-master-key|key-of-master|Bearer [A-Za-z0-9_-]{16,}/);
  });

  it('contains no address of another server than documentation', () => {
    const extension = built.filter((file) => !/(platform|cli)\.js$|node_modules|pages/.test(file));
    assertAbsent(
      extension,
      /https?:\/\/(?!127\.0\.0\.1|localhost|json-schema\.org|www\.w3\.org\/2000\/svg|github\.com\/markedjs|en\.wikipedia\.org|[\w.-]*example)[a-z0-9-]+\.[a-z]/,
    );
  });
});

describe('The list of licenses', () => {
  it('contains only licenses that allow distribution of the package', () => {
    const document = readFileSync('docs/licenses.md', 'utf8');
    const lines = document.split('\n').filter((line) => /^\| (?!-|package )/.test(line));
    assert.ok(lines.length > 0);
    for (const line of lines) {
      assert.match(
        line,
        /\| (MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|CC-BY-4\.0|Python-2\.0|MIT OR .*|\(.*MIT.*\)) +\|/,
        line,
      );
    }
  });
});

function assertAbsent(files: readonly string[], pattern: RegExp): void {
  const found = files.filter((file) => pattern.test(readFileSync(file, 'utf8')));
  assert.deepEqual(found, []);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
