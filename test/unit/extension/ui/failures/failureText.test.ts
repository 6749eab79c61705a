import assert from 'node:assert/strict';
import {
  InvalidRequestError,
  KeyRejectedError,
  MalformedResponseError,
  MissingOperationError,
  PermissionError,
  QueryFailedError,
  RejectedError,
  TooLargeResponseError,
  UnreachableError,
} from '../../../../../src/core/api/errors';
import type { UnreachableReason } from '../../../../../src/core/api/errors';
import { panelFailure } from '../../../../../src/extension/ui/panels/panelFailure';
import {
  failureHeadline,
  describeFailure,
  ExplainedError,
  missingOperationText,
  knownRejection,
} from '../../../../../src/extension/ui/failures/failureText';

const reasons: readonly UnreachableReason[] = [
  'connection-refused',
  'host-not-found',
  'reset',
  'deadline',
  'certificate',
  'redirect',
  'network',
  'proxy',
  'unavailable',
  'busy',
];

describe('A failure', () => {
  const failures = [
    new KeyRejectedError(undefined),
    new KeyRejectedError(401),
    new KeyRejectedError(200),
    new PermissionError('MASTER'),
    new InvalidRequestError('null-argument', 'name should be not null'),
    new RejectedError(500, 'illegal-state', 'batch rule not found: 1'),
    new RejectedError(400, 'invalid-argument', "'name' must be shorter than or equal to 255 characters."),
    new RejectedError(418, undefined, 'The platform returned HTTP 418.'),
    new MalformedResponseError('not JSON'),
    new MissingOperationError('uploads'),
    new TooLargeResponseError(268_435_456),
    ...reasons.map((reason) => new UnreachableError(reason, 'It went wrong.')),
  ];

  for (const failure of failures) {
    it(`says what to do next: ${failure.name}, ${failure.message}`, () => {
      const { sentence, recoveryActions } = describeFailure(failure);

      assert.match(sentence, /(Set|Ask|Check|Correct|Refresh|Try|Name|Use)\b[^.]*/);
      assert.match(sentence, /\.$/);
      assert.ok(recoveryActions.length > 0);
    });
  }

  it('names the required role, and a higher one only when there is one', () => {
    const sentences = (['ADMIN', 'MASTER'] as const).map(
      (role) => describeFailure(new PermissionError(role)).sentence,
    );
    assert.match(sentences[0] ?? '', /requires the role ADMIN or higher\./);
    assert.match(sentences[1] ?? '', /requires the role MASTER\./);
  });

  it('has a headline that fits a narrow side bar', () => {
    const headlines = failures
      .filter((failure) => !(failure instanceof RejectedError))
      .map((failure) => failureHeadline(failure));

    assert.equal(new Set(headlines).size, headlines.length);
    assert.deepEqual([new RejectedError(400, 'x', 'no'), new Error('odd')].map(failureHeadline), [
      'Rejected by the platform',
      'Not loaded',
    ]);
    assert.deepEqual(
      [undefined, 401, 200].map((status) => failureHeadline(new KeyRejectedError(status))),
      ['No API key', 'API key rejected', 'Web page instead of data'],
    );
    for (const headline of headlines) assert.ok(headline.length > 5 && headline.length <= 24, headline);
  });

  it('says which limit is exceeded, and what to request instead', () => {
    assert.equal(
      describeFailure(new TooLargeResponseError(268_435_456)).sentence,
      'The response is larger than the limit of 256 MB. Use a filter, a shorter period or fewer rows.',
    );
  });

  it('says why a query failed', () => {
    const sentences = ['out of memory', '(10605) table-not-found'].map(
      (reason) => describeFailure(new QueryFailedError(reason)).sentence,
    );
    assert.deepEqual(sentences, [
      'The query failed: out of memory. Correct it and try again.',
      'The query reads a table that does not exist. Check the names of its tables.',
    ]);
  });

  it('is no rejected key when a web page came with a successful status', () => {
    const { sentence, recoveryActions } = describeFailure(new KeyRejectedError(200));
    assert.match(sentence, /web page instead of data.*Check the address/);
    assert.deepEqual(recoveryActions, ['editConnection', 'setApiKey']);
  });

  it('offers the actions that can help, the most likely first', () => {
    assert.deepEqual(
      failures.map((failure) => describeFailure(failure).recoveryActions.join(' ')),
      [
        ...['setApiKey', 'setApiKey', 'editConnection setApiKey', 'setApiKey'],
        ...['showLog', 'showLog', 'showLog', 'retry editConnection', 'editConnection showLog'],
        ...['showLog', 'showLog'],
        ...reasons.map((reason) =>
          reason === 'certificate' || reason === 'redirect' ? 'editConnection retry' : 'retry editConnection',
        ),
      ],
    );
    assert.deepEqual(describeFailure('odd'), {
      sentence: 'An unexpected error occurred: odd',
      recoveryActions: ['showLog'],
    });
    const explained = new ExplainedError('It is full.');
    assert.equal(String(explained), 'ExplainedError: It is full.');
    assert.deepEqual(describeFailure(explained), { sentence: 'It is full.', recoveryActions: [] });
  });

  it('says what to do about a full disk and about files without access, which it names', () => {
    const sentenceOf = (code: string, paths: object): string =>
      describeFailure(Object.assign(new Error(`${code}: open`), { code }, paths)).sentence;

    assert.equal(
      sentenceOf('ENOSPC', { path: '/data/a.csv' }),
      'There is no space left on the disk. Free some space, then try again.',
    );
    for (const paths of [{ path: '/data/a.csv' }, { path: '/data/a.csv.partial', dest: '/data/a.csv' }]) {
      for (const code of ['EROFS', 'EACCES', 'EPERM'])
        assert.equal(
          sentenceOf(code, paths),
          'There is no access to /data/a.csv. Check its permissions and those of its folder, and close other programs that use it.',
        );
    }
    assert.equal(sentenceOf('EACCES', {}), 'An unexpected error occurred: EACCES: open');
  });

  it('quotes unknown messages', () => {
    assert.deepEqual(
      ['thing not found', 'thing-not-found', 'no', 'Why?', 'not 1.2'].map(
        (message) => describeFailure(new RejectedError(400, 'x', message)).sentence,
      ),
      [
        'This item no longer exists on the platform (thing not found). Refresh the explorer.',
        'This item no longer exists on the platform (thing-not-found). Refresh the explorer.',
        'The platform rejected the request: no. Correct it and try again.',
        'The platform rejected the request: Why? Correct it and try again.',
        'The platform rejected the request: not 1.2. Correct it and try again.',
      ],
    );
  });

  it('of a missing operation says what still works', () => {
    const texts = (
      [
        ...(['scheduledQuery', 'table', 'uploads', 'uploadList'] as const),
        ...(['batchRules', 'streamRules'] as const),
        ...(['batchRuleVersions', 'streamRuleVersions', 'batchRuleVersion', 'streamRuleVersion'] as const),
      ] as const
    ).map(missingOperationText);
    assert.equal(new Set(texts).size, 6);
    for (const text of texts) assert.match(text, /^This platform does not .*\.$/);
  });

  it('tells a page whether the platform was reached, accepted the key, and responded as documented', () => {
    const reasonOf = (error: unknown): string => panelFailure(error).reason;
    assert.deepEqual(
      [
        new UnreachableError('reset', ''),
        new KeyRejectedError(401),
        new PermissionError('ADMIN'),
        new RejectedError(400, 'x', ''),
        new MalformedResponseError(''),
      ].map(reasonOf),
      ['unreachable', 'keyRejected', 'noPermission', 'rejected', 'invalidResponse'],
    );
  });

  it('names its connection once, ends its sentences, and offers no retry when the outcome is unknown', () => {
    const named = { name: 'Seoul', baseUrl: '', product: '', environment: 'local', readOnly: false } as const;
    const explained = new ExplainedError('Seoul: it is full.');
    assert.equal(describeFailure(explained, named).sentence, 'Seoul: it is full.');
    assert.match(describeFailure(new ExplainedError('It is full.'), named).sentence, /^Seoul: It is full\.$/);
    const rejected = describeFailure(new RejectedError(400, 'x', 'Too long!'));
    assert.match(rejected.sentence, /: Too long! Correct/);
    const lost = new UnreachableError('reset', 'Connection lost.');
    assert.ok(describeFailure(lost).recoveryActions.includes('retry'));
    lost.uncertain = true;
    assert.deepEqual(describeFailure(lost).recoveryActions, ['showLog']);
  });
});

const guid = '11111111-2222-4333-8444-555555555555';

describe('A rejection of the platform', () => {
  for (const [message, sentence] of [
    [`batch rule not found: ${guid}`, `There is no batch rule ${guid}.`],
    [`stream rule not found: ${guid}`, `There is no stream rule ${guid}.`],
    [`batch rule snapshot not found: ${guid} v7`, `The rule ${guid} has no version 7.`],
    [`stream rule snapshot not found: ${guid} v7`, `The rule ${guid} has no version 7.`],
    [`batch rule is already enabled: ${guid}`, 'The rule is already enabled.'],
    [`stream rule is already disabled: ${guid}`, 'The rule is already disabled.'],
    ['guid should be guid type.', 'This is not a valid GUID'],
    [`stream rule snapshot not found: ${guid} v-1`, `The rule ${guid} has no version -1.`],
    ['version should be integer type', 'A version is a whole number'],
    ['duplicated name: two\nlines', 'The name “two⏎lines” is already in use.'],
    ['version should be not null', 'A version is a whole number'],
    ['duplicated name: Port scan', 'The name “Port scan” is already in use.'],
    [`upload stream not found: ${guid}`, 'only from the address that started it'],
    ['table not found: web', 'There is no table “web”.'],
    ['(10605) table-not-found', 'reads a table that does not exist'],
    ['(10606) no-read-permission', 'your account cannot read'],
  ] as const) {
    it(`becomes a clear sentence: ${message}`, () => {
      assert.ok(knownRejection(message)?.includes(sentence), knownRejection(message));
    });
  }

  it('does not show the token of an upload', () => {
    assert.ok(knownRejection(`upload stream not found: ${guid}`)?.includes(guid) === false);
  });

  it('is not taken for a known one whose message it only contains', () => {
    for (const message of [
      'the moon is in the wrong phase',
      'a duplicated name: b',
      'the batch rule not found: b',
      'batch rule snapshot not found: b v7x',
      'guid should be guid type. Or not',
      'a (10605) table-not-found',
      'table not found: ',
    ])
      assert.equal(knownRejection(message), undefined, message);
  });
});
