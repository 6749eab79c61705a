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

/** A short summary of a failure for narrow places. `describeFailure` returns the full text. */
export function failureHeadline(error: unknown): string {
  if (error instanceof KeyRefusedError) {
    if (error.isPage) return t('Web page instead of data');
    return error.status === undefined ? t('No API key') : t('API key rejected');
  }
  if (error instanceof UnreachableError) return unreachable[error.reason]();
  if (error instanceof PermissionError) return t('Requires the role {0}', error.requiredRole);
  if (error instanceof MissingOperationError) return t('Not supported');
  if (error instanceof MalformedAnswerError) return t('Unexpected response');
  if (error instanceof TooLargeAnswerError) return t('Response too large');
  return error instanceof RefusedError ? t('Rejected by the platform') : t('Not loaded');
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
  unavailable: () => t('Service unavailable'),
  busy: () => t('Too many requests'),
};
