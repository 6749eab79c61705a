import {
  ApiError,
  InvalidRequestError,
  KeyRejectedError,
  MalformedResponseError,
  MissingOperationError,
  PermissionError,
  QueryCanceledError,
  QueryFailedError,
  RejectedError,
  TooLargeResponseError,
  UnreachableError,
} from '../../../core/api/errors';
import type { UnreachableReason } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import type { Connection } from '../connections/connection';
import type { OptionalOperation } from '../../../core/api/operation';
import { hidingMasker } from '../../../core/privacy/hiddenValues';
import { holdsMask } from '../../../core/privacy/masker';
import { fileErrorText } from './fileErrorText';

/** The action of a button on a failure. */
export type RecoveryAction = 'setApiKey' | 'editConnection' | 'retry' | 'showLog';

interface FailureText {
  /** What happened and what to do next, without internals of the platform. */
  readonly sentence: string;
  readonly recoveryActions: readonly RecoveryAction[];
}

/** For views of a connection that was edited or removed after they were opened. */
export function connectionChangedText({ name }: Pick<Connection, 'name'>): string {
  return t(
    'The connection {0} was removed or has another address now. Close this and open it again from the explorer.',
    name,
  );
}

/** A failure whose message is complete, with the next steps. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
}

/** Describes a failure in one sentence with a next step. */
export function describeFailure(error: unknown, connection?: Connection): FailureText {
  const { sentence, recoveryActions } = explain(error);
  const prefix = connection === undefined ? '' : `${connection.name}: `;
  // Some messages already name their connection.
  return { sentence: sentence.startsWith(prefix) ? sentence : `${prefix}${sentence}`, recoveryActions };
}

function failureText(sentence: string, ...recoveryActions: readonly RecoveryAction[]): FailureText {
  return { sentence, recoveryActions };
}

function explain(error: unknown): FailureText {
  if (error instanceof ExplainedError) return failureText(error.message);
  if (error instanceof ApiError) return error.uncertain ? uncertainText(error) : requestText(error);
  if (error instanceof QueryFailedError) return queryFailure(error);
  if (error instanceof QueryCanceledError) return failureText(error.message);
  return somethingWrong(error);
}

/** No role is higher than MASTER. */
function permissionText({ requiredRole }: PermissionError): string {
  return requiredRole === 'MASTER'
    ? t(
        'Your API key does not have permission for this. It requires the role MASTER. Ask an administrator, or set the key of another account.',
      )
    : t(
        'Your API key does not have permission for this. It requires the role {0} or higher. Ask an administrator, or set the key of another account.',
        requiredRole,
      );
}

function requestText(error: ApiError): FailureText {
  if (error instanceof KeyRejectedError) return keyText(error);
  if (error instanceof PermissionError) {
    return failureText(permissionText(error), 'setApiKey');
  }
  if (error instanceof MissingOperationError)
    return failureText(missingOperationText(error.operation), 'showLog');
  if (error instanceof UnreachableError) return unreachableText(error);
  if (error instanceof InvalidRequestError || error instanceof RejectedError) return rejectedFailure(error);
  if (error instanceof MalformedResponseError) {
    const sentence = t(
      'The platform returned an unexpected response. Check the address and the product of the connection.',
    );
    return failureText(sentence, 'editConnection', 'showLog');
  }
  if (!(error instanceof TooLargeResponseError)) return somethingWrong(error);
  return failureText(t('{0} Use a filter, a shorter period or fewer rows.', error.message), 'showLog');
}

function somethingWrong(error: unknown): FailureText {
  const message = error instanceof Error ? error.message : String(error);
  return failureText(fileErrorText(error) ?? t('An unexpected error occurred: {0}', message), 'showLog');
}

/** Offers no retry: repeating the write is safe only after a check. */
function uncertainText(error: ApiError): FailureText {
  const sentence = t(
    '{0} It is unknown whether the change was made. Refresh and check before you try again.',
    error.message,
  );
  return failureText(sentence, 'showLog');
}

function keyText(error: KeyRejectedError): FailureText {
  if (error.status === undefined) {
    return failureText(t('There is no API key for this connection yet. Set one to continue.'), 'setApiKey');
  }
  if (!error.isPage)
    return failureText(t('The API key was rejected. Set a valid key to continue.'), 'setApiKey');
  const sentence = t(
    'The platform returned a web page instead of data, such as a sign-in page. Check the address of the connection, or set another API key.',
  );
  return failureText(sentence, 'editConnection', 'setApiKey');
}

const nextSteps: Readonly<Record<UnreachableReason, () => string>> = {
  'connection-refused': () =>
    t('Check that the platform is running and that the address and port are correct.'),
  'host-not-found': () => t('Check the address, your network and the proxy settings.'),
  reset: () => t('Try again. If the problem persists, check the proxy or gateway in between.'),
  deadline: () => t('Try again, or increase the setting logbench.request.timeout.'),
  certificate: () =>
    t(
      "Set your organization's CA file in the connection (caFile), or let VS Code use the system certificates (http.systemCertificates).",
    ),
  redirect: () => t('Use the final address in the connection. API keys are never sent to another origin.'),
  network: () => t('Check your network and the proxy settings.'),
  proxy: () =>
    t(
      'Check http.proxy. It can contain a user name and password, as in http://name:password@host:port. Hosts in http.noProxy are reached without the proxy.',
    ),
  unavailable: () =>
    t(
      'Try again in a moment. If the problem persists, contact the administrator of the platform or its gateway.',
    ),
  busy: () => t('The platform is receiving too many requests. Try again in a moment.'),
};

function unreachableText({ reason, message }: UnreachableError): FailureText {
  const sentence = `${message} ${nextSteps[reason]()}`;
  return reason === 'certificate' || reason === 'redirect'
    ? failureText(sentence, 'editConnection', 'retry')
    : failureText(sentence, 'retry', 'editConnection');
}

const notFound = /not found|not-found/;

function rejectedFailure({ code, message }: InvalidRequestError | RejectedError): FailureText {
  if (code === undefined) {
    const sentence = t('{0} Try again, or check the address and the product of the connection.', message);
    return failureText(sentence, 'retry', 'editConnection');
  }
  const sentence =
    knownRejection(message) ??
    (notFound.test(message)
      ? t('This item no longer exists on the platform ({0}). Refresh the explorer.', message)
      : t('The platform rejected the request: {0} Correct it and try again.', withFullStop(message)));
  return failureText(sentence, 'showLog');
}

function queryFailure({ reason }: QueryFailedError): FailureText {
  const sentence =
    knownRejection(reason) ?? t('The query failed: {0} Correct it and try again.', withFullStop(reason));
  return failureText(sentence, 'showLog');
}

export function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A short summary of a failure for narrow views. `describeFailure` returns the full text. */
export function failureHeadline(error: unknown): string {
  if (error instanceof KeyRejectedError) {
    if (error.isPage) return t('Web page instead of data');
    return error.status === undefined ? t('No API key') : t('API key rejected');
  }
  if (error instanceof UnreachableError) return unreachable[error.reason]();
  if (error instanceof PermissionError) return t('Requires the role {0}', error.requiredRole);
  if (error instanceof MissingOperationError) return t('Not supported');
  if (error instanceof MalformedResponseError) return t('Unexpected response');
  if (error instanceof TooLargeResponseError) return t('Response too large');
  return error instanceof RejectedError ? t('Rejected by the platform') : t('Not loaded');
}

const unreachable: Readonly<Record<UnreachableReason, () => string>> = {
  'connection-refused': () => t('Connection refused'),
  'host-not-found': () => t('Host not found'),
  reset: () => t('Connection lost'),
  deadline: () => t('Request timed out'),
  certificate: () => t('Certificate not trusted'),
  redirect: () => t('Redirected'),
  network: () => t('Not reachable'),
  proxy: () => t('Rejected by the proxy'),
  unavailable: () => t('Platform unavailable'),
  busy: () => t('Too many requests'),
};

/** What a platform without this operation does not support, and what still works. */
export function missingOperationText(operation: OptionalOperation): string {
  return texts[operation]();
}

const rules = (): string =>
  t(
    'This platform does not list its rules. You can still open one by its GUID, and restore a version by its number.',
  );
const versions = (): string =>
  t('This platform does not provide the content of versions. You can still restore a version by its number.');

const texts: Readonly<Record<OptionalOperation, () => string>> = {
  scheduledQuery: () =>
    t('This platform does not return single scheduled queries. All of them are read instead.'),
  scheduledRuns: () =>
    t('This platform does not list the runs of a scheduled query. Its record has the last one.'),
  batchRules: rules,
  streamRules: rules,
  batchRuleVersions: versions,
  streamRuleVersions: versions,
  batchRuleVersion: versions,
  streamRuleVersion: versions,
  ruleReferences: () =>
    t('This platform does not list what rules can refer to. Only what its rules already use is suggested.'),
  table: () => t('This platform does not report who shares the table or its size on each node.'),
  uploads: () => t('This platform does not support uploads. Use its own tools to load the file.'),
  uploadList: () => t('This platform does not list uploads. You can still cancel one by its token.'),
};

/** The meaning of a rejection and what to do next. Undefined for unknown messages of the platform. */
export function knownRejection(message: string): string | undefined {
  for (const [pattern, sentence] of rejections) {
    const found = pattern.exec(message);
    if (found !== null) return sentence(found.slice(1));
  }
  return undefined;
}

type Sentence = (parts: readonly (string | undefined)[]) => string;

const rejections: readonly (readonly [pattern: RegExp, sentence: Sentence])[] = [
  [
    /^duplicated name: (.+)$/s,
    ([name]) => t('The name “{0}” is already in use. Enter another name.', name ?? ''),
  ],
  [
    /^(batch|stream) rule not found: (.+)$/,
    ([kind, guid]) =>
      kind === 'batch'
        ? t('There is no batch rule {0}. Refresh the explorer, or check the GUID.', guid ?? '')
        : t('There is no stream rule {0}. Refresh the explorer, or check the GUID.', guid ?? ''),
  ],
  [
    /^(?:batch|stream) rule snapshot not found: (\S+) v(-?\d+)$/,
    ([guid, version]) =>
      t('The rule {0} has no version {1}. Select one of the versions below it.', guid ?? '', version ?? ''),
  ],
  [
    /^(?:batch|stream) rule is already (enabled|disabled): /,
    ([state]) =>
      state === 'enabled' ? t('The rule is already enabled.') : t('The rule is already disabled.'),
  ],
  [
    /^guid should be guid type\.$/,
    () => t('This is not a valid GUID. A GUID has 36 characters, including four hyphens.'),
  ],
  [/^version should be (?:integer type|not null)/, () => t('A version is a whole number, 1 or greater.')],
  [
    /^upload stream not found: /,
    () =>
      t(
        'The platform has no such upload for this address. An upload can be resumed or canceled only from the address that started it. On a remote host, this is the address of the remote machine.',
      ),
  ],
  [/^\(10605\) /, () => t('The query reads a table that does not exist. Check the names of its tables.')],
  [
    /^\(10606\) /,
    () => t('The query reads a table that your account cannot read. Ask an administrator for permission.'),
  ],
  [/^table not found: (.+)$/, ([table]) => t('There is no table “{0}”. Select another one.', table ?? '')],
];

/** Throws if a query with this text would show a value that is hidden now. */
export function rejectHiddenValue(text: string): void {
  if (hidingMasker() === undefined || !holdsMask(text)) return;
  throw new ExplainedError(
    t('The query would show a hidden value. Show sensitive values first, then try again.'),
  );
}
