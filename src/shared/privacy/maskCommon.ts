import type { ConnectionMark, Failure } from '../protocol/common';
import type { Masker } from './masker';

/** Connections are often named after their server. */
export function maskConnection(connection: ConnectionMark, masker: Masker): ConnectionMark {
  return { ...connection, name: masker.text(connection.name) };
}

export function maskFailure(failure: Failure | null, masker: Masker): Failure | null {
  if (failure === null) return null;
  const { message, detail } = failure;
  return {
    ...failure,
    message: masker.text(message),
    detail: detail === null ? null : masker.text(detail),
  };
}
