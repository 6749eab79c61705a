import assert from 'node:assert/strict';
import {
  isMappingPath,
  isSigmaText,
  lineOfTitle,
} from '../../../../../src/extension/features/sigma/sigmaText';

describe('A YAML file', () => {
  it('has Sigma rules when it has their keys at the beginning of lines', () => {
    for (const [text, isSigma] of [
      ['title: A\nlogsource:\n  product: x\ndetection:\n  a: 1\n', true],
      ['logsource:\nfilter:\n', true],
      ['correlation:\n  type: x\ntitle: A\n', true],
      ['correlation:\n  type: x\n', false],
      ['correlation:\nlogsource:\ndetection:\n', false],
      ['logsource:\n', false],
      ['detection:\n', false],
      ['a:\n  logsource: 1\n  detection: 2\n', false],
      ['title: A\nnot correlation:\n', false],
    ] as const) {
      assert.equal(isSigmaText(text), isSigma, text);
    }
  });

  it('is a mapping by its name', () => {
    for (const [path, isMapping] of [
      ['/a/sigma-map.yml', true],
      ['/a/sigma-map.yaml', true],
      ['/a/sigma-map.windows.dns.yml', true],
      ['/a/sigma-map..yml', false],
      ['/a/sigma-mapping.yml', false],
      ['/a/my-sigma-map.yml', false],
      ['/a/sigma-map.yml.txt', false],
      ['/a/sigma-map.yxml', false],
      ['/a/sigma-mapxyml', false],
    ] as const) {
      assert.equal(isMappingPath(path), isMapping, path);
    }
  });

  it('shows its problems at the title of its first rule', () => {
    assert.deepEqual(['', 'title: A', '# a\nid: b\ntitle: A\n---\ntitle: B\n'].map(lineOfTitle), [0, 0, 2]);
  });
});
