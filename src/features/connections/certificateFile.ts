import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { UnreachableError } from '../../api/errors';
import { t } from '../../shared/localize';

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const read = new Map<string, { readonly changed: number; readonly certificates: readonly string[] }>();

/** The certificates of a PEM file, cached until it changes, because every request reads them. */
export function readAuthorities(file: string): readonly string[] {
  try {
    return readCertificates(file.startsWith('~') ? path.join(homedir(), file.slice(1)) : file);
  } catch (error) {
    throw new UnreachableError('certificate', t('The CA file {0} cannot be read.', file), { cause: error });
  }
}

/** Throws if the file cannot be read. Returns the same array while the file is unchanged. */
export function readCertificates(resolved: string): readonly string[] {
  const changed = statSync(resolved).mtimeMs;
  const known = read.get(resolved);
  if (known?.changed === changed) return known.certificates;
  const certificates = readFileSync(resolved, 'utf8').match(certificate) ?? [];
  read.set(resolved, { changed, certificates });
  return certificates;
}
