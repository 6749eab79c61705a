import { RejectedError, UnreachableError } from '../../../core/api/errors';

const offsetRejection = /^'offset' must be equal to (\d+)\.$/;
const badLine = /^line (\d+): (.+)$/s;

/** The offset that the platform expects, if it rejected a chunk for a wrong one. */
export function rightOffset(error: unknown): number | undefined {
  const found = error instanceof RejectedError ? offsetRejection.exec(error.message) : null;
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

/** The first row that the platform could not read, with its one-based line. */
export function badRow(error: unknown): { readonly line: number; readonly reason: string } | undefined {
  const found = error instanceof RejectedError ? badLine.exec(error.message) : null;
  const [, line, reason] = found ?? [];
  return line === undefined || reason === undefined ? undefined : { line: Number(line), reason };
}

export function isUnknownStream(error: unknown): boolean {
  return error instanceof RejectedError && error.message.startsWith('upload stream not found');
}

/** Whether a retry may succeed: no response, or one from a gateway. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof UnreachableError) return error.reason !== 'certificate' && error.reason !== 'redirect';
  if (!(error instanceof RejectedError)) return false;
  return error.message === 'the body was cut off' || error.message.startsWith('upload stream is busy');
}

export function isTooSlow(error: unknown): boolean {
  return error instanceof UnreachableError && error.reason === 'deadline';
}
