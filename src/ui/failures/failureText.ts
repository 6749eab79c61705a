import {
  ApiError,
  InvalidRequestError,
  KeyRefusedError,
  MalformedAnswerError,
  MissingOperationError,
  PermissionError,
  RefusedError,
  TooLargeAnswerError,
  UnreachableError,
} from '../../api/errors';
import type { UnreachableReason } from '../../api/errors';
import { t } from '../../shared/localize';
import type { Connection } from '../connections/connection';
import { knownRefusal } from './knownRefusal';
import { missingOperationText } from './missingOperation';

/** The action of a button on a failure. */
export type RecoveryAction = 'setApiKey' | 'editConnection' | 'retry' | 'showLog';

export interface FailureText {
  /** What happened and what to do next, without internals of the platform. */
  readonly sentence: string;
  readonly recoveryActions: readonly RecoveryAction[];
}

/** A failure whose message is complete, with the next steps. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
}

/** Describes a failure in one sentence with a next step. */
export function describeFailure(error: unknown, connection?: Connection): FailureText {
  const { sentence, recoveryActions } = explain(error);
  const place = connection === undefined ? '' : `${connection.name}: `;
  // Some messages already name their connection.
  return { sentence: sentence.startsWith(place) ? sentence : `${place}${sentence}`, recoveryActions };
}

function explain(error: unknown): FailureText {
  if (error instanceof ExplainedError) return { sentence: error.message, recoveryActions: [] };
  if (error instanceof ApiError) return error.uncertain ? uncertainText(error) : requestText(error);
  return somethingWrong(error);
}

function requestText(error: ApiError): FailureText {
  if (error instanceof KeyRefusedError) return keyText(error);
  if (error instanceof PermissionError) {
    const sentence = t(
      'Your API key does not have permission for this. It requires the role {0} or higher. Ask an administrator, or set the key of another account.',
      error.requiredRole,
    );
    return { sentence, recoveryActions: ['setApiKey'] };
  }
  if (error instanceof MissingOperationError) {
    return { sentence: missingOperationText(error.operation), recoveryActions: ['showLog'] };
  }
  if (error instanceof UnreachableError) return unreachableText(error);
  if (error instanceof InvalidRequestError || error instanceof RefusedError) return refusalText(error);
  if (error instanceof MalformedAnswerError) {
    const sentence = t(
      'The platform returned an unexpected response. Check the address and the product of the connection.',
    );
    return { sentence, recoveryActions: ['editConnection', 'showLog'] };
  }
  if (error instanceof TooLargeAnswerError) {
    const sentence = t('{0} Use a filter, a shorter period or fewer rows.', error.message);
    return { sentence, recoveryActions: ['showLog'] };
  }
  return somethingWrong(error);
}

function somethingWrong(error: unknown): FailureText {
  const message = error instanceof Error ? error.message : String(error);
  return { sentence: t('An unexpected error occurred: {0}', message), recoveryActions: ['showLog'] };
}

/** Offers no retry: repeating the write is safe only after a check. */
function uncertainText(error: ApiError): FailureText {
  const sentence = t(
    '{0} It is unknown whether the change was made. Refresh and check before you try again.',
    error.message,
  );
  return { sentence, recoveryActions: ['showLog'] };
}

function keyText(error: KeyRefusedError): FailureText {
  if (error.status === undefined) {
    const sentence = t('There is no API key for this connection yet. Set one to continue.');
    return { sentence, recoveryActions: ['setApiKey'] };
  }
  if (error.isPage) {
    const sentence = t(
      'The platform returned a web page instead of data, such as a sign-in page. Check the address of the connection, or set another API key.',
    );
    return { sentence, recoveryActions: ['editConnection', 'setApiKey'] };
  }
  return {
    sentence: t('The API key was rejected. Set a valid key to continue.'),
    recoveryActions: ['setApiKey'],
  };
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

function unreachableText(error: UnreachableError): FailureText {
  const recoveryActions: RecoveryAction[] =
    error.reason === 'certificate' || error.reason === 'redirect'
      ? ['editConnection', 'retry']
      : ['retry', 'editConnection'];
  return { sentence: `${error.message} ${nextSteps[error.reason]()}`, recoveryActions };
}

const notFound = /not found|not-found/;

function refusalText(error: InvalidRequestError | RefusedError): FailureText {
  if (error.code === undefined) {
    const sentence = t(
      '{0} Try again, or check the address and the product of the connection.',
      error.message,
    );
    return { sentence, recoveryActions: ['retry', 'editConnection'] };
  }
  const known = knownRefusal(error.message);
  if (known !== undefined) return { sentence: known, recoveryActions: ['showLog'] };
  if (notFound.test(error.message)) {
    const sentence = t(
      'This item no longer exists on the platform ({0}). Refresh the explorer.',
      error.message,
    );
    return { sentence, recoveryActions: ['showLog'] };
  }
  const sentence = t(
    'The platform rejected the request: {0} Correct it and try again.',
    withFullStop(error.message),
  );
  return { sentence, recoveryActions: ['showLog'] };
}

function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
