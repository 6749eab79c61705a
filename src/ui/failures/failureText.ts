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

/** What a button below a failure does. */
export type RecoveryAction = 'setApiKey' | 'editConnection' | 'retry' | 'showLog';

export interface FailureText {
  /** What happened and what to do next, without the service's internals. */
  readonly sentence: string;
  readonly recoveryActions: readonly RecoveryAction[];
}

/** A failure whose message is all that there is to say, with what to do next. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
}

/** Says any failure in one clear sentence with a next step. */
export function describeFailure(error: unknown, connection?: Connection): FailureText {
  const { sentence, recoveryActions } = explain(error);
  const place = connection === undefined ? '' : `${connection.name}: `;
  // Some failures name their connection themselves.
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
      'Your API key does not have the permission for this: it needs the role {0} or higher. Ask an administrator, or set the key of another account.',
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
      'The service answered something else than expected. Check the address and the product of the connection.',
    );
    return { sentence, recoveryActions: ['editConnection', 'showLog'] };
  }
  if (error instanceof TooLargeAnswerError) {
    const sentence = t('{0} Ask for less: a filter, a shorter time, or fewer rows.', error.message);
    return { sentence, recoveryActions: ['showLog'] };
  }
  return somethingWrong(error);
}

function somethingWrong(error: unknown): FailureText {
  const message = error instanceof Error ? error.message : String(error);
  return { sentence: t('Something went wrong: {0}', message), recoveryActions: ['showLog'] };
}

/** Offers no retry: doing the same again is safe only for somebody who has looked. */
function uncertainText(error: ApiError): FailureText {
  const sentence = t(
    '{0} It is not known whether the change was made: refresh and look before you try again.',
    error.message,
  );
  return { sentence, recoveryActions: ['showLog'] };
}

function keyText(error: KeyRefusedError): FailureText {
  if (error.status === undefined) {
    const sentence = t('There is no API key for this connection yet. Set one to go on.');
    return { sentence, recoveryActions: ['setApiKey'] };
  }
  if (error.isPage) {
    const sentence = t(
      'The service answered with a web page instead of data, as a sign-in page or a wrong address does. Check the address of the connection, or set another API key.',
    );
    return { sentence, recoveryActions: ['editConnection', 'setApiKey'] };
  }
  return {
    sentence: t('The API key was refused. Set a valid one to go on.'),
    recoveryActions: ['setApiKey'],
  };
}

const nextSteps: Readonly<Record<UnreachableReason, () => string>> = {
  'connection-refused': () => t('Check that the service is running and that the address and port are right.'),
  'host-not-found': () => t('Check the address, your network and the proxy settings.'),
  reset: () => t('Try again; if it happens again, look at the proxy or gateway in between.'),
  deadline: () => t('Try again, or allow more time in the setting logbench.request.timeout.'),
  certificate: () =>
    t(
      "Name your organisation's CA file in the connection (caFile), or let VS Code use the system's certificates (http.systemCertificates).",
    ),
  redirect: () => t('Use the final address in the connection: keys are never sent to another origin.'),
  network: () => t('Check your network and the proxy settings.'),
  proxy: () =>
    t(
      'Check http.proxy: it may hold a name and a password, as in http://name:password@host:port. Hosts in http.noProxy are reached without it.',
    ),
  unavailable: () => t('Try again in a moment; if it stays so, ask whoever runs the service or its gateway.'),
  busy: () => t('It has too many requests. Try again in a moment.'),
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
    const sentence = t('The service does not know it any more ({0}). Refresh the explorer.', error.message);
    return { sentence, recoveryActions: ['showLog'] };
  }
  const sentence = t('The service refused this: {0} Correct it and try again.', withFullStop(error.message));
  return { sentence, recoveryActions: ['showLog'] };
}

function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
