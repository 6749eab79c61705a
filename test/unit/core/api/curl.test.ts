import assert from 'node:assert/strict';
import { curlOf } from '../../../../src/core/api/operation';
import { dropTable } from '../../../../src/core/api/operations/tables';
import { appendUpload, cancelUpload } from '../../../../src/core/api/operations/uploads';
import {
  updateScheduledQuery,
  removeScheduledQueries,
} from '../../../../src/core/api/operations/scheduledQueries';
import { scheduledQueryFields, someGuid } from '../../../support/scheduledQueries';

const service = { baseUrl: 'https://logs.example/gate', product: 'core' };

describe('The curl command of a request', () => {
  it('contains everything except the key', () => {
    assert.equal(
      curlOf(removeScheduledQueries([someGuid], 'force'), service),
      [
        "curl -X DELETE 'https://logs.example/gate/api/core/scheduled-queries' \\",
        '  -H "Authorization: Bearer $LOGBENCH_API_KEY" \\',
        `  -d 'guids=${someGuid}' \\`,
        "  -d 'policy=force'",
      ].join('\n'),
    );
  });

  it('omits the key when the request sends none', () => {
    assert.doesNotMatch(curlOf(cancelUpload('t'), service), /Authorization/);
  });

  it('reads the bytes of a file from standard input, and escapes quotes in a name', () => {
    assert.match(
      curlOf(appendUpload('t', 7, new Uint8Array(3)), service),
      /offset=7' \\\n {2}--data-binary @-$/,
    );
    assert.match(curlOf(dropTable(`a'b'c`), service), /\/tables\/a'\\''b'\\''c' /);
  });

  it('encodes the form fields as they are sent', () => {
    const text = curlOf(
      updateScheduledQuery(someGuid, scheduledQueryFields({ query: `search a == "it's" & b` })),
      service,
    );
    assert.doesNotMatch(text, /description|node_types|undefined/);
    assert.match(text, /-d 'query=search\+a\+%3D%3D\+%22it%27s%22\+%26\+b'/);
  });
});
