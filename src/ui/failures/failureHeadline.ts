import {
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

/** What happened in a few words, for a line that may be narrow. `describeFailure` says all of it. */
export function failureHeadline(error: unknown): string {
  if (error instanceof KeyRefusedError) {
    if (error.isPage) return t('Web page instead of data');
    return error.status === undefined ? t('No API key') : t('API key refused');
  }
  if (error instanceof UnreachableError) return unreachable[error.reason]();
  if (error instanceof PermissionError) return t('Needs the role {0}', error.requiredRole);
  if (error instanceof MissingOperationError) return t('Not offered here');
  if (error instanceof MalformedAnswerError) return t('Unexpected answer');
  if (error instanceof TooLargeAnswerError) return t('Answer too large');
  return error instanceof RefusedError ? t('Refused by the service') : t('Not loaded');
}

const unreachable: Readonly<Record<UnreachableReason, () => string>> = {
  'connection-refused': () => t('Connection refused'),
  'host-not-found': () => t('Host not found'),
  reset: () => t('Connection lost'),
  deadline: () => t('No answer in time'),
  certificate: () => t('Certificate not trusted'),
  redirect: () => t('Redirected elsewhere'),
  network: () => t('Not reachable'),
  proxy: () => t('Refused by the proxy'),
  unavailable: () => t('Service unavailable'),
  busy: () => t('Too many requests'),
};
