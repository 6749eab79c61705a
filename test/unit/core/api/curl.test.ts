import assert from 'node:assert/strict';
import { curlOf } from '../../../../src/core/api/operation';
import { scheduledQueryFields, someGuid } from '../../../support/scheduledQueries';
import { api } from '../../../support/operations';

const service = { baseUrl: 'https://logs.example/gate', product: 'core' };

describe('The curl command of a request', () => {
  it('contains everything except the key', () => {
    assert.equal(
      curlOf(api.removeScheduledQueries([someGuid], 'force'), service),
      [
        "curl -X DELETE 'https://logs.example/gate/api/core/scheduled-queries' \\",
        '  -H "Authorization: Bearer $LOGBENCH_API_KEY" \\',
        `  -d 'guids=${someGuid}' \\`,
        "  -d 'policy=force'",
      ].join('\n'),
    );
  });

  it('omits the key when the request sends none', () => {
    assert.doesNotMatch(curlOf(api.cancelUpload('t'), service), /Authorization/);
  });

  it('reads the bytes of a file from standard input, and escapes quotes in a name', () => {
    assert.match(
      curlOf(api.appendUpload('t', 7, new Uint8Array(3)), service),
      /offset=7' \\\n {2}--data-binary @-$/,
    );
    assert.match(curlOf(api.dropTable(`a'b'c`), service), /\/tables\/a'\\''b'\\''c' /);
  });

  it('encodes the form fields as they are sent', () => {
    const text = curlOf(
      api.updateScheduledQuery(someGuid, scheduledQueryFields({ query: `search a == "it's" & b` })),
      service,
    );
    assert.doesNotMatch(text, /description|node_types|undefined/);
    assert.match(text, /-d 'query=search\+a\+%3D%3D\+%22it%27s%22\+%26\+b'/);
  });
});
