import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { exportManifest } from './exportManifest';
import type { ExportedFile, ExportManifest } from './exportManifest';

export type FileVerdict = 'unchanged' | 'changed' | 'missing';

export interface Verification {
  readonly manifest: ExportManifest;
  readonly files: readonly { readonly name: string; readonly verdict: FileVerdict }[];
}

/** Undefined if the file is not an export manifest. */
export async function verifyExport(
  manifestFile: string,
  signal?: AbortSignal,
): Promise<Verification | undefined> {
  const manifest = parseManifest(await readFile(manifestFile, 'utf8'));
  if (!manifest) return undefined;
  const folder = path.dirname(manifestFile);
  const files: { name: string; verdict: FileVerdict }[] = [];
  for (const file of manifest.files) {
    files.push({ name: file.name, verdict: await verdictOn(path.join(folder, file.name), file, signal) });
  }
  return { manifest, files };
}

/** Manifests are untrusted: they can only name files in the same folder. */
function parseManifest(text: string): ExportManifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = exportManifest.safeParse(value);
  const isBeside = ({ name }: ExportedFile): boolean =>
    path.basename(name) === name && !/^\.*$|[\\/]/.test(name);
  return parsed.success && parsed.data.files.every(isBeside) ? parsed.data : undefined;
}

async function verdictOn(file: string, expected: ExportedFile, signal?: AbortSignal): Promise<FileVerdict> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return 'missing';
  if (found.size !== expected.bytes) return 'changed';
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, signal ? { signal } : {});
  return hash.digest('hex') === expected.sha256 ? 'unchanged' : 'changed';
}
