import { RefusedError, UnreachableError } from '../../api/errors';

const offsetRefusal = /^'offset' must be equal to (\d+)\.$/;
const badLine = /^line (\d+): (.+)$/s;

/** How many bytes the service has, where it refused a piece for not following on from them. */
export function rightOffset(error: unknown): number | undefined {
  const found = error instanceof RefusedError ? offsetRefusal.exec(error.message) : null;
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

/** The first row that the service could not read, lines counted from 1. */
export function badRow(error: unknown): { readonly line: number; readonly reason: string } | undefined {
  const found = error instanceof RefusedError ? badLine.exec(error.message) : null;
  const [, line, reason] = found ?? [];
  return line === undefined || reason === undefined ? undefined : { line: Number(line), reason };
}

export function isUnknownStream(error: unknown): boolean {
  return error instanceof RefusedError && error.message.startsWith('upload stream not found');
}

/** Whether the same may go well a little later: nothing answered, or only a gateway did. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof UnreachableError) return error.reason !== 'certificate' && error.reason !== 'redirect';
  if (!(error instanceof RefusedError)) return false;
  return error.message === 'the body was cut off' || error.message.startsWith('upload stream is busy');
}

export function isTooSlow(error: unknown): boolean {
  return error instanceof UnreachableError && error.reason === 'deadline';
}
