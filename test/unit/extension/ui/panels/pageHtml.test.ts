import assert from 'node:assert/strict';
import { pageHtml } from '../../../../../src/extension/ui/panels/pageHtml';

const options = {
  page: '"><img src=y>',
  title: '<img src=x onerror="a">',
  language: 'en',
  nonce: 'n0nce',
  cspSource: 'https://files.example',
  scriptUri: 'https://files.example/page.js',
  styleUris: ['https://files.example/base.css', 'https://files.example/page.css'],
  codiconsUri: 'https://files.example/codicon.css',
  startFailure: '</script>',
  translations: { '</script><script>': '<!--' },
};

describe('The document of a panel', () => {
  const html = pageHtml(options);

  it('allows only its own script, and loads nothing from elsewhere', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    assert.deepEqual(policy.replaceAll('&#39;', "'").split('; '), [
      "default-src 'none'",
      "script-src 'nonce-n0nce'",
      'style-src https://files.example',
      'font-src https://files.example',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('has no scripts from its texts', () => {
    assert.equal(html.split('<script').length - 1, 3);
    assert.equal(html.split('</script>').length - 1, 3);
    assert.doesNotMatch(html, /<img|<!--/);
  });
});
